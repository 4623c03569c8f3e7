// Somebody who turns two-factor on, for tests of what the dashboard calls.
import { codeOfUri } from '../authenticator.ts'
import type { Service } from '../harness.ts'
import { callerWith, cookieOf, PASSWORD, post } from './sign-in.ts'

/** Leaves them with a new session, as the dashboard would have it. */
export async function turnOn(service: Service, person: { cookie: string }) {
  const enabled = await post(service, '/auth/two-factor/enable', { password: PASSWORD }, person.cookie)
  const { totpURI, backupCodes } = (await enabled.json()) as { totpURI: string; backupCodes: string[] }
  const verified = await post(
    service,
    '/auth/two-factor/verify-totp',
    { code: codeOfUri(totpURI) },
    person.cookie,
  )
  if (verified.status !== 200) throw new Error(await verified.text())
  return { totpURI, backupCodes, now: callerWith(service, cookieOf(verified)) }
}
