// What the cloud is asked and what it answers, and the three dialects in which it says no.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Feed } from './source.ts'

export type Service = 'login' | 'graph' | 'management'

export interface Question {
  service: Service
  method: string
  /** As it was asked, with the host that the caller named. */
  url: URL
  headers: IncomingHttpHeaders
  body: string
}

/** The records in an answer's body, for the account of what was served. */
export interface Served {
  feed: Feed
  ids: readonly string[]
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
  contentType?: string
  served?: Served[]
  /** Where this answer says that the next page is. */
  next?: { in: 'header' | 'body'; link: string }
}

const JSON_TYPE = 'application/json; charset=utf-8'
const ODATA_TYPE =
  'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8'

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  contentType: JSON_TYPE,
  body: JSON.stringify(body),
})

export const odata = (body: unknown, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  headers,
  contentType: ODATA_TYPE,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

export function graphError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  const requestId = randomUUID()
  return {
    status,
    headers,
    contentType: 'application/json',
    body: JSON.stringify({
      error: {
        code,
        message,
        innerError: {
          date: new Date().toISOString().slice(0, 19),
          'request-id': requestId,
          'client-request-id': requestId,
        },
      },
    }),
  }
}

export const activityError = (
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer => json(status, { error: { code, message } }, headers)

export function entraError(status: number, error: string, code: number, sentence: string): Answer {
  const trace = randomUUID()
  const correlation = randomUUID()
  const timestamp = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}Z`
  return json(
    status,
    {
      error,
      error_description: `AADSTS${code}: ${sentence} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`,
      error_codes: [code],
      timestamp,
      trace_id: trace,
      correlation_id: correlation,
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    },
    { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' },
  )
}
