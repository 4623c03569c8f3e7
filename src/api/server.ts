// The HTTP server of the public API: routes, and everything that is the same for all of them.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import { answerRoute, type Parts } from './answer.ts'
import { serveDocs } from './docs-page.ts'
import { describeApi, schemaOf } from './openapi.ts'
import { answerUnreadable, handleRefusals, refuseBadUrl, unavailable } from './refusals.ts'
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
  const server: FastifyInstance = fastify({
    loggerInstance: parts.log as fastify.FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while stopping is still answered; the connection is closed after it.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: refuseBadUrl,
  })
  // Parameters are read by their own definitions and answers are written as bytes: the schemas only document.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => data => JSON.stringify(data))
  // No address of the API takes a body, so none is ever read: what it says about itself cannot matter.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _body, done) => done(null))

  dressReplies(server, parts)
  logRequests(server, parts)
  handleRefusals(server, parts.log)
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
    await parts.checkReady().catch(error => {
      parts.log.warn({ err: error }, 'not ready')
      throw unavailable('The database does not answer.')
    })
    return { status: 'ready' }
  })
  await serveDocs(server)
  await server.ready()
  return server
}

function dressReplies(server: FastifyInstance, { addresses }: ServerParts): void {
  let isStopping = false
  server.addHook('preClose', async () => {
    isStopping = true
  })
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    if (addresses.baseUrl.startsWith('https:')) reply.headers(STRICT_TRANSPORT)
    reply.header('x-request-id', request.id)
    done()
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
}

function logRequests(server: FastifyInstance, { log, requestSeconds }: ServerParts): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { method, url, id: requestId } = request
    const { statusCode: status, elapsedTime } = reply
    requestSeconds.observe({ route: request.routeOptions.url ?? 'none', status }, elapsedTime / 1000)
    // The path alone, and no key in it: a caller may put anything anywhere.
    const path = url.split('?', 1)[0]!.replaceAll(/vdt_\w+/g, 'vdt_…')
    log.info({ requestId, method, path, status, milliseconds: Math.round(elapsedTime * 10) / 10 }, 'answered')
    done()
  })
}

/** The caller's own id when it is a plain word, so that both sides' logs meet; else a new one. */
function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) && !given.includes('vdt_') ? given : randomUUID()
}
