// A password that somebody chooses: long enough, not easy to guess, and not the one they have.
import { Problem } from '../../http/problem.ts'
import { type Chooser, easyFault } from '../../members/easy-password.ts'
import { listMemberships } from '../../members/memberships.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../members/password-length.ts'
import type { ConsoleContext } from '../route.ts'

export function readNewPassword(password: string, chooser: Chooser): string {
  if (password.length < SHORTEST_PASSWORD || password.length > LONGEST_PASSWORD)
    throw refused(`Use ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters for the password.`)
  refuseEasy(password, chooser)
  return password
}

function refuseEasy(password: string, chooser: Chooser, parameter?: string): void {
  const fault = easyFault(password, chooser)
  if (fault) throw refused(`This password is easy to guess. ${fault} Choose another.`, parameter)
}

/** Who has an account, by what is known of them. */
export async function chooserOf(
  { db }: Pick<ConsoleContext, 'db'>,
  { personId, email }: { personId: string; email: string },
): Promise<Chooser> {
  const memberships = await listMemberships(db, personId)
  return { email, organizationNames: memberships.map(({ organizationName }) => organizationName) }
}

export const presentPassword = (parameter?: string): Problem =>
  refused('This is the password you have. Choose another.', parameter)

/** Of what better-auth changes by itself; it judges the length and the present password. */
export async function refuseChange(
  context: ConsoleContext,
  person: { personId: string; email: string },
  { currentPassword, newPassword }: Record<string, unknown>,
): Promise<void> {
  if (typeof newPassword !== 'string' || newPassword.length < SHORTEST_PASSWORD) return
  if (newPassword.length > LONGEST_PASSWORD) return
  if (newPassword === currentPassword) throw presentPassword('newPassword')
  refuseEasy(newPassword, await chooserOf(context, person), 'newPassword')
}

const refused = (detail: string, parameter = 'password') =>
  new Problem('invalid-request', detail, { parameter })
