// `member`: the operator's way to let somebody back in who has forgotten their password or lost their second factor.
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { isEmail } from '../members/email.ts'
import { GOOD_FOR_MINUTES, makeReset } from '../members/reset-password.ts'
import { resetSecondFactor } from '../members/reset-second-factor.ts'
import { OperatorError } from '../operator-error.ts'
import { type Command, configFrom, print, readArguments, settingOptions, Usage } from './command.ts'
import { visitDatabase } from './visit.ts'

export const member: Command = {
  help: `usage: npm run vedette -- member reset-password EMAIL [options]
       npm run vedette -- member reset-second-factor EMAIL [options]

reset-password prints a link with which that person chooses a new password. It works once and for an hour. Their sessions
end when it is used; two-factor and passkeys stay.
reset-second-factor removes their authenticator app, recovery codes and passkeys and ends their sessions: the password
alone lets them in, and an organization that requires a second factor has them set up a new one. First make sure that it
is them who ask.
Both work while the service runs.

  --data DIR         data folder (VEDETTE_DATA, ./data); not needed with DATABASE_URL
  --port N           the port of the dashboard (VEDETTE_PORT, 8080), where neither VEDETTE_APP_URL nor
                     VEDETTE_BASE_URL is set`,
  async run(args) {
    const { values, positionals } = readArguments(args, settingOptions, { positionals: true })
    const [verb, given, ...rest] = positionals
    if (verb !== 'reset-password' && verb !== 'reset-second-factor')
      throw new Usage('Say what to do: member reset-password or member reset-second-factor.')
    const email = given?.trim().toLowerCase()
    if (!email || rest.length || !isEmail(email))
      throw new Usage('Give one email address, such as you@example.com.')
    const config = configFrom(values)
    const database = await visitDatabase(config)
    try {
      if (verb === 'reset-password') await printLink(database.owner, config, email)
      else await removeFactors(database.owner, email)
    } finally {
      await database.close()
    }
  },
}

const OPERATOR = { personId: null, name: 'The operator', address: null }
const nobody = (email: string) => new OperatorError(`Nobody here has the address ${email}.`)

async function printLink(owner: Db, config: Config, email: string): Promise<void> {
  const made = await makeReset(owner, { email, isMailed: false, actor: OPERATOR, at: new Date() })
  if (typeof made === 'string') throw nobody(email)
  print(
    `Give this link to ${made.name} <${email}>. It works once, and for ${GOOD_FOR_MINUTES} minutes:`,
    '',
    `  ${addressOf(config)}/reset-password?token=${made.token}`,
  )
}

async function removeFactors(owner: Db, email: string): Promise<void> {
  const person = await resetSecondFactor(owner, { email, actor: OPERATOR, at: new Date() })
  if (!person) throw nobody(email)
  print(
    person.hadFactor
      ? `${person.name} <${email}> has no second factor any more, and is signed out everywhere.`
      : `${person.name} <${email}> had no second factor. Nothing was changed.`,
  )
}

const addressOf = ({ appUrl, baseUrl, host, port }: Config): string =>
  appUrl ?? baseUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
