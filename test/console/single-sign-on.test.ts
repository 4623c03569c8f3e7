// Single sign-on by OpenID Connect, with a provider over real HTTP.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serviceForTest } from '../harness.ts'
import { auditOf } from './audit-of.ts'
import { type Provider, startProvider } from './provider.ts'
import { callerWith, cookieOf, PASSWORD, post, postSignIn, signIn } from './sign-in.ts'

async function setting(provider: Provider) {
  onTestFinished(() => provider.close())
  const service = await serviceForTest({
    settings: {
      VEDETTE_APP_URL: undefined,
      VEDETTE_SSO_NAME: 'Harbour',
      VEDETTE_SSO_ISSUER: provider.issuer,
      VEDETTE_SSO_CLIENT_ID: 'vedette',
      VEDETTE_SSO_CLIENT_SECRET: 'between us',
    },
  })
  /** There and back again. */
  const travel = async () => {
    const begun = await post(service, '/auth/sign-in/social', { callbackURL: '/usage' })
    if (begun.status !== 200) return begun
    const { url } = (await begun.json()) as { url: string }
    return fetch(provider.visit(url), { redirect: 'manual', headers: { cookie: cookieOf(begun) } })
  }
  return { service, travel }
}

describe('single sign-on', () => {
  it('is offered by its name, and leads a member back to where they were going', async () => {
    const provider = await startProvider()
    const { service, travel } = await setting(provider)
    const options = await fetch(`${service.url}/console/sign-in-options`)
    expect(await options.json()).toEqual({ isEmpty: true, singleSignOn: 'Harbour', canMail: false })
    const ada = await signIn(service, { role: 'Admin' })
    provider.next = { sub: 'ada', email: ada.email }
    for (let time = 0; time < 2; time++) {
      const back = await travel()
      expect([back.status, back.headers.get('location')]).toEqual([302, '/usage'])
      const me = await callerWith(service, cookieOf(back)).get('/me')
      expect(await me.json()).toMatchObject({ person: { email: ada.email }, role: 'Admin' })
    }
    expect((await auditOf(ada.organization)).map(({ action }) => action)).toEqual(Array(3).fill('signed in'))
  })

  it('takes the account over: what opened it before no longer does', async () => {
    const provider = await startProvider()
    const { service, travel } = await setting(provider)
    // Whoever used the invitation may not be whom the address belongs to.
    const squatter = await signIn(service, { role: 'Full Member' })
    provider.next = { sub: 'rightful', email: squatter.email }
    const owner = callerWith(service, cookieOf(await travel()))
    expect((await owner.get('/me')).status).toBe(200)
    expect((await squatter.get('/me')).status).toBe(401)
    expect((await postSignIn(service, squatter.email, PASSWORD)).status).toBe(401)
    expect(await (await owner.get('/account')).json()).toMatchObject({ hasPassword: false })
  })

  it('makes no member of somebody whom nobody invited', async () => {
    const provider = await startProvider()
    const { travel } = await setting(provider)
    const back = await travel()
    expect(back.headers.get('location')).toMatch(/\/sign-in\?error=signup_disabled$/)
    expect(cookieOf(back)).not.toContain('session_token')
  })

  it('believes no token that the provider did not sign', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const provider = await startProvider({ signWith: privateKey })
    const { service, travel } = await setting(provider)
    const ada = await signIn(service, { role: 'Admin' })
    provider.next = { sub: 'ada', email: ada.email }
    const back = await travel()
    expect(back.headers.get('location')).toMatch(/\/sign-in\?error=/)
    expect(cookieOf(back)).not.toContain('session_token')
  })

  it('out of reach keeps nobody from signing in by password', async () => {
    const provider = await startProvider()
    const { issuer } = provider
    provider.close()
    const { service, travel } = await setting({ ...provider, issuer })
    const ada = await signIn(service, { role: 'Admin' })
    expect((await ada.get('/me')).status).toBe(200)
    const refused = await travel()
    expect(refused.status).toBe(503)
    expect(((await refused.json()) as { detail: string }).detail).toContain('sign in with your password')
  })

  it('is not there when it is not set', async () => {
    const service = await serviceForTest({ settings: { VEDETTE_APP_URL: undefined } })
    expect((await post(service, '/auth/sign-in/social', { callbackURL: '/' })).status).toBe(404)
  })
})
