// The way of every request through the public API: key, parameters, rate, answer, in that order of judgement.
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'
import type { AnswerDirectly } from '../http/direct.ts'
import { Problem } from '../http/problem.ts'
import type { Admission, Request } from './admit.ts'
import { readAuthorization, unknownKey } from './authorization.ts'
import { isWorthCompressing, type KeptAnswers } from './kept-answers.ts'
import { encodingFor, entityTag, hasCopy } from './negotiate.ts'
import { type Parameters, readParameters, type Values } from './parameters.ts'
import { overLimit, policyHeader, type RatePolicy, rateHeader } from './rate-limit.ts'
import { retirementHeaders } from './retirement.ts'
import type { Context, Route } from './route.ts'

export interface Parts extends Omit<Context, 'now'> {
  config: Config
  clock: () => Date
  admit(request: Request): Promise<Admission | undefined>
  kept: KeptAnswers
  noteUse(organizationId: string, keyId: string, at: Date): void
}

export function answerRoute(route: Route<Parameters>, parts: Parts): AnswerDirectly {
  const policy: RatePolicy = { name: route.name, perMinute: route.requestsPerMinute(parts.config) }
  const always = [...retirementHeaders(route.retirement), ...policyHeader(policy), 'ratelimit']
  const read = readOnce(query => readParameters(route.parameters, query))

  return async function answer({ url = '', headers: given, socket }) {
    const now = parts.clock()
    const keyHash = readAuthorizationOf(socket, given.authorization)
    const asked = ask(url, given, query => route.settle(read(query), now))
    const tenantId = asked.values?.tenantId as string | undefined
    const admission = await parts.admit({ keyHash, tenantId, route: route.name, cost: asked.problem ? 0 : 1 })
    if (!admission) throw unknownKey()
    parts.noteUse(admission.organizationId, admission.keyId, now)
    const headers = [...always, rateHeader(policy, admission, now)]
    const problem =
      asked.problem ??
      (tenantId !== undefined && admission.tenantId === null ? notYours(tenantId) : undefined) ??
      overLimit(policy, admission, now)
    if (problem) throw problem.with(headers)

    const found = parts.kept.get(
      `${route.name} ${admission.organizationId} ${wordsOf(asked.values!)}`,
      route.revision(admission),
      now,
      () => route.answer({ ...parts, now }, admission, asked.values!),
    )
    const kept = found instanceof Promise ? await found : found
    const encoding = isWorthCompressing(kept) ? encodingFor(given['accept-encoding']) : 'identity'
    const tag = entityTag(kept.tag, encoding)
    headers.push('etag', tag, 'cache-control', 'private, no-cache')
    headers.push('vary', 'Authorization, Accept-Encoding')
    if (kept.next) headers.push('link', `<${kept.next}>; rel="next"`)
    if (given['if-none-match'] === tag || hasCopy(given['if-none-match'], kept.tag))
      return { status: 304, headers, body: null }
    if (encoding !== 'identity') headers.push('content-encoding', encoding)
    headers.push('content-type', 'application/json; charset=utf-8')
    return { status: 200, headers, body: await kept.bytes(encoding) }
  }
}

const words = new WeakMap<Values<Parameters>, string>()

function wordsOf(values: Values<Parameters>): string {
  const known = words.get(values)
  if (known !== undefined) return known
  const made = JSON.stringify(values)
  words.set(values, made)
  return made
}

/** A connection mostly brings the same key again. What it brought is remembered with it, and goes with it. */
const lastKeys = new WeakMap<object, { header: string; keyHash: Buffer }>()

function readAuthorizationOf(socket: object, header: string | undefined): Buffer {
  const last = lastKeys.get(socket)
  if (last && last.header === header) return last.keyHash
  const keyHash = readAuthorization(header)
  lastKeys.set(socket, { header: header!, keyHash })
  return keyHash
}

type Asked = { values: Values<Parameters>; problem?: never } | { values?: never; problem: Problem }

/** Judged before the key is known, told only after: who may not ask learns nothing about how to. */
function ask(url: string, headers: IncomingHttpHeaders, read: (query: string) => Values<Parameters>): Asked {
  try {
    if (hasBody(headers)) throw new Problem('invalid-request', 'A GET request to this address takes no body.')
    const mark = url.indexOf('?')
    return { values: read(mark < 0 ? '' : url.slice(mark + 1)) }
  } catch (problem) {
    if (problem instanceof Problem) return { problem }
    throw problem
  }
}

const hasBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || !/^0*$/.test(headers['content-length'] ?? '0')

const MOST_REMEMBERED = 1_000
const LONGEST_REMEMBERED = 300

/** Pollers ask in the same words again and again. */
function readOnce<T>(read: (query: string) => T): (query: string) => T {
  const known = new Map<string, T>()
  return query => {
    const found = known.get(query)
    if (found !== undefined) return found
    const made = read(query)
    if (known.size >= MOST_REMEMBERED) known.clear()
    if (query.length <= LONGEST_REMEMBERED) known.set(query, made)
    return made
  }
}

/** The same for a tenant of somebody else's and for one that does not exist (spec §5.3, §7). */
const notYours = (tenantId: string) =>
  new Problem('unauthorized', `This key has no tenant ${tenantId}.`, { parameter: 'tenantId' })
