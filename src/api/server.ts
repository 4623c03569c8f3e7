// The HTTP server of the public API: routes, and everything that is the same for all of them.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import type { Histogram } from 'prom-client'
import type { Logger } from 'pino'
import { isUnavailable } from '../database/unavailable.ts'
import { answerRoute, type Parts } from './answer.ts'
import { serveDocs } from './docs-page.ts'
import { describeApi, schemaOf } from './openapi.ts'
import { Problem } from './problem.ts'
import { routes } from './routes.ts'

export interface ServerParts extends Parts {
  version: string
  log: Logger
  requestSeconds: Histogram<'route' | 'status'>
  /** Rejects while the service cannot do its work. */
  checkReady(): Promise<void>
}

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
const REQUEST_ID = /^[\w.-]{1,64}$/

export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = fastify({
    loggerInstance: parts.log,
    disableRequestLogging: true,
    genReqId: requestId,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
  }) as unknown as FastifyInstance
  // Parameters are read by their own definitions and answers are written as bytes: the schemas only document.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => data => JSON.stringify(data))

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS)
    if (parts.addresses.baseUrl.startsWith('https:')) reply.headers(STRICT_TRANSPORT)
    reply.header('x-request-id', request.id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    parts.requestSeconds.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1000)
    // The path alone: a query may hold what its sender would not want kept.
    const path = request.url.split('?', 1)[0]
    parts.log.info(
      {
        requestId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })

  const sendProblem = (problem: Problem, request: { id: string }, reply: import('fastify').FastifyReply) =>
    reply
      .code(problem.status)
      .headers({ 'cache-control': 'no-store', ...problem.headers })
      .type('application/problem+json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(problem.body(request.id))))

  server.setErrorHandler((error, request, reply) => {
    if (error instanceof Problem) return sendProblem(error, request, reply)
    const isPassing = isUnavailable(error)
    parts.log[isPassing ? 'warn' : 'error']({ requestId: request.id, err: error }, 'request failed')
    const problem = isPassing
      ? new Problem('unavailable', 'The database cannot be reached. Try again in a few seconds.', {
          headers: { 'retry-after': '2' },
        })
      : new Problem('internal-error', 'The fault has been logged under this request id.')
    return sendProblem(problem, request, reply)
  })
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const problem = server.hasRoute({ method: 'GET', url: path })
      ? new Problem('method-not-allowed', `${path} takes GET and HEAD.`, { headers: { allow: 'GET, HEAD' } })
      : new Problem('not-found', 'The API is described at /docs.')
    return sendProblem(problem, request, reply)
  })

  await describeApi(server, parts.version)
  for (const route of routes)
    server.route({
      method: route.method,
      url: route.url,
      schema: schemaOf(route),
      handler: answerRoute(route, parts),
    })
  const hide = { schema: { hide: true } }
  server.get('/openapi.json', hide, () => server.swagger())
  server.get('/healthz', hide, () => ({ status: 'alive' }))
  server.get('/readyz', hide, async () => {
    try {
      await parts.checkReady()
    } catch (error) {
      parts.log.warn({ err: error }, 'not ready')
      throw new Problem('unavailable', 'The database does not answer.', { headers: { 'retry-after': '2' } })
    }
    return { status: 'ready' }
  })
  await serveDocs(server)
  await server.ready()
  return server
}

/** The caller's own id when it is a plain word, so that both sides' logs meet; else a new one. */
function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** What never became a request: it has no route, no reply object, and its connection is of no further use. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('header-too-large', 'The request line and headers together must stay under 16 KiB.')
      : new Problem('invalid-request', 'This is not a readable HTTP request.')
  const body = JSON.stringify(problem.body(randomUUID()))
  const title = problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'
  socket.end(
    `HTTP/1.1 ${problem.status} ${title}\r\ncontent-type: application/problem+json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
