// The reference page at /docs: Scalar, served whole from here, so that it works without a network.
import fastify, { type FastifyInstance } from 'fastify'

const CSP = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const KEPT_HEADERS = ['content-type', 'location'] as const

export function serveDocs(server: FastifyInstance): void {
  // Loaded when somebody reads it: the script is megabytes, and most of the time nobody does.
  let reference: Promise<FastifyInstance> | null = null
  for (const url of ['/docs', '/docs/', '/docs/js/scalar.js'])
    server.get(url, { schema: { hide: true } }, async (request, reply) => {
      reference ??= openReference()
      const page = await (await reference).inject({ method: 'GET', url: request.routeOptions.url! })
      reply.header('content-security-policy', CSP)
      for (const name of KEPT_HEADERS) if (page.headers[name]) reply.header(name, page.headers[name])
      return reply.code(page.statusCode).send(page.rawPayload)
    })
}

async function openReference(): Promise<FastifyInstance> {
  const reference = fastify()
  await reference.register(import('@scalar/fastify-api-reference'), {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Vedette API',
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await reference.ready()
  return reference
}
