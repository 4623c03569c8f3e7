// The reference page at /docs: Scalar, served whole from here, so that it works without a network.
import type { FastifyInstance } from 'fastify'

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

export async function serveDocs(server: FastifyInstance): Promise<void> {
  await server.register(async docs => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', CSP)
    })
    await docs.register(import('@scalar/fastify-api-reference'), {
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
  })
}
