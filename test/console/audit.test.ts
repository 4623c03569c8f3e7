// Settings, Audit log, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Action, writeAudit } from '../../src/audit/write.ts'
import type { readAudit } from '../../src/console/audit.ts'
import type { Answer } from '../../src/console/route.ts'
import { type Organization, type Service, startService } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

let service: Service
let organization: Organization
let admin: SignedIn
let fullMember: SignedIn

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
  admin = await signIn(service, { role: 'Admin', name: 'Ada Harbour' })
  organization = admin.organization
  fullMember = await signIn(service, { role: 'Full Member', organization, name: 'Finn Member' })
  // Signing in is written down too; what follows is later than it.
  service.clock.turn({ days: 1 })
  for (let count = 0; count < 7; count++) {
    await note(count % 2 ? admin : fullMember, 'moved an incident', `Incident ${count}`)
    // Three of them in the same moment: the order must still be total.
    if (count % 3 === 0) service.clock.turn({ minutes: 1 })
  }
  await note(null, 'failed to sign in', '=HYPERLINK("https://evil.example")')
  await note(admin, 'paused a tenant', 'Northwind, "Dairy"\nsecond line')
})
afterAll(() => service.close())

const note = (who: SignedIn | null, action: Action, subject: string) =>
  organization.work(tx =>
    writeAudit(
      tx,
      organization.id,
      { personId: who?.personId ?? null, name: who?.name ?? 'somebody', address: '203.0.113.9' },
      { action, subject, detail: { n: 1 }, at: service.clock.read() },
    ),
  )

type Page = Answer<typeof readAudit>

