// Settings → Members: who sees it, who may change it, and that there is always an Admin.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization, type Service, startService } from '../harness.ts'
import { auditOf } from './audit-of.ts'
import { callerWith, cookieOf, PASSWORD, post, postSignIn, type SignedIn, signIn } from './sign-in.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
})
afterAll(() => service.close())

interface Listed {
  members: { id: string; name: string; email: string; role: string; joinedAt: string }[]
  invitations: { id: string; email: string; role: string; expiresAt: string }[]
}
const listOf = async (caller: Pick<SignedIn, 'get'>): Promise<Listed> =>
  (await (await caller.get('/members')).json()) as Listed
const tokenOf = async (response: Response) =>
  new URL(((await response.json()) as { link: string }).link).searchParams.get('token')!
const invite = async (admin: SignedIn, email: string, role = 'Full Member') =>
  tokenOf(await admin.change('POST', '/invitations', { email, role }))
const lookAt = (token: string, cookie = '') =>
  fetch(`${service.url}/console/invitation?token=${token}`, { headers: { cookie } })

async function twoOfThem() {
  const admin = await signIn(service, { role: 'Admin', name: 'Ada' })
  const full = await signIn(service, { role: 'Full Member', name: 'Bob', organization: admin.organization })
  return { admin, full, organization: admin.organization }
}

describe('the list', () => {
  it('shows everybody in the organization and nobody else, to both roles', async () => {
    const { admin, full } = await twoOfThem()
    await signIn(service, { role: 'Admin', name: 'Stranger' })
    await invite(admin, 'cleo@harbour.example')
    const seen = await listOf(admin)
    expect(seen.members.map(({ name, role }) => [name, role])).toEqual([
      ['Ada', 'Admin'],
      ['Bob', 'Full Member'],
    ])
    expect(seen.invitations.map(({ email, role }) => [email, role])).toEqual([
      ['cleo@harbour.example', 'Full Member'],
    ])
    expect(await listOf(full)).toMatchObject({ members: seen.members, invitations: [] })
  })

  it('is not for whoever is signed out', async () => {
    expect((await fetch(`${service.url}/console/members`)).status).toBe(401)
  })
})

