import { describe, expect, it } from 'vitest'
import { serviceForTest } from '../harness.ts'
import { signIn } from './sign-in.ts'

describe('signing in', () => {
  it('works', async () => {
    const service = await serviceForTest({ settings: { VEDETTE_APP_URL: undefined } })
    const admin = await signIn(service, { role: 'Admin' })
    const me = await admin.get('/me')
    expect([me.status, await me.json()]).toEqual([200, {}])
    const x = await admin.change('POST', '/me/organization', { organizationId: admin.organization.id })
    expect([x.status, await x.text(), admin.cookie]).toEqual([200, '{}'])
  })
})
