// Everything that can go wrong with a request, turned into a problem document.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isUnavailable } from '../database/unavailable.ts'
import { Problem } from './problem.ts'

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.headers })
    .type('application/problem+json; charset=utf-8')
    .send(Buffer.from(JSON.stringify(problem.body(request.id))))
}

export const unavailable = (detail: string) =>
  new Problem('unavailable', detail, { headers: { 'retry-after': '2' } })

export function handleRefusals(server: FastifyInstance, log: Logger): void {
  // Kept apart from the router, which would read a caller's path as a pattern.
  const methods = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    for (const each of [method].flat()) methods.set(url, (methods.get(url) ?? new Set()).add(each))
  })
  const nothingHere = (request: FastifyRequest) => {
    const path = request.url.split('?', 1)[0]!
    const taken = [...(methods.get(path) ?? [])]
    return taken.length
      ? new Problem('method-not-allowed', `${path} takes ${taken.join(' and ')}.`, {
          headers: { allow: taken.join(', ') },
        })
      : new Problem('not-found', 'The API is described at /docs.')
  }
  server.setErrorHandler((error, request, reply) =>
    // What a request to nowhere says about its body does not matter either.
    sendProblem(
      request.is404 && !(error instanceof Problem) ? nothingHere(request) : problemOf(error, request.id, log),
      request,
      reply,
    ),
  )
  server.setNotFoundHandler((request, reply) => sendProblem(nothingHere(request), request, reply))
}

export function problemOf(error: unknown, requestId: string, log: Logger): Problem {
  if (error instanceof Problem) return error
  // What the framework itself refuses: a body that is no JSON, too long, or of another type.
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 400 && status < 500) return new Problem('invalid-request', (error as Error).message)
  if (isUnavailable(error)) {
    log.warn({ requestId, err: error }, 'request failed: database out of reach')
    return unavailable('The database cannot be reached. Try again in a few seconds.')
  }
  log.error({ requestId, err: error }, 'request failed')
  return new Problem('internal-error', 'The fault has been logged under this request id.')
}

/** A path that cannot be decoded, before any route is known. */
export const refuseBadUrl = (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  void sendProblem(new Problem('invalid-request', 'The address cannot be read.'), request, reply)

/** What never became a request: it has no route and no reply object, and its connection is of no further use. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  // Its headers could be read and have been answered; only its body could not. One request, one answer.
  if ((socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent)
    return void socket.end()
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
