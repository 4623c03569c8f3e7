// The way of every request through the public API: key, parameters, rate, answer, in that order of judgement.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from '../http/problem.ts'
import type { Admission, Request } from './admit.ts'
import { readAuthorization, unknownKey } from './authorization.ts'
import { isWorthCompressing, type KeptAnswers } from './kept-answers.ts'
import { encodingFor, entityTag, hasCopy } from './negotiate.ts'
import { type Parameters, readParameters, type Values } from './parameters.ts'
import { type RatePolicy, rateHeaders, refuseOverLimit } from './rate-limit.ts'
import { retirementHeaders } from './retirement.ts'
import type { Context, Route } from './route.ts'

export interface Parts extends Omit<Context, 'now'> {
  config: Config
  clock: () => Date
  admit(request: Request): Promise<Admission | undefined>
  kept: KeptAnswers
  noteUse(organizationId: string, keyId: string, at: Date): void
}

export function answerRoute(route: Route<Parameters>, parts: Parts) {
  const retirement = retirementHeaders(route.retirement)
  const policy: RatePolicy = { name: route.name, perMinute: route.requestsPerMinute(parts.config) }

  return async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const now = parts.clock()
    const keyHash = readAuthorization(request.headers.authorization)
    const asked = ask(route, request, now)
    const tenantId = asked.values?.tenantId as string | undefined
    const admission = await parts.admit({ keyHash, tenantId, route: route.name, cost: asked.problem ? 0 : 1 })
    if (!admission) throw unknownKey()
    parts.noteUse(admission.organizationId, admission.keyId, now)
    reply.headers({ ...retirement, ...rateHeaders(policy, admission, now) })
    if (asked.problem) throw asked.problem
    if (tenantId !== undefined && admission.tenantId === null) throw notYours(tenantId)
    refuseOverLimit(policy, admission, now)

    const kept = await parts.kept.get(
      [route.name, admission.organizationId, JSON.stringify(asked.values)].join(' '),
      route.revision(admission),
      now,
      () => route.answer({ ...parts, now }, admission, asked.values),
    )
    const encoding = isWorthCompressing(kept) ? encodingFor(request.headers['accept-encoding']) : 'identity'
    reply.headers({
      etag: entityTag(kept.tag, encoding),
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Accept-Encoding',
      ...(kept.next && { link: `<${kept.next}>; rel="next"` }),
    })
    if (hasCopy(request.headers['if-none-match'], kept.tag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('application/json; charset=utf-8').send(await kept.bytes(encoding))
  }
}

type Asked = { values: Values<Parameters>; problem?: never } | { values?: never; problem: Problem }

/** Judged before the key is known, told only after: who may not ask learns nothing about how to. */
function ask(route: Route<Parameters>, request: FastifyRequest, now: Date): Asked {
  try {
    if (hasBody(request)) throw new Problem('invalid-request', 'A GET request to this address takes no body.')
    const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
    return { values: route.settle(readParameters(route.parameters, query), now) }
  } catch (problem) {
    if (problem instanceof Problem) return { problem }
    throw problem
  }
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || !/^0*$/.test(headers['content-length'] ?? '0')

/** The same for a tenant of somebody else's and for one that does not exist (spec §5.3, §7). */
const notYours = (tenantId: string) =>
  new Problem('unauthorized', `This key has no tenant ${tenantId}.`, { parameter: 'tenantId' })
