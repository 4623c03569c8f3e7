// `member reset-password`: the operator's way to let somebody back in who has forgotten their password.
import type { Config } from '../config.ts'
import { openDatabase } from '../database/open.ts'
import { isEmail } from '../members/email.ts'
import { GOOD_FOR_MINUTES, makeReset } from '../members/reset-password.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, configFrom, print, readArguments, settingOptions, Usage } from './command.ts'
import { makeLog } from './run-service.ts'

export const member: Command = {
  help: `usage: npm run vedette -- member reset-password EMAIL [options]

Prints a link with which that person chooses a new password. It works once and for an hour. Their sessions end when it is
used; two-factor and passkeys stay. Works while the service runs.

  --data DIR         data folder (VEDETTE_DATA, ./data); not needed with DATABASE_URL
  --port N           the port of the dashboard (VEDETTE_PORT, 8080), where neither VEDETTE_APP_URL nor
                     VEDETTE_BASE_URL is set`,
  async run(args) {
    const { values, positionals } = readArguments(args, settingOptions, { positionals: true })
    const [verb, given, ...rest] = positionals
    if (verb !== 'reset-password') throw new Usage('Say what to do: member reset-password.')
    const email = given?.trim().toLowerCase()
    if (!email || rest.length || !isEmail(email))
      throw new Usage('Give one email address, such as you@example.com.')
    await resetFor(configFrom(values), email)
  },
}

async function resetFor(config: Config, email: string): Promise<void> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    mode: 'visit',
    connections: 2,
    log: makeLog('warn'),
  })
  try {
    const actor = { personId: null, name: 'The operator', address: null }
    const made = await makeReset(database.owner, { email, isMailed: false, actor, at: new Date() })
    if (typeof made === 'string') throw new OperatorError(`Nobody here has the address ${email}.`)
    print(
      `Give this link to ${made.name} <${email}>. It works once, and for ${GOOD_FOR_MINUTES} minutes:`,
      '',
      `  ${addressOf(config)}/reset-password?token=${made.token}`,
    )
  } finally {
    await database.close()
  }
}

const addressOf = ({ appUrl, baseUrl, host, port }: Config): string =>
  appUrl ?? baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
