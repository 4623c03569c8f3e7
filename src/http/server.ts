// The HTTP server, and everything that is the same for all of its addresses.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setImmediate, setTimeout } from 'node:timers/promises'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import { loggable, noteAnswered } from './answered.ts'
import { type AnswerDirectly, answerDirectly } from './direct.ts'
import { Problem } from './problem.ts'
import { answerUnreadable, handleRefusals, problemOf, refuseBadUrl, unavailable } from './refusals.ts'

export interface ServerParts {
  log: Logger
  requestSeconds: Histogram<'route' | 'status'>
  /** Addresses as the outside sees them; known once the service listens. */
  addresses: { baseUrl: string; appUrl: string }
  /** Whose X-Forwarded-For is believed. */
  trustedProxies: string[]
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
const BY_HTTP = Object.entries(SECURITY_HEADERS).flat()
const BY_HTTPS = [...BY_HTTP, ...Object.entries(STRICT_TRANSPORT).flat()]
const REQUEST_ID = /^[\w.-]{1,64}$/

export interface HttpServer {
  server: FastifyInstance
  /** What is answered ahead of the framework, by path. */
  direct: Map<string, AnswerDirectly>
}

export function buildServer(parts: ServerParts): HttpServer {
  const server: FastifyInstance = fastify({
    loggerInstance: parts.log as fastify.FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    // One logger serves all requests: what is logged of each names it.
    childLoggerFactory: logger => logger,
    trustProxy: parts.trustedProxies.length ? parts.trustedProxies : false,
    forceCloseConnections: 'idle',
    // What arrives on an open connection while stopping is still answered; the connection is closed after it.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    // Refused below instead, with a problem rather than an empty 400.
    http: { requireHostHeader: false },
    frameworkErrors: refuseBadUrl,
  })
  // Parameters are read by their own definitions and answers are written as bytes: the schemas only document.
  server.setValidatorCompiler(() => () => true)
  server.setSerializerCompiler(() => data => JSON.stringify(data))
  // Whoever takes a body says so for itself: elsewhere none is ever read, whatever it says about itself.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _body, done) => done(null))

  const isStopping = dressReplies(server, parts)
  const note = noteAnswered(parts.log, parts.requestSeconds)
  server.addHook('onResponse', (request, reply, done) => {
    note({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      path: loggable(request.url),
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
    })
    done()
  })
  handleRefusals(server, parts.log)
  const hide = { schema: { hide: true } }
  server.get('/healthz', hide, () => ({ status: 'alive' }))
  server.get('/readyz', hide, async () => {
    await parts.checkReady().catch(error => {
      parts.log.warn({ err: error }, 'not ready')
      throw unavailable('The database does not answer.')
    })
    return { status: 'ready' }
  })
  const direct: HttpServer['direct'] = new Map()
  answerDirectly(server.server, direct, {
    requestId,
    commonHeaders: () => (isSecure(parts) ? BY_HTTPS : BY_HTTP),
    isStopping,
    problemOf: (error, id) => problemOf(error, id, parts.log),
    note,
  })
  return { server, direct }
}

const isSecure = ({ addresses }: ServerParts) => addresses.baseUrl.startsWith('https:')

const ON_THE_WAY_MILLISECONDS = 100
/** A turn to take a connection, one to read from it, and one more for whatever the turn before was busy with. */
const TURNS_TO_READ = 3

/** What was sent before anybody could know that the service stops: closing a connection unread would lose it. */
async function readWhatWasSent(): Promise<void> {
  await setTimeout(ON_THE_WAY_MILLISECONDS)
  for (let turn = 0; turn < TURNS_TO_READ; turn++) await setImmediate()
}

/** Returns whether the server is stopping. */
function dressReplies(server: FastifyInstance, parts: ServerParts): () => boolean {
  let isStopping = false
  server.addHook('preClose', async () => {
    isStopping = true
    await readWhatWasSent()
  })
  // An expectation other than 100-continue is ignored: no answer here depends on it (RFC 9110 §10.1.1 allows that).
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  )
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS)
    if (isSecure(parts)) reply.headers(STRICT_TRANSPORT)
    reply.header('x-request-id', request.id)
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      return done(new Problem('invalid-request', 'The Host header is missing.'))
    done()
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  return () => isStopping
}

/** The caller's own id when it is a plain word, so that both sides' logs meet; else a new one. */
function requestId(request: { headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) && !given.includes('vdt_') ? given : randomUUID()
}
