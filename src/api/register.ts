// Puts the public API on the server: its routes, their description, and the page to read it on.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerDirectly } from '../http/direct.ts'
import type { HttpServer } from '../http/server.ts'
import { answerRoute, type Parts } from './answer.ts'
import { serveDocs } from './docs-page.ts'
import { describeApi, schemaOf } from './openapi.ts'
import { routes } from './routes.ts'

export async function registerApi(
  { server, direct }: HttpServer,
  parts: Parts & { version: string },
): Promise<void> {
  await describeApi(server, parts.version)
  for (const route of routes) {
    const answer = answerRoute(route, parts)
    direct.set(route.url, answer)
    const { method, url } = route
    server.route({ method, url, schema: schemaOf(route), handler: throughFramework(answer) })
  }
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger())
  serveDocs(server)
}

/** For HEAD, and for whatever else does not go the short way. */
const throughFramework = (answer: AnswerDirectly) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { status, headers, body } = await answer(request)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1]!)
  return reply.code(status).send(body ?? undefined)
}
