// Settings, API Keys tab (spec §5.4), over HTTP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { readKeys } from '../../src/console/keys.ts'
import type { Answer } from '../../src/console/route.ts'
import { isKey } from '../../src/keys/secret.ts'
import { type Organization, type Service, startService } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

let service: Service
let organization: Organization
let admin: SignedIn
let fullMember: SignedIn
let stranger: SignedIn

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
  admin = await signIn(service, { role: 'Admin', name: 'Ada Harbour' })
  organization = admin.organization
  fullMember = await signIn(service, { role: 'Full Member', organization })
  stranger = await signIn(service, { role: 'Admin' })
})
afterAll(() => service.close())

type Keys = Answer<typeof readKeys>['keys']

const listed = async (who: SignedIn): Promise<Keys> =>
  ((await (await who.get('/keys')).json()) as { keys: Keys }).keys

async function make(who: SignedIn, description?: string) {
  const response = await who.change('POST', '/keys', description === undefined ? {} : { description })
  expect(response.status).toBe(200)
  return (await response.json()) as { id: string; key: string; description: string | null }
}

const audited = (action: string) =>
  organization.work(tx =>
    tx
      .selectFrom('audit_entries')
      .selectAll()
      .where('organization_id', '=', organization.id)
      .where('action', '=', action)
      .orderBy('at')
      .execute(),
  )

describe('making a key', () => {
  it('gives an Admin a key that works, and says so in the audit log without its value', async () => {
    const made = await make(admin, '  Ticketing  ')
    expect(isKey(made.key)).toBe(true)
    expect(made.description).toBe('Ticketing')
    expect((await service.get('/beta/incidents', made.key)).status).toBe(200)
    const [entry] = await audited('made an API key')
    expect(entry).toMatchObject({
      actor: 'Ada Harbour',
      person_id: admin.personId,
      subject: 'Ticketing',
      detail: { keyId: made.id },
    })
    expect(JSON.stringify(entry)).not.toContain(made.key.slice(4, 20))
  })

  it('takes no description', async () => {
    for (const description of [undefined, '', '   '])
      expect((await make(admin, description)).description).toBeNull()
  })

  it.each([
    ['a description above 200 characters', { description: 'x'.repeat(201) }],
    ['a description that is no text', { description: { a: 1 } }],
    ['a description of several lines', { description: 'a\nb' }],
    ['a NUL', { description: 'a\u0000b' }],
    ['something else besides', { description: 'a', key: 'vdt_x' }],
  ])('refuses %s and makes nothing', async (_what, body) => {
    const before = await listed(admin)
    expect((await admin.change('POST', '/keys', body)).status).toBe(400)
    expect(await listed(admin)).toEqual(before)
  })
})

describe('the list', () => {
  it('shows description, creation date, who made it and last use, and nothing else', async () => {
    const { id, key } = await make(admin, 'Shown')
    const entry = (await listed(fullMember)).find(each => each.id === id)
    expect(entry).toEqual({
      id,
      description: 'Shown',
      createdAt: service.clock.read().toISOString(),
      createdBy: 'Ada Harbour',
      lastUsedAt: null,
    })
    service.clock.turn({ minutes: 2 })
    await service.get('/v1/usage', key)
    await expect
      .poll(async () => (await listed(admin)).find(each => each.id === id)?.lastUsedAt)
      .toBe(service.clock.read().toISOString())
  })

  it('never holds anything of a raw value or of what is stored in its place', async () => {
    const { key } = await make(admin, 'Secret')
    const text = await (await admin.get('/keys')).text()
    expect(text).not.toContain('vdt_')
    for (let at = 4; at + 6 <= key.length; at++) expect(text).not.toContain(key.slice(at, at + 6))
    expect(text).not.toMatch(/hash/i)
  })

  it("shows no other organization's keys", async () => {
    const { id } = await make(stranger, 'Theirs')
    expect((await listed(admin)).map(each => each.id)).not.toContain(id)
  })

  it('is for members alone', async () => {
    expect((await fetch(`${service.url}/console/keys`)).status).toBe(401)
    expect((await service.get('/console/keys', organization.key)).status).toBe(401)
  })
})

describe('deleting a key', () => {
  it('takes effect with the next request, cannot be repeated, and is audited', async () => {
    const { id, key } = await make(admin, 'Short-lived')
    expect((await service.get('/beta/incidents', key)).status).toBe(200)
    expect((await admin.change('DELETE', `/keys/${id}`)).status).toBe(200)
    expect((await service.get('/beta/incidents', key)).status).toBe(401)
    expect((await admin.change('DELETE', `/keys/${id}`)).status).toBe(404)
    expect(await audited('deleted an API key')).toMatchObject([
      { actor: 'Ada Harbour', subject: 'Short-lived', detail: { keyId: id } },
    ])
  })

  it("answers for another organization's key as for one that does not exist", async () => {
    const theirs = await make(stranger, 'Stays')
    const [foreign, unknown] = await Promise.all([
      admin.change('DELETE', `/keys/${theirs.id}`),
      admin.change('DELETE', `/keys/${randomUUID()}`),
    ])
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const [a, b] = [(await foreign.json()) as object, (await unknown.json()) as object]
    expect({ ...a, requestId: '' }).toEqual({ ...b, requestId: '' })
    expect((await service.get('/beta/incidents', theirs.key)).status).toBe(200)
  })

  it('refuses an id that is none', async () =>
    expect((await admin.change('DELETE', '/keys/first')).status).toBe(400))
})

describe('a Full Member', () => {
  it('sees the list and can neither make nor delete, also not by calling the server directly', async () => {
    const { id, key } = await make(admin, 'Not theirs to delete')
    const before = await listed(fullMember)
    const made = await fullMember.change('POST', '/keys', { description: 'mine' })
    expect(made.status).toBe(403)
    expect(await made.text()).not.toContain('vdt_')
    expect((await fullMember.change('DELETE', `/keys/${id}`)).status).toBe(403)
    expect(await listed(fullMember)).toEqual(before)
    expect((await service.get('/beta/incidents', key)).status).toBe(200)
  })
})

describe('a foreign page', () => {
  it('can neither make nor delete with the cookie alone', async () => {
    const { id } = await make(admin, 'Stays here')
    for (const origin of [undefined, 'https://evil.example', 'null'])
      for (const [method, path] of [
        ['POST', '/keys'],
        ['DELETE', `/keys/${id}`],
      ] as const) {
        const response = await fetch(`${service.url}/console${path}`, {
          method,
          headers: {
            cookie: admin.cookie,
            'content-type': 'application/json',
            ...(origin && { origin }),
          },
          body: '{}',
        })
        expect(response.status).toBe(403)
      }
    expect((await listed(admin)).map(each => each.id)).toContain(id)
  })
})
