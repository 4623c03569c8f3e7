// Serves the dashboard's files, as Vite built them.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const BUILT = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url))

/** The addresses that people see; which page each shows is the dashboard's own affair (dashboard/router.tsx). */
const PAGES = [
  '/',
  '/sign-in',
  '/set-up',
  '/join',
  '/forgotten-password',
  '/reset-password',
  '/second-factor',
  '/incidents',
  '/tenants',
  '/tenants/connect',
  '/tenants/connected',
  '/tenant/:serviceTenantId',
  '/tenant/:serviceTenantId/incidents/:id',
  '/usage',
  '/account',
  '/settings',
  '/settings/*',
]

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine and the charts set sizes and colours as style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Vedette</title><p>The dashboard has not been built. Run <code>npm run build</code> and reload.</p>'

export async function servePages(server: FastifyInstance): Promise<void> {
  if (existsSync(BUILT))
    await server.register(fastifyStatic, {
      root: `${BUILT}assets`,
      prefix: '/assets/',
      // Their names change with their content.
      immutable: true,
      preCompressed: true,
      maxAge: '365d',
      index: false,
      schemaHide: true,
    })
  const sendPage = async (reply: FastifyReply) => {
    const page = await readFile(`${BUILT}index.html`).catch(() => Buffer.from(NOT_BUILT))
    return reply
      .headers({ 'content-security-policy': CSP, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page)
  }
  for (const url of PAGES) server.get(url, { schema: { hide: true } }, (_request, reply) => sendPage(reply))
  // Somebody who mistyped an address reads words and finds the way back; a program gets a problem, as everywhere.
  server.get('/*', { schema: { hide: true } }, (request, reply) =>
    isTypedByPerson(request) ? sendPage(reply.code(404)) : reply.callNotFound(),
  )
}

const isTypedByPerson = ({ url, headers: { accept = '' } }: FastifyRequest) =>
  accept.startsWith('text/html') && !/^\/(api|assets|auth|beta|console|docs|v\d+)(?:[/?]|$)/.test(url)
