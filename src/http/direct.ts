// Addresses that are asked so often that they are answered on node:http itself, ahead of the framework. Only plain GET
// requests go this way; the framework knows the same addresses, describes them, and answers whatever else comes there.
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { NoteAnswered } from './answered.ts'
import type { Problem } from './problem.ts'

export interface Outcome {
  status: number
  /** Name, value, name, value: the form that costs least to write. */
  headers: string[]
  body: Buffer | null
}

/** What of a request matters to whoever answers it. */
interface Asking {
  url?: string | undefined
  headers: IncomingHttpHeaders
  /** The connection that it came on. */
  socket: object
}

export type AnswerDirectly = (request: Asking) => Promise<Outcome>

export interface DirectParts {
  requestId(request: IncomingMessage): string
  /** On every answer, in the same form. */
  commonHeaders(): string[]
  isStopping(): boolean
  problemOf(error: unknown, requestId: string): Problem
  note: NoteAnswered
}

/** Puts itself before whoever listens already; the map may grow until the server listens. */
export function answerDirectly(server: Server, addresses: Map<string, AnswerDirectly>, parts: DirectParts) {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '', headers } = request
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const answer = method === 'GET' && headers.host !== undefined ? addresses.get(path) : undefined
    if (answer) reply(answer, path, request, response)
    else for (const other of others) other.call(server, request, response)
  })

  function reply(answer: AnswerDirectly, path: string, request: IncomingMessage, response: ServerResponse) {
    const startedAt = performance.now()
    const requestId = parts.requestId(request)
    const send = ({ status, headers, body }: Outcome) => {
      headers.push('x-request-id', requestId, ...parts.commonHeaders())
      if (body) headers.push('content-length', String(body.length))
      if (parts.isStopping()) headers.push('connection', 'close')
      response.writeHead(status, headers)
      if (body) response.end(body)
      else response.end()
      const milliseconds = performance.now() - startedAt
      parts.note({ requestId, method: 'GET', route: path, path, status, milliseconds })
    }
    answer(request).then(send, error => send(outcomeOf(parts.problemOf(error, requestId), requestId)))
  }
}

function outcomeOf(problem: Problem, requestId: string): Outcome {
  const headers = ['cache-control', 'no-store', 'content-type', 'application/problem+json; charset=utf-8']
  return {
    status: problem.status,
    headers: [...headers, ...Object.entries(problem.headers).flat()],
    body: Buffer.from(JSON.stringify(problem.body(requestId))),
  }
}
