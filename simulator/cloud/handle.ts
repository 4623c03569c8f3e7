// One request's way through the cloud: faults, throttling and tokens first, then the service that was asked.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import {
  type Answer,
  activityError,
  entraError,
  graphError,
  json,
  type Question,
  type Service,
} from './answer.ts'
import { answerControl, type Control } from './control.ts'
import { damage } from './damage.ts'
import type { Where } from './faults.ts'
import { answerGraph, graphEndpoint, graphPath, refuseToken } from './graph.ts'
import { answerLogin } from './login.ts'
import { answerManagement, hoursAsked, managementPath } from './management.ts'
import { type Cloud, findTenant } from './state.ts'
import { type Claims, readToken } from './tokens.ts'

const LARGEST_BODY = 4 * 1024 * 1024

export async function handle(
  cloud: Cloud,
  control: Control,
  urls: Record<Service, string>,
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const question: Question = {
    service,
    method: request.method ?? 'GET',
    url: new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`),
    headers: request.headers,
    body: request.method === 'GET' ? '' : await readBody(request),
  }
  if (question.url.pathname.startsWith('/_control')) {
    send(response, answerControl(cloud, control, question), new Date())
    return
  }
  const claims =
    service === 'login' ? null : readToken(request.headers.authorization, cloud.settings.tokenKey)
  const where = whereIs(cloud, question, claims)
  const latency = cloud.faults.strike('latency', where)
  if (latency) await sleep(latency.ms ?? 1000)
  if (cloud.faults.strike('hang', where)) {
    note(cloud, where, service, 0)
    return
  }
  if (cloud.faults.strike('reset', where)) {
    note(cloud, where, service, 0)
    request.socket.resetAndDestroy()
    return
  }

  const refused = refuse(cloud, question, where, claims)
  if (!refused && where.endpoint === 'content') await prepare(cloud, question, where)
  const original = refused ?? answer(cloud, question, claims, urls)
  const { answer: sent, cutAfter } = damage(cloud.faults, where, question.url, original)
  note(cloud, where, service, sent.status)
  const skew = cloud.faults.strike('clockSkew', where)?.ms ?? 0
  if (sent.served?.length && where.tenant)
    response.once('finish', () => cloud.account.serve(where.tenant!, sent.served!))
  send(response, sent, new Date(cloud.clock.now() + skew), cutAfter)
}

/** A large tenant's day takes a while to make: others are answered in between. */
async function prepare(cloud: Cloud, { url }: Question, { tenant }: Where): Promise<void> {
  const asked = tenant ? cloud.tenants.get(tenant) : undefined
  if (!asked) return
  for (const hour of hoursAsked(cloud.clock.now(), url))
    if (!cloud.shelf.hasBlobs(asked, hour)) {
      cloud.shelf.blobs(asked, 'Audit.General', hour)
      await breathe()
    }
}

function note(cloud: Cloud, where: Where, service: Service, status: number): void {
  cloud.account.count(where.tenant, {
    wall: cloud.clock.wall(),
    at: cloud.clock.now(),
    service,
    endpoint: where.endpoint,
    status,
  })
}

function whereIs(cloud: Cloud, { service, url }: Question, claims: Claims | null): Where {
  if (service === 'graph')
    return { service, tenant: claims?.tid ?? null, endpoint: graphEndpoint(graphPath(url)) }
  if (service === 'management') {
    const { tenant, operation } = managementPath(url)
    const endpoint = operation.startsWith('audit/') ? 'blob' : operation.replace('subscriptions/', '')
    return { service, tenant: cloud.tenants.has(tenant) ? tenant : null, endpoint }
  }
  const [name = '', ...rest] = url.pathname.slice(1).split('/')
  return { service, tenant: findTenant(cloud, name)?.id ?? null, endpoint: rest.at(-1) ?? '' }
}

const IS_REPORT = new Set(['signIns', 'directoryAudits'])

/** What is refused before anybody looks at what was asked: outages, throttling, tokens. */
function refuse(cloud: Cloud, question: Question, where: Where, claims: Claims | null): Answer | null {
  const { service } = question
  const outage = cloud.faults.strike('outage', where)
  if (outage) return broken(service, outage.status ?? 503)
  const throttled = cloud.faults.strike('throttle', where)
  if (throttled)
    return tooMany(
      question,
      throttled.retryAfterSeconds === undefined ? 10 : throttled.retryAfterSeconds,
      throttled.status,
    )
  if (service === 'login') return null

  const problem = tokenProblem(cloud, question, where, claims)
  if (problem)
    return service === 'graph'
      ? refuseToken(question, problem, 'InvalidAuthenticationToken')
      : json(401, { Message: 'Authorization has been denied for this request.' })
  const kind = service === 'management' ? 'management' : IS_REPORT.has(where.endpoint) ? 'reports' : 'graph'
  const wait = cloud.budgets.spend(
    kind,
    service === 'management' ? claims!.tid : `${claims!.appid}|${claims!.tid}`,
  )
  return wait ? tooMany(question, wait) : null
}

function tokenProblem(
  cloud: Cloud,
  { service, url }: Question,
  where: Where,
  claims: Claims | null,
): string | null {
  if (!claims) return 'Access token validation failure. Invalid token.'
  if (claims.aud !== (service === 'graph' ? 'https://graph.microsoft.com' : 'https://manage.office.com'))
    return 'Access token validation failure. Invalid audience.'
  const isLaterPage = /skiptoken|nextPage/i.test(url.search) || where.endpoint === 'blob'
  if (isLaterPage && cloud.faults.strike('tokenExpired', where)) cloud.refusedTokens.add(claims.uti)
  if (claims.exp * 1000 <= cloud.clock.wall() || cloud.refusedTokens.has(claims.uti))
    return 'Lifetime validation failed, the token is expired.'
  return null
}

function tooMany(question: Question, retryAfterSeconds: number | null, status = 429): Answer {
  const headers: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  const { service, url } = question
  if (service === 'login')
    return {
      ...entraError(
        429,
        'temporarily_unavailable',
        90055,
        'There have been too many requests. Please wait and try again.',
      ),
      headers,
    }
  if (service === 'graph') return graphError(429, 'TooManyRequests', 'Too Many Requests', headers)
  const publisher = url.searchParams.get('PublisherIdentifier') ?? '00000000-0000-0000-0000-000000000000'
  const method = url.pathname.includes('/audit/') ? 'GetBlob' : question.method
  return activityError(
    status,
    'AF429',
    `Too many requests. Method=${method}, PublisherId=${publisher}`,
    headers,
  )
}

function broken(service: Service, status: number): Answer {
  if (service === 'login')
    return entraError(
      status,
      'temporarily_unavailable',
      90033,
      'A transient error has occurred. Please try again.',
    )
  if (service === 'management')
    return activityError(status, 'AF50000', 'An internal error occurred. Retry the request.')
  const code = {
    500: 'generalException',
    502: 'BadGateway',
    503: 'serviceNotAvailable',
    504: 'GatewayTimeout',
  }[status]
  return graphError(
    status,
    code ?? 'generalException',
    'The service is temporarily unavailable. Please try again later.',
  )
}

function answer(
  cloud: Cloud,
  question: Question,
  claims: Claims | null,
  urls: Record<Service, string>,
): Answer {
  if (question.service === 'login') {
    // Links and issuer are those of the name that the caller used.
    return answerLogin(cloud, question, { ...urls, login: question.url.origin })
  }
  return question.service === 'graph'
    ? answerGraph(cloud, question, claims)
    : answerManagement(cloud, question, claims)
}

function send(response: ServerResponse, sent: Answer, date: Date, cutAfter?: number): void {
  const body = typeof sent.body === 'string' ? Buffer.from(sent.body) : (sent.body ?? Buffer.alloc(0))
  response.statusCode = sent.status
  response.setHeader('date', date.toUTCString())
  response.setHeader('request-id', randomUUID())
  if (sent.contentType) response.setHeader('content-type', sent.contentType)
  for (const [name, value] of Object.entries(sent.headers ?? {})) response.setHeader(name, value)
  if (sent.next?.in === 'header') response.setHeader('NextPageUri', sent.next.link)
  if (sent.status !== 204) response.setHeader('content-length', body.length)
  if (cutAfter === undefined) response.end(body)
  else response.write(body.subarray(0, cutAfter), () => response.destroy())
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LARGEST_BODY) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