async function page(query: Record<string, string> = {}, who = admin): Promise<Page> {
  const response = await who.get(`/audit?${new URLSearchParams(query)}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as Page
}

async function all(query: Record<string, string> = {}): Promise<Page['entries']> {
  const entries: Page['entries'] = []
  let cursor: string | null = null
  do {
    const found: Page = await page({ ...query, ...(cursor && { cursor }) })
    entries.push(...found.entries)
    cursor = found.next
  } while (cursor)
  return entries
}

describe('the list', () => {
  it('says who did what, when and from where, newest first', async () => {
    const { entries, next } = await page()
    expect(next).toBeNull()
    expect(entries.find(({ subject }) => subject === 'Incident 6')).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^2026-03-11T12:0\d:00\.000Z$/),
      personId: fullMember.personId,
      actor: 'Finn Member',
      action: 'moved an incident',
      subject: 'Incident 6',
      detail: { n: 1 },
      address: '203.0.113.9',
    })
    const order = entries.map(({ at, id }) => `${at} ${id}`)
    expect(order).toEqual(order.toSorted().reverse())
  })

  it.each(['1', '2', '3', '200'])('pages of %s skip none and repeat none', async limit => {
    expect(await all({ limit })).toEqual((await page({ limit: '200' })).entries)
  })

  it('goes on where it ended although entries are added meanwhile', async () => {
    const before = (await page({ limit: '200' })).entries
    const first = await page({ limit: '3' })
    service.clock.turn({ minutes: 1 })
    await note(admin, 'resumed a tenant', 'meanwhile')
    const rest = await page({ limit: '200', cursor: first.next! })
    expect([...first.entries, ...rest.entries]).toEqual(before)
  })

  it('filters by person, action and time', async () => {
    const everything = await all()
    const [middle] = everything.filter(({ subject }) => subject === 'Incident 4')
    for (const [query, keeps] of [
      [{ person: fullMember.personId }, ({ personId }) => personId === fullMember.personId],
      [{ action: 'paused a tenant' }, ({ action }) => action === 'paused a tenant'],
      [{ since: middle!.at }, ({ at }) => at >= middle!.at],
      [{ before: middle!.at }, ({ at }) => at < middle!.at],
      [
        { person: admin.personId, action: 'moved an incident', since: middle!.at },
        ({ personId, action, at }) =>
          personId === admin.personId && action === 'moved an incident' && at >= middle!.at,
      ],
    ] as [Record<string, string>, (entry: Page['entries'][number]) => boolean][]) {
      const kept = await all({ ...query, limit: '2' })
      expect(kept).toEqual(everything.filter(keeps))
      expect(kept.length).toBeGreaterThan(0)
    }
  })

  it('offers everybody it names, and every action', async () => {
    const { people, actions } = (await (await admin.get('/audit/filters')).json()) as {
      people: { id: string; name: string }[]
      actions: string[]
    }
    expect(people).toEqual([
      { id: admin.personId, name: 'Ada Harbour' },
      { id: fullMember.personId, name: 'Finn Member' },
    ])
    expect(actions).toContain('exported the audit log')
  })

  it.each([
    ['person', 'Ada'],
    ['action', 'made tea'],
    ['since', 'yesterday'],
    ['since', '0000-01-01T00:00:00Z'],
    ['before', '2026-02-30'],
    ['cursor', 'x'],
    ['cursor', '2026-03-10T12:00:00.000Z_x'],
    ['cursor', `nonsense_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`],
    ['limit', '0'],
    ['limit', '201'],
    ['tenant', 'x'],
  ])('refuses %s=%s', async (name, value) => {
    const response = await admin.get(`/audit?${new URLSearchParams({ [name]: value })}`)
    expect(response.status).toBe(400)
  })
})

describe('the export', () => {
  const exported = (who: SignedIn, query = '') => who.get(`/audit/export${query}`)

  it('is a CSV file of what the filter keeps, safe in a spreadsheet', async () => {
    const response = await exported(admin, '?action=failed+to+sign+in')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="vedette-audit-2026-03-11.csv"',
    )
    const lines = (await response.text()).split('\r\n')
    expect(lines[0]).toBe('at,actor,personId,action,subject,address,detail')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,"'=HYPERLINK(""https://evil.example"")",203.0.113.9,"{""n"":1}"`)
  })

  it('is itself written down, with its filter', async () => {
    service.clock.turn({ minutes: 1 })
    await (await exported(admin, `?person=${admin.personId}`)).text()
    const [newest] = (await page({ limit: '1' })).entries
    expect(newest).toMatchObject({
      action: 'exported the audit log',
      actor: 'Ada Harbour',
      subject: 'a part of it',
      detail: { person: admin.personId },
    })
  })

  it('holds the whole log however long it is', async () => {
    const other = await signIn(service, { role: 'Admin' })
    await other.organization.work(async tx => {
      for (let count = 0; count < 2100; count++)
        await writeAudit(
          tx,
          other.organization.id,
          { personId: null, name: 'Vedette', address: null },
          { action: 'joined', subject: `Person ${count}`, at: service.clock.read() },
        )
    })
    const text = await (await exported(other, '?action=joined')).text()
    const subjects = new Set(text.match(/Person \d+/g))
    expect(subjects.size).toBe(2100)
    expect(text.split('\r\n')).toHaveLength(2102)
    expect(text).not.toContain('Incident')
  })

  it('refuses a filter it does not know, and writes nothing down', async () => {
    const before = await all({ action: 'exported the audit log' })
    expect((await exported(admin, '?limit=5')).status).toBe(400)
    expect((await exported(admin, '?since=yesterday')).status).toBe(400)
    expect(await all({ action: 'exported the audit log' })).toEqual(before)
  })
})

describe('who may read it', () => {
  const paths = ['/audit', '/audit/filters', '/audit/export']
  it.each(paths)('%s is not for a Full Member', async path => {
    const response = await fullMember.get(path)
    expect(response.status).toBe(403)
    expect(await response.text()).not.toContain('Incident')
  })

  it.each(paths)('%s is not for somebody signed out', async path =>
    expect((await fetch(`${service.url}/console${path}`)).status).toBe(401),
  )

  it("shows nothing of another organization's", async () => {
    const stranger = await signIn(service, { role: 'Admin' })
    for (const path of paths) {
      const text = await (await stranger.get(path)).text()
      expect(text).not.toContain('Incident')
      expect(text).not.toContain(admin.personId)
    }
    expect((await page({ person: admin.personId }, stranger)).entries).toEqual([])
  })
})
