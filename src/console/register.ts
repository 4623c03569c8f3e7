// Puts the dashboard on the server: its pages, sign-in, and what the pages call.
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { type Auth, makeAuth } from '../members/auth.ts'
import { answerConsole } from './answer.ts'
import { mountAuth } from './auth-mount.ts'
import { servePages } from './pages.ts'
import type { ConsoleContext } from './route.ts'
import { consoleRoutes } from './routes.ts'

export interface ConsoleParts {
  db: Db
  config: Config
  secret: string
  addresses: ConsoleContext['addresses']
  clock: () => Date
  log: Logger
}

export async function registerConsole(server: FastifyInstance, parts: ConsoleParts): Promise<void> {
  const { db, config, secret, addresses, clock, log } = parts
  let auth: Auth | undefined
  const makeContext = (): ConsoleContext => {
    // At the first request: only then is it known under which address people reach it.
    auth ??= makeAuth({ db, secret, appUrl: addresses.appUrl, singleSignOn: config.singleSignOn })
    return { db, config, auth, addresses, now: clock(), log }
  }
  await server.register(async pages => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: 1024 * 1024 },
      pages.getDefaultJsonParser('error', 'error'),
    )
    mountAuth(pages, makeContext)
    for (const route of consoleRoutes)
      pages.route({
        method: route.method,
        url: `/console${route.url}`,
        schema: { hide: true },
        handler: answerConsole(route, makeContext),
      })
    await servePages(pages)
  })
}
