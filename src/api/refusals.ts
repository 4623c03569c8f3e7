// Everything that can go wrong with a request, turned into a problem document.
import { randomUUID } from 'node:crypto'
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
  server.setErrorHandler((error, request, reply) =>
    sendProblem(problemOf(error, request, log), request, reply),
  )
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const problem = server.hasRoute({ method: 'GET', url: path })
      ? new Problem('method-not-allowed', `${path} takes GET and HEAD.`, { headers: { allow: 'GET, HEAD' } })
      : new Problem('not-found', 'The API is described at /docs.')
    return sendProblem(problem, request, reply)
  })
}

function problemOf(error: unknown, request: FastifyRequest, log: Logger): Problem {
  if (error instanceof Problem) return error
  if (isUnavailable(error)) {
    log.warn({ requestId: request.id, err: error }, 'request failed: database out of reach')
    return unavailable('The database cannot be reached. Try again in a few seconds.')
  }
  log.error({ requestId: request.id, err: error }, 'request failed')
  return new Problem('internal-error', 'The fault has been logged under this request id.')
}

/** A path that cannot be decoded, before any route is known. */
export const refuseBadUrl = (_error: unknown, request: FastifyRequest, reply: FastifyReply) =>
  void sendProblem(new Problem('invalid-request', 'The address cannot be read.'), request, reply)

/** What never became a request: it has no route and no reply object, and its connection is of no further use. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
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
