// One's own account: password, two-factor, sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeOfUri } from '../authenticator.ts'
import { type Service, startService } from '../harness.ts'
import { auditOf } from './audit-of.ts'
import { callerWith, cookieOf, PASSWORD, post, postSignIn, type SignedIn, signIn } from './sign-in.ts'
import { turnOn } from './two-factor.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
})
afterAll(() => service.close())

const actions = async ({ organization }: SignedIn) =>
  (await auditOf(organization)).map(({ action }) => action)
const again = async ({ email }: SignedIn) =>
  callerWith(service, cookieOf(await postSignIn(service, email, PASSWORD)))

describe('the password', () => {
  it('changes, and every other session ends', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const elsewhere = await again(ada)
    const newPassword = 'quite another long password'
    const body = { currentPassword: PASSWORD, newPassword, revokeOtherSessions: false }
    const changed = await post(service, '/auth/change-password', body, ada.cookie)
    expect(changed.status).toBe(200)
    expect((await elsewhere.get('/me')).status).toBe(401)
    expect((await callerWith(service, cookieOf(changed)).get('/me')).status).toBe(200)
    expect((await postSignIn(service, ada.email, PASSWORD)).status).toBe(401)
    expect((await postSignIn(service, ada.email, newPassword)).status).toBe(200)
    expect(await actions(ada)).toContain('changed their password')
  })

  it.each([
    [
      { currentPassword: 'wrong password', newPassword: 'quite another long password' },
      'That is not your password.',
    ],
    [{ currentPassword: PASSWORD, newPassword: 'short' }, 'Use at least 12 characters for the password.'],
    [{ currentPassword: PASSWORD, newPassword: PASSWORD }, 'This is the password you have. Choose another.'],
    [
      { currentPassword: PASSWORD, newPassword: 'password1234' },
      'This password is easy to guess. It is one of the most common passwords. Choose another.',
    ],
  ])('does not change by %j', async (body, detail) => {
    const ada = await signIn(service, { role: 'Admin' })
    const refused = await post(service, '/auth/change-password', body, ada.cookie)
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([400, detail])
    expect((await postSignIn(service, ada.email, PASSWORD)).status).toBe(200)
  })

  it('cannot be guessed with a session that was left open', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const guess = { currentPassword: 'wrong password', newPassword: 'quite another long password' }
    for (let count = 0; count < 8; count++)
      expect((await post(service, '/auth/change-password', guess, ada.cookie)).status).toBe(400)
    expect((await post(service, '/auth/change-password', guess, ada.cookie)).status).toBe(429)
  })
})

