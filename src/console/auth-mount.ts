// Puts better-auth on the server under /auth.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleContext } from './route.ts'
import { headersOf } from './session.ts'

export function mountAuth(server: FastifyInstance, makeContext: () => ConsoleContext): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { auth, addresses } = makeContext()
    const hasBody = request.method !== 'GET' && request.body !== undefined
    const response = await auth.handler(
      new Request(new URL(request.url, addresses.appUrl), {
        method: request.method,
        headers: headersOf(request),
        ...(hasBody && { body: JSON.stringify(request.body) }),
      }),
    )
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
    const cookies = response.headers.getSetCookie()
    if (cookies.length) reply.header('set-cookie', cookies)
    return reply
      .code(response.status)
      .header('cache-control', 'no-store')
      .send(Buffer.from(await response.arrayBuffer()))
  }
  server.route({ method: ['GET', 'POST'], url: '/auth/*', schema: { hide: true }, handler })
}