describe('a Full Member', () => {
  it('can change nothing, also not by calling directly', async () => {
    const { admin, full, organization } = await twoOfThem()
    const token = await invite(admin, 'cleo@harbour.example')
    const { invitations } = await listOf(admin)
    const before = await auditOf(organization)
    const refused = [
      await full.change('POST', '/invitations', { email: 'dan@harbour.example', role: 'Admin' }),
      await full.change('DELETE', `/invitations/${invitations[0]!.id}`),
      await full.change('PATCH', `/members/${full.personId}`, { role: 'Admin' }),
      await full.change('DELETE', `/members/${admin.personId}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await auditOf(organization)).toEqual(before)
    expect((await lookAt(token)).status).toBe(200)
  })
})

describe('another organization', () => {
  it("'s members and invitations are as if they did not exist", async () => {
    const { admin } = await twoOfThem()
    const other = await twoOfThem()
    await invite(other.admin, 'cleo@harbour.example')
    const theirs = await listOf(other.admin)
    const refused = [
      await admin.change('PATCH', `/members/${other.full.personId}`, { role: 'Admin' }),
      await admin.change('DELETE', `/members/${other.full.personId}`),
      await admin.change('DELETE', `/invitations/${theirs.invitations[0]!.id}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await listOf(other.admin)).toEqual(theirs)
  })
})

describe('roles', () => {
  it('change with the next request', async () => {
    const { admin, full, organization } = await twoOfThem()
    expect((await admin.change('PATCH', `/members/${full.personId}`, { role: 'Admin' })).status).toBe(200)
    expect(((await (await full.get('/me')).json()) as { role: string }).role).toBe('Admin')
    expect((await full.change('PATCH', `/members/${admin.personId}`, { role: 'Full Member' })).status).toBe(
      200,
    )
    expect((await admin.change('DELETE', `/members/${full.personId}`)).status).toBe(403)
    expect((await auditOf(organization)).filter(({ action }) => action === 'changed a role')).toEqual([
      { action: 'changed a role', actor: 'Ada', subject: 'Bob' },
      { action: 'changed a role', actor: 'Bob', subject: 'Ada' },
    ])
  })

  it.each([{ role: 'Owner' }, {}, { role: 'Admin', also: 1 }])('refuse %j', async body => {
    const { admin, full } = await twoOfThem()
    expect((await admin.change('PATCH', `/members/${full.personId}`, body)).status).toBe(400)
    expect((await listOf(admin)).members[1]!.role).toBe('Full Member')
  })

  it('never leave an organization without an Admin', async () => {
    const { admin } = await twoOfThem()
    const refused = [
      await admin.change('PATCH', `/members/${admin.personId}`, { role: 'Full Member' }),
      await admin.change('DELETE', `/members/${admin.personId}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([409, 409])
    expect((await listOf(admin)).members[0]!.role).toBe('Admin')
  })

  it('never leave it without one when two Admins act on each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { admin, full, organization } = await twoOfThem()
      await admin.change('PATCH', `/members/${full.personId}`, { role: 'Admin' })
      await Promise.all([
        admin.change('DELETE', `/members/${full.personId}`),
        full.change('PATCH', `/members/${admin.personId}`, { role: 'Full Member' }),
      ])
      const admins = await organization.work(tx =>
        tx
          .selectFrom('members')
          .select('person_id')
          .where('organization_id', '=', organization.id)
          .where('role', '=', 'Admin')
          .execute(),
      )
      expect(admins).toHaveLength(1)
    }
  })
})

describe('removal', () => {
  it('takes effect with the next request', async () => {
    const { admin, full, organization } = await twoOfThem()
    expect((await full.get('/me')).status).toBe(200)
    expect((await admin.change('DELETE', `/members/${full.personId}`)).status).toBe(200)
    expect((await full.get('/me')).status).toBe(403)
    expect((await full.get('/members')).status).toBe(403)
    expect((await auditOf(organization)).at(-1)).toEqual({
      action: 'removed a member',
      actor: 'Ada',
      subject: 'Bob',
    })
    expect((await admin.change('DELETE', `/members/${full.personId}`)).status).toBe(404)
  })
})

describe('an invitation', () => {
  it('lets somebody new in once, with the role it names', async () => {
    const { admin, organization } = await twoOfThem()
    const email = 'Cleo.New@harbour.example'
    const token = await invite(admin, email)
    expect(await (await lookAt(token)).json()).toEqual({
      organizationName: 'Harbour Services',
      email: 'cleo.new@harbour.example',
      role: 'Full Member',
      isKnown: false,
      signedInAs: null,
    })
    const person = { token, name: 'Cleo', password: PASSWORD }
    const both = await Promise.all([1, 2].map(() => post(service, '/console/invitation/join', person)))
    expect(both.map(({ status }) => status).filter(status => status === 200)).toHaveLength(1)
    const cleo = callerWith(service, cookieOf(await postSignIn(service, email, PASSWORD)))
    expect(await (await cleo.get('/me')).json()).toMatchObject({ role: 'Full Member' })
    expect((await lookAt(token)).status).toBe(404)
    expect((await auditOf(organization)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['invited a member', 'joined']),
    )
  })

  it('is accepted by somebody known after signing in, as themselves alone', async () => {
    const { admin } = await twoOfThem()
    const known = await signIn(service, { role: 'Admin', name: 'Dora', email: 'dora@elsewhere.example' })
    const token = await invite(admin, known.email)
    expect(await (await lookAt(token, known.cookie)).json()).toMatchObject({
      isKnown: true,
      signedInAs: known.email,
    })
    const asNew = { token, name: 'Not Dora', password: 'another long password' }
    expect((await post(service, '/console/invitation/join', asNew)).status).toBe(409)
    expect((await postSignIn(service, known.email, PASSWORD)).status).toBe(200)
    expect((await post(service, '/console/invitation/accept', { token })).status).toBe(401)
    expect((await post(service, '/console/invitation/accept', { token }, admin.cookie)).status).toBe(403)
    expect((await post(service, '/console/invitation/accept', { token }, known.cookie)).status).toBe(200)
    const me = (await (await known.get('/me')).json()) as { role: string; memberships: unknown[] }
    expect(me).toMatchObject({ role: 'Full Member', organization: { id: admin.organization.id } })
    expect(me.memberships).toHaveLength(2)
    const back = { organizationId: known.organization.id }
    expect((await known.change('POST', '/me/organization', back)).status).toBe(200)
    expect(await (await known.get('/me')).json()).toMatchObject({
      role: 'Admin',
      organization: { id: back.organizationId },
    })
  })

  it('is good for seven days', async () => {
    const { admin } = await twoOfThem()
    const token = await invite(admin, 'late@harbour.example')
    service.clock.turn({ days: 6, minutes: 24 * 60 - 1 })
    expect((await lookAt(token)).status).toBe(200)
    service.clock.turn({ minutes: 1 })
    expect((await lookAt(token)).status).toBe(404)
    const person = { token, name: 'Late', password: PASSWORD }
    expect((await post(service, '/console/invitation/join', person)).status).toBe(404)
    expect((await listOf(admin)).invitations).toEqual([])
  })

  it('is replaced by a new one for the same address, and gone when withdrawn', async () => {
    const { admin } = await twoOfThem()
    const first = await invite(admin, 'eve@harbour.example')
    const second = await invite(admin, 'eve@harbour.example', 'Admin')
    expect([(await lookAt(first)).status, (await lookAt(second)).status]).toEqual([404, 200])
    const { invitations } = await listOf(admin)
    expect(invitations).toHaveLength(1)
    expect((await admin.change('DELETE', `/invitations/${invitations[0]!.id}`)).status).toBe(200)
    expect((await lookAt(second)).status).toBe(404)
  })

  it('is not made for a member, nor from what is no address or role', async () => {
    const { admin, full } = await twoOfThem()
    const attempts = [
      [{ email: full.email, role: 'Admin' }, 409],
      [{ email: 'nobody', role: 'Admin' }, 400],
      [{ email: 'x@y.example', role: 'Owner' }, 400],
      [{ email: 'x@y.example' }, 400],
    ] as const
    for (const [body, status] of attempts)
      expect((await admin.change('POST', '/invitations', body)).status).toBe(status)
    expect((await listOf(admin)).invitations).toEqual([])
  })

  it('with a short or easy password or no name changes nothing', async () => {
    const { admin } = await twoOfThem()
    const token = await invite(admin, 'fay@harbour.example')
    for (const wrong of [
      { name: 'Fay', password: 'short' },
      { name: 'Fay', password: 'fay@harbour.example' },
      { name: 'Fay', password: 'passwordpassword' },
      { name: ' ', password: PASSWORD },
    ])
      expect((await post(service, '/console/invitation/join', { token, ...wrong })).status).toBe(400)
    expect((await lookAt(token)).status).toBe(200)
  })
})

it("nobody can work in an organization they don't belong to", async () => {
  const { admin } = await twoOfThem()
  const other = await makeOrganization(service, 'Other')
  expect((await admin.change('POST', '/me/organization', { organizationId: other.id })).status).toBe(404)
})