describe('two-factor', () => {
  it('asks for a code after the password; a recovery code works once', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const { totpURI, backupCodes, now } = await turnOn(service, ada)
    expect((await now.get('/me')).status).toBe(200)
    expect(await (await now.get('/account')).json()).toMatchObject({ hasTwoFactor: true })

    const half = await postSignIn(service, ada.email, PASSWORD)
    expect(await half.json()).toMatchObject({ twoFactorRedirect: true })
    expect((await callerWith(service, cookieOf(half)).get('/me')).status).toBe(401)
    const wrong = await post(service, '/auth/two-factor/verify-totp', { code: '000000' }, cookieOf(half))
    expect(wrong.status).toBe(401)
    const code = codeOfUri(totpURI)
    const right = await post(
      service,
      '/auth/two-factor/verify-totp',
      { code, trustDevice: true },
      cookieOf(half),
    )
    expect((await callerWith(service, cookieOf(right)).get('/me')).status).toBe(200)
    expect(cookieOf(right)).not.toContain('trust')

    for (const status of [200, 401]) {
      const next = await postSignIn(service, ada.email, PASSWORD)
      const recovery = { code: backupCodes[0] }
      const answer = await post(service, '/auth/two-factor/verify-backup-code', recovery, cookieOf(next))
      expect(answer.status).toBe(status)
    }
    expect(await actions(ada)).toEqual([
      'signed in',
      'turned two-factor on',
      'failed to sign in',
      'signed in',
      'signed in',
      'failed to sign in',
    ])
  })

  it('is not worn down by guessing, and guessing locks out nobody elsewhere', async () => {
    const proxied = await startService({
      settings: { VEDETTE_APP_URL: undefined, VEDETTE_TRUSTED_PROXIES: '127.0.0.1' },
      databaseUrl: service.databaseUrl,
      clock: service.clock,
    })
    const from = (address: string, path: string, body: unknown, cookie = '') =>
      fetch(`${proxied.url}/auth${path}`, {
        method: 'POST',
        headers: {
          origin: proxied.url,
          'content-type': 'application/json',
          cookie,
          'x-forwarded-for': address,
        },
        body: JSON.stringify(body),
      })
    try {
      const ada = await signIn(service, { role: 'Admin' })
      const { totpURI } = await turnOn(service, ada)
      const statuses: number[] = []
      // The password is known to the guesser, who begins anew whenever a challenge is used up.
      for (let round = 0; round < 4; round++) {
        const half = await from('198.51.100.7', '/sign-in/email', { email: ada.email, password: PASSWORD })
        statuses.push(half.status)
        for (let count = 0; count < 3 && half.status === 200; count++)
          statuses.push(
            (await from('198.51.100.7', '/two-factor/verify-totp', { code: '000000' }, cookieOf(half)))
              .status,
          )
      }
      expect(statuses).toEqual([200, 401, 401, 401, 200, 401, 401, 401, 200, 401, 401, 429, 429])
      const half = await from('203.0.113.7', '/sign-in/email', { email: ada.email, password: PASSWORD })
      const code = codeOfUri(totpURI)
      expect((await from('203.0.113.7', '/two-factor/verify-totp', { code }, cookieOf(half))).status).toBe(
        200,
      )
    } finally {
      await proxied.close()
    }
  })

  it('gives new recovery codes, and turns off, for the password alone', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const { backupCodes, now } = await turnOn(service, ada)
    for (const path of ['/auth/two-factor/generate-backup-codes', '/auth/two-factor/disable'])
      expect((await post(service, path, { password: 'wrong password' }, now.cookie)).status).toBe(400)
    const renewed = await post(
      service,
      '/auth/two-factor/generate-backup-codes',
      { password: PASSWORD },
      now.cookie,
    )
    const { backupCodes: newCodes } = (await renewed.json()) as { backupCodes: string[] }
    expect(newCodes).toHaveLength(10)
    const half = await postSignIn(service, ada.email, PASSWORD)
    const old = { code: backupCodes[0] }
    expect((await post(service, '/auth/two-factor/verify-backup-code', old, cookieOf(half))).status).toBe(401)
    expect((await post(service, '/auth/two-factor/disable', { password: PASSWORD }, now.cookie)).status).toBe(
      200,
    )
    expect(await (await postSignIn(service, ada.email, PASSWORD)).json()).toHaveProperty('user')
    expect(await actions(ada)).toEqual(
      expect.arrayContaining(['made new recovery codes', 'turned two-factor off']),
    )
  })
})

describe('the account', () => {
  it('shows its own sessions and ends the others', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const elsewhere = await again(ada)
    const stranger = await signIn(service, { role: 'Admin' })
    const account = (await (await ada.get('/account')).json()) as {
      sessions: { id: string; isThis: boolean }[]
    }
    expect(account).toMatchObject({
      hasPassword: true,
      hasTwoFactor: false,
      passkeys: [],
      singleSignOn: null,
    })
    expect(account.sessions.map(({ isThis }) => isThis)).toEqual([false, true])
    expect(JSON.stringify(account)).not.toContain('token')
    for (const { id } of account.sessions)
      expect((await stranger.change('DELETE', `/account/sessions/${id}`)).status).toBe(404)
    expect(await (await ada.change('DELETE', '/account/sessions')).json()).toEqual({ ended: 1 })
    expect([(await elsewhere.get('/me')).status, (await ada.get('/me')).status]).toEqual([401, 200])
    expect((await stranger.get('/me')).status).toBe(200)
  })

  it('ends one session', async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const elsewhere = await again(ada)
    const { sessions } = (await (await elsewhere.get('/account')).json()) as {
      sessions: { id: string; isThis: boolean }[]
    }
    const other = sessions.find(({ isThis }) => !isThis)!
    expect((await elsewhere.change('DELETE', `/account/sessions/${other.id}`)).status).toBe(200)
    expect((await ada.get('/me')).status).toBe(401)
  })

  it('has a name that can be changed', async () => {
    const ada = await signIn(service, { role: 'Full Member' })
    expect((await ada.change('PATCH', '/account', { name: '  Ada Vance ' })).status).toBe(200)
    expect(await (await ada.get('/me')).json()).toMatchObject({ person: { name: 'Ada Vance' } })
    for (const name of ['', 'a\nb', 'x'.repeat(101)])
      expect((await ada.change('PATCH', '/account', { name })).status).toBe(400)
    expect((await ada.change('PATCH', '/account', { name: 'Eve', email: 'eve@x.example' })).status).toBe(400)
    expect(await (await ada.get('/me')).json()).toMatchObject({ person: { name: 'Ada Vance' } })
  })

  it("knows no passkey of somebody else's", async () => {
    const ada = await signIn(service, { role: 'Admin' })
    const id = '00000000-0000-4000-8000-000000000000'
    expect((await ada.change('DELETE', `/account/passkeys/${id}`)).status).toBe(404)
  })
})
