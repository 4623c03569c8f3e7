// Puts the public API on the server: its routes, their description, and the page to read it on.
import type { FastifyInstance } from 'fastify'
import { answerRoute, type Parts } from './answer.ts'
import { serveDocs } from './docs-page.ts'
import { describeApi, schemaOf } from './openapi.ts'
import { routes } from './routes.ts'

export async function registerApi(
  server: FastifyInstance,
  parts: Parts & { version: string },
): Promise<void> {
  await describeApi(server, parts.version)
  for (const route of routes)
    server.route({
      method: route.method,
      url: route.url,
      schema: schemaOf(route),
      handler: answerRoute(route, parts),
    })
  server.get('/openapi.json', { schema: { hide: true } }, () => server.swagger())
  await serveDocs(server)
}
