// Puts the dashboard on the server: its pages, sign-in, and what the pages call.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { type Auth, makeAuth } from '../members/auth.ts'
import { makeMailer } from '../members/mailer.ts'
import { singleSignOnWith } from '../members/single-sign-on.ts'
import { microsoftParts } from '../sources/microsoft/parts.ts'
import { answerConsole } from './answer.ts'
import { mountLive } from './live.ts'
import { mountAuth } from './members/auth-mount.ts'
import { servePages } from './pages.ts'
import { answerPublic } from './public.ts'
import { publicRoutes } from './public-routes.ts'
import type { ConsoleContext } from './route.ts'
import { consoleRoutes } from './routes.ts'
import { mountUpload } from './tenants/upload.ts'

export interface ConsoleParts {
  db: Db
  /** For the set-up of the first organization alone. */
  owner: Db
  config: Config
  secret: string
  addresses: ConsoleContext['addresses']
  clock: () => Date
  log: Logger
}

export async function registerConsole(server: FastifyInstance, parts: ConsoleParts): Promise<void> {
  const { db, owner, config, secret, addresses, clock, log } = parts
  const mailer = makeMailer(config.mail)
  const microsoft = microsoftParts({ config, secret, fetch, clock })
  const authWith = (singleSignOn: Config['singleSignOn']) =>
    makeAuth({
      db,
      secret,
      appUrl: addresses.appUrl,
      singleSignOn,
      onFault: error => log.error({ err: error }, 'sign-in failed on a fault'),
    })
  let auth: Auth | undefined
  const makeContext = (): ConsoleContext => {
    // At the first request: only then is it known under which address people reach it.
    auth ??= authWith(undefined)
    return { db, config, auth, addresses, mailer, microsoft, now: clock(), log }
  }
  await server.register(async pages => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: 1024 * 1024 },
      pages.getDefaultJsonParser('error', 'error'),
    )
    mountAuth(pages, {
      makeContext,
      singleSignOn: config.singleSignOn && singleSignOnWith(() => authWith(config.singleSignOn)),
    })
    mountLive(pages, makeContext)
    await mountUpload(pages, makeContext)
    for (const route of consoleRoutes)
      pages.route({
        method: route.method,
        url: `/console${route.url}`,
        schema: { hide: true },
        handler: answerConsole(route, makeContext),
      })
    for (const route of publicRoutes)
      pages.route({
        method: route.method,
        url: `/console${route.url}`,
        schema: { hide: true },
        handler: answerPublic(route, () => ({ ...makeContext(), owner })),
      })
    await servePages(pages)
  })
}
