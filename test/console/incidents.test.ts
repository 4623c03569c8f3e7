// What the pages of incidents call: the list, one incident, its moves, and the live stream.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { moveIncidentByHand, readIncidentPage } from '../../src/console/incidents/incident.ts'
import type { readIncidents, readIncidentTenants } from '../../src/console/incidents/incidents.ts'
import type { Answer } from '../../src/console/route.ts'
import { saveUsers } from '../../src/directory/save.ts'
import { recordIncident } from '../../src/incidents/record.ts'
import { addMember } from '../../src/members/add.ts'
import { makeIncident, makeTenant, move, type Service, startService, type Tenant } from '../harness.ts'
import { PASSWORD, type SignedIn, signIn } from './sign-in.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
})
afterAll(() => service.close())

let admin: SignedIn
let member: SignedIn
let stranger: SignedIn
let tenant: Tenant
beforeEach(async () => {
  admin = await signIn(service, { role: 'Admin', name: 'Ada Admin' })
  member = await signIn(service, { role: 'Full Member', organization: admin.organization, name: 'Mo Member' })
  stranger = await signIn(service, { role: 'Admin' })
  tenant = await makeTenant(service, admin.organization)
})

type List = Answer<typeof readIncidents>
type Page = Answer<typeof readIncidentPage>

const list = async (who: SignedIn, query: Record<string, string> = {}): Promise<List> => {
  const asked = new URLSearchParams({ sort: 'created', order: 'desc', page: '1', ...query })
  const response = await who.get(`/incidents?${asked}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as List
}
const listIds = async (who: SignedIn, query?: Record<string, string>) =>
  (await list(who, query)).incidents.map(({ id }) => id)
const pathOf = (id: string, of: Tenant = tenant) => `/tenant/${of.serviceTenantId}/incidents/${id}`
const open = async (who: SignedIn, id: string): Promise<Page> => {
  const response = await who.get(pathOf(id))
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}
const put = (who: SignedIn, id: string, body: Record<string, unknown>) =>
  who.change('POST', `${pathOf(id)}/moves`, { reason: 'because', movesSeen: 1, ...body })

/** So many incidents, a minute apart, oldest first. */
async function several(count: number): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < count; n++) {
    service.clock.turn({ minutes: 1 })
    made.push(await makeIncident(service, admin.organization, tenant))
  }
  return made
}

describe('the list', () => {
  it('shows the organization’s incidents newest first, to both roles, and nobody else’s', async () => {
    const [first, second] = await several(2)
    expect(await listIds(admin)).toEqual([second, first])
    expect(await listIds(member)).toEqual([second, first])
    expect(await listIds(stranger)).toEqual([])
  })

  it('tells who, where, what and how long', async () => {
    const id = randomUUID()
    const occurredAt = new Date(service.clock.read().getTime() - 90 * 60_000)
    await admin.organization.work(tx =>
      recordIncident(
        tx,
        admin.organization.id,
        {
          ...{ id, tenantId: tenant.id, userId: tenant.userId, occurredAt, isLive: false, reason: 'seen' },
          ...{ title: 'Device code phishing', severity: 'critical', summary: 'In words.' },
        },
        service.clock.read(),
      ),
    )
    expect((await list(admin)).incidents).toEqual([
      {
        id,
        title: 'Device code phishing',
        severity: 'critical',
        status: 'UNREMEDIATED',
        isLive: false,
        createdAt: service.clock.read().toISOString(),
        occurredAt: occurredAt.toISOString(),
        dwellTimeMinutes: 90,
        isDwelling: true,
        tenant: { serviceTenantId: tenant.serviceTenantId, name: tenant.displayName },
        user: { userPrincipalName: 'mara@northwind.example', displayName: 'Mara Lindqvist' },
      },
    ])
  })

  it('counts each state whichever is chosen, and shows only the chosen', async () => {
    const [a, b, c] = await several(3)
    await move(service, admin.organization, a!, 'contain')
    await move(service, admin.organization, b!, 'mark as false positive')
    const { incidents, counts, total } = await list(admin, { status: 'CONTAINED' })
    expect(incidents.map(({ id }) => id)).toEqual([a])
    expect(counts).toEqual({ UNREMEDIATED: 1, CONTAINED: 1, REMEDIATED: 0, FALSE_POSITIVE: 1 })
    expect(total).toBe(1)
    expect(await listIds(admin, { status: 'UNREMEDIATED' })).toEqual([c])
  })

  it('keeps to a tenant, and knows no tenant of another organization', async () => {
    const other = await makeTenant(service, admin.organization, { displayName: 'Other' })
    const theirs = await makeTenant(service, stranger.organization)
    const id = await makeIncident(service, admin.organization, other)
    await several(1)
    expect(await listIds(admin, { tenant: other.serviceTenantId })).toEqual([id])
    const ask = (code: string) => admin.get(`/incidents?sort=created&order=desc&page=1&tenant=${code}`)
    const [foreign, unknown] = [await ask(theirs.serviceTenantId), await ask('zzzzzzzz')]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const detailOf = async (response: Response) => ((await response.json()) as { detail: string }).detail
    expect(await detailOf(foreign)).toBe(await detailOf(unknown))
    const { tenants } = (await (await admin.get('/incidents/tenants')).json()) as Answer<
      typeof readIncidentTenants
    >
    expect(tenants.map(({ name }) => name)).toEqual(['Northwind Dairy', 'Other'])
  })

  it('keeps to what was found from one moment on and before another', async () => {
    const [, b, c] = await several(3)
    const { incidents } = await list(admin)
    const [of_c, of_b] = incidents.map(({ createdAt }) => createdAt)
    expect(await listIds(admin, { from: of_b! })).toEqual([c, b])
    expect(await listIds(admin, { from: of_b!, until: of_c! })).toEqual([b])
  })

  it('finds a person by words of name, sign-in name or mail, in any order and case, taken as they are', async () => {
    const users = [
      { userPrincipalName: 'zoe.n@northwind.example', mail: null, displayName: 'Zoë Nyström' },
      { userPrincipalName: 'b_100%@northwind.example', mail: 'post@elsewhere.example', displayName: null },
    ].map(user => ({ ...user, id: randomUUID(), accountEnabled: true, lastPasswordChangeAt: null }))
    await admin.organization.work(tx =>
      saveUsers(tx, admin.organization.id, { tenantId: tenant.id, users, at: service.clock.read() }),
    )
    const [zoe, b] = await Promise.all(
      users.map(user => makeIncident(service, admin.organization, { ...tenant, userId: user.id })),
    )
    await several(1)
    expect(await listIds(admin, { person: 'nyström zoë' })).toEqual([zoe])
    expect(await listIds(admin, { person: 'ZOE.N@' })).toEqual([zoe])
    expect(await listIds(admin, { person: 'elsewhere' })).toEqual([b])
    expect(await listIds(admin, { person: '100%' })).toEqual([b])
    expect(await listIds(admin, { person: 'z%e' })).toEqual([])
    expect(await listIds(admin, { person: "o'; drop" })).toEqual([])
    expect(await listIds(admin, { person: '  ' })).toHaveLength(3)
  })

  it('sorts by creation, occurrence and dwell time, both ways', async () => {
    const at = (minutes: number) => new Date(service.clock.read().getTime() - minutes * 60_000)
    const make = (occurredAt: Date) => makeIncident(service, admin.organization, tenant, { occurredAt })
    const long = await make(at(500))
    service.clock.turn({ minutes: 1 })
    const ended = await make(at(900))
    await move(service, admin.organization, ended, 'contain')
    service.clock.turn({ minutes: 1000 })
    const short = await make(at(3))
    expect(await listIds(admin, { sort: 'created', order: 'asc' })).toEqual([long, ended, short])
    expect(await listIds(admin, { sort: 'occurred' })).toEqual([short, long, ended])
    expect(await listIds(admin, { sort: 'dwell' })).toEqual([long, ended, short])
    expect(await listIds(admin, { sort: 'dwell', order: 'asc' })).toEqual([short, ended, long])
  })

  it('comes in pages of fifty that skip none and repeat none; beyond the last is the last', async () => {
    const made = await several(52)
    const first = await list(admin)
    const second = await list(admin, { page: '2' })
    expect([first.total, first.pages, first.incidents.length]).toEqual([52, 2, 50])
    expect([...first.incidents, ...second.incidents].map(({ id }) => id)).toEqual(made.toReversed())
    expect(await list(admin, { page: '999' })).toEqual(second)
  })

  it.each([
    ['few dwell times run', 7],
    ['many dwell times run', 1.1],
  ])('by dwell time its pages merge both kinds without a gap where %s', async (_, every) => {
    const made = await several(153)
    const ended = made.filter((_id, index) => Math.floor(index / every) === Math.floor((index - 1) / every))
    for (const [index, id] of ended.entries()) {
      if (index % 5 === 0) service.clock.turn({ minutes: 40 })
      await move(service, admin.organization, id, 'contain')
    }
    for (const order of ['desc', 'asc']) {
      const pages = []
      for (const page of ['1', '2', '3', '4']) pages.push(await list(admin, { sort: 'dwell', order, page }))
      const shown = pages.flatMap(({ incidents }) => incidents)
      expect(shown.map(({ id }) => id).toSorted()).toEqual(made.toSorted())
      const minutes = shown.map(({ dwellTimeMinutes }) => dwellTimeMinutes)
      expect(minutes).toEqual(minutes.toSorted((a, b) => (order === 'desc' ? b - a : a - b)))
    }
  })

  it('says what is being watched when it is empty', async () => {
    expect((await list(admin)).watched).toEqual({ tenants: 1, users: 1 })
    expect((await list(stranger)).watched).toEqual({ tenants: 0, users: 0 })
    await several(1)
    expect((await list(admin)).watched).toBeNull()
  })

  it('refuses what it cannot read rather than showing something else', async () => {
    const good = 'sort=created&order=desc&page=1'
    for (const query of [
      'sort=title&order=desc&page=1',
      'sort=created&order=up&page=1',
      'sort=created&order=desc&page=0',
      'sort=created&order=desc&page=x',
      'order=desc&page=1',
      `${good}&status=OPEN`,
      `${good}&from=yesterday`,
      `${good}&until=2026-13-01T00:00:00Z`,
      `${good}&tenantId=typo`,
      `${good}&person=%00`,
      `${good}&person=${'x'.repeat(201)}`,
    ])
      expect((await admin.get(`/incidents?${query}`)).status, query).toBe(400)
  })

  it('is for those signed in', async () => {
    const response = await fetch(`${service.url}/console/incidents?sort=created&order=desc&page=1`)
    expect(response.status).toBe(401)
  })
})

describe('an incident', () => {
  const activity = {
    at: new Date('2026-03-01T08:00:00.000Z'),
    actor: 'attacker',
    kind: 'sign-in',
    title: 'Signed in',
    technique: 'T1078.004',
    address: '203.0.113.9',
    city: 'Lagos',
    country: 'NG',
    latitude: 6.5,
    longitude: 3.4,
    raw: { ipAddress: '203.0.113.9', nested: [1, { deep: true }] },
  } as const

  async function withActivity(): Promise<string> {
    const id = randomUUID()
    await admin.organization.work(tx =>
      recordIncident(
        tx,
        admin.organization.id,
        {
          ...{ id, tenantId: tenant.id, userId: tenant.userId, occurredAt: activity.at, isLive: true },
          ...{ reason: 'seen', summary: 'In words.', activities: [activity] },
        },
        service.clock.read(),
      ),
    )
    return id
  }

  it('tells its user, timeline, techniques, history and the user’s other incidents', async () => {
    const [other] = await several(1)
    const id = await withActivity()
    const page = await open(member, id)
    expect(page).toMatchObject({
      id,
      title: 'Account taken over',
      summary: 'In words.',
      severity: 'high',
      status: 'UNREMEDIATED',
      organization: { id: admin.organization.id },
      user: { userPrincipalName: 'mara@northwind.example', lastPasswordChangeAt: '2026-02-01T08:00:00.000Z' },
      techniques: [{ id: 'T1078.004', name: 'Valid Accounts: Cloud Accounts' }],
      history: [{ from: null, to: 'UNREMEDIATED', actor: 'Vedette', reason: 'seen' }],
      others: [{ id: other }],
      notShown: 0,
    })
    expect(page.activities).toMatchObject([
      { title: 'Signed in', at: activity.at.toISOString(), city: 'Lagos', isSuccess: true, hasRecord: true },
    ])
    expect(page.activities[0]).not.toHaveProperty('raw')
  })

  it('hands out the record behind an act, untouched, to its own members alone', async () => {
    const id = await withActivity()
    const { activities } = await open(admin, id)
    const path = `${pathOf(id)}/activities/${activities[0]!.id}`
    expect(await (await member.get(path)).json()).toEqual({ record: activity.raw })
    const [another] = await several(1)
    for (const [who, where] of [
      [stranger, path],
      [admin, `${pathOf(another!)}/activities/${activities[0]!.id}`],
      [admin, `${pathOf(id)}/activities/${randomUUID()}`],
      [admin, `${pathOf(id)}/activities/nothing`],
    ] as const)
      expect((await who.get(where)).status, where).toBe(404)
  })

  it('of another organization, under another tenant, unknown or no id at all is one that does not exist', async () => {
    const [id] = await several(1)
    const other = await makeTenant(service, admin.organization)
    const theirs = await makeTenant(service, stranger.organization)
    const answers = await Promise.all([
      stranger.get(pathOf(id!)),
      stranger.get(pathOf(id!, theirs)),
      admin.get(pathOf(id!, other)),
      admin.get(pathOf(randomUUID())),
      admin.get(pathOf('not-an-id')),
      admin.get(`/tenant/%00/incidents/${id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
    const details = await Promise.all(
      answers.map(async each => ((await each.json()) as { detail: string }).detail),
    )
    expect(new Set(details).size).toBe(1)
  })

  it('opens for a member of several organizations in the one it is in, with their role there', async () => {
    const [id] = await several(1)
    await admin.organization.work(tx =>
      addMember(tx, admin.organization.id, {
        ...{ email: stranger.email, name: stranger.name, role: 'Full Member', password: PASSWORD },
        at: service.clock.read(),
      }),
    )
    const page = await open(stranger, id!)
    expect(page.organization.id).toBe(admin.organization.id)
    expect(page.mayReopen).toBe(false)
    expect(page.moves).toEqual(['contain', 'mark as false positive'])
    expect((await put(stranger, id!, { move: 'contain' })).status).toBe(200)
    // An Admin elsewhere is a Full Member here.
    expect((await put(stranger, id!, { move: 'reopen', movesSeen: 2 })).status).toBe(403)
    expect((await open(admin, id!)).status).toBe('CONTAINED')
  })
})

describe('a move', () => {
  let id: string
  beforeEach(async () => {
    id = (await several(1))[0]!
  })

  it('is made by both roles with a reason, and written to history and audit log', async () => {
    service.clock.turn({ minutes: 5 })
    const response = await put(member, id, { move: 'contain', reason: '  sessions revoked ' })
    expect((await response.json()) as Answer<typeof moveIncidentByHand>).toEqual({ status: 'CONTAINED' })
    const page = await open(admin, id)
    expect(page).toMatchObject({ status: 'CONTAINED', dwellTimeMinutes: 5 })
    expect(page.history.at(-1)).toMatchObject({
      from: 'UNREMEDIATED',
      to: 'CONTAINED',
      actor: 'Mo Member',
      reason: 'sessions revoked',
    })
    const entries = await admin.organization.work(tx =>
      tx
        .selectFrom('audit_entries')
        .select(['actor', 'person_id', 'subject', 'detail'])
        .where('action', '=', 'moved an incident')
        .execute(),
    )
    expect(entries).toEqual([
      {
        actor: 'Mo Member',
        person_id: member.personId,
        subject: 'Account taken over, mara@northwind.example',
        detail: {
          id,
          serviceTenantId: tenant.serviceTenantId,
          from: 'UNREMEDIATED',
          to: 'CONTAINED',
          reason: 'sessions revoked',
        },
      },
    ])
  })

  it('shows in the public API at once', async () => {
    await put(admin, id, { move: 'contain' })
    const body = await (await service.get('/beta/incidents', admin.organization.key)).json()
    expect(body).toMatchObject({ incidents: [{ id, remediationStatus: 'CONTAINED' }] })
  })

  it('back to open is for Admins', async () => {
    await put(admin, id, { move: 'contain' })
    expect((await open(member, id)).moves).toEqual(['remediate', 'mark as false positive'])
    expect((await put(member, id, { move: 'reopen', movesSeen: 2 })).status).toBe(403)
    expect((await open(admin, id)).moves).toContain('reopen')
    expect((await put(admin, id, { move: 'reopen', movesSeen: 2 })).status).toBe(200)
    expect((await open(admin, id)).status).toBe('UNREMEDIATED')
  })

  it('that somebody else was first with is a conflict that names them, and changes nothing', async () => {
    await put(member, id, { move: 'contain' })
    const late = await put(admin, id, { move: 'mark as false positive' })
    expect(late.status).toBe(409)
    expect(((await late.json()) as { detail: string }).detail).toContain('Mo Member was first')
    expect((await open(admin, id)).history).toHaveLength(2)
    expect((await put(admin, id, { move: 'contain', movesSeen: 2 })).status).toBe(409)
  })

  it('of two at the same moment is made once', async () => {
    const answers = await Promise.all([admin, member].map(who => put(who, id, { move: 'contain' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await open(admin, id)).history).toHaveLength(2)
  })

  it.each([
    ['no reason', { move: 'contain', reason: undefined }],
    ['an empty reason', { move: 'contain', reason: ' \n' }],
    ['a reason with a null character', { move: 'contain', reason: 'a\0b' }],
    ['a reason too long', { move: 'contain', reason: 'x'.repeat(2001) }],
    ['no such move', { move: 'delete' }],
    ['an unknown member', { move: 'contain', force: true }],
  ])('with %s is refused and changes nothing', async (_, body) => {
    expect((await put(admin, id, body)).status).toBe(400)
    expect((await open(admin, id)).history).toHaveLength(1)
  })

  it('by somebody of another organization, from a foreign page or signed out is refused', async () => {
    expect((await put(stranger, id, { move: 'contain' })).status).toBe(404)
    const foreign = (headers: Record<string, string>) =>
      fetch(`${service.url}/console${pathOf(id)}/moves`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ move: 'contain', reason: 'x', movesSeen: 1 }),
      })
    expect((await foreign({ cookie: admin.cookie, origin: 'https://evil.example' })).status).toBe(403)
    expect((await foreign({ origin: service.url })).status).toBe(401)
    expect((await open(admin, id)).history).toHaveLength(1)
  })
})

it('the counts that are kept are those one would count, after all the moves above and a deletion', async () => {
  const [gone, moved] = await several(3)
  expect((await put(admin, moved!, { move: 'contain' })).status).toBe(200)
  const rows = await admin.organization.work(async tx => {
    await tx.deleteFrom('incidents').where('id', '=', gone!).execute()
    const { rows } = await sql<{ kept: number | null; counted: number }>`
      select sum(c.count)::int as kept, (select count(*)::int from incidents i
        where i.tenant_id = c.tenant_id and i.remediation_status = c.remediation_status) as counted
      from incident_counts c group by c.tenant_id, c.remediation_status`.execute(tx)
    return rows
  })
  expect(rows.length).toBeGreaterThan(1)
  for (const { kept, counted } of rows) expect(kept).toBe(counted)
  const total = await admin.organization.work(tx =>
    sql<{ total: number }>`select count(*)::int as total from incidents`.execute(tx),
  )
  expect(rows.reduce((sum, { kept }) => sum + kept!, 0)).toBe(total.rows[0]!.total)
})

describe('the live stream', () => {
  async function listen(who: SignedIn) {
    const abort = new AbortController()
    const response = await fetch(`${service.url}/console/live`, {
      headers: { cookie: who.cookie },
      signal: abort.signal,
    })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      response,
      stop: () => abort.abort(),
      /** Waits for the pattern; false when the stream ended before. */
      async until(pattern: RegExp): Promise<boolean> {
        while (!pattern.test(text)) {
          const { value, done } = await reader.read()
          if (done) return false
          text += value
        }
        text = text.replace(pattern, '')
        return true
      },
      heard: () => text,
    }
  }

  it('tells of new and changed incidents of the organization, and not of others’', async () => {
    const [ours, theirs] = [await listen(member), await listen(stranger)]
    expect(ours.response.headers.get('content-type')).toContain('text/event-stream')
    expect(await ours.until(/event: incidents\ndata: \d+\n\n/)).toBe(true)
    expect(await theirs.until(/event: usage\ndata: \d+\n\n/)).toBe(true)
    const later = theirs.until(/never/).catch(() => false)
    const [id] = await several(1)
    expect(await ours.until(/event: incidents\ndata: \d+\n\n/)).toBe(true)
    await put(admin, id!, { move: 'contain' })
    expect(await ours.until(/event: incidents\ndata: \d+\n\n/)).toBe(true)
    ours.stop()
    theirs.stop()
    await later
    expect(theirs.heard().match(/event: incidents/g)).toHaveLength(1)
  })

  it('is open ten times for one person: the eleventh ends the oldest, which is to come back later', async () => {
    const streams = []
    for (let count = 0; count < 11; count++) streams.push(await listen(admin))
    const other = await listen(member)
    const [oldest, ...rest] = streams
    expect(await oldest!.until(/never/)).toBe(false)
    expect(oldest!.heard()).toContain('retry: 60000')
    await several(1)
    for (const stream of [...rest, other]) {
      expect(await stream.until(/event: incidents\ndata: \d+\n\n/)).toBe(true)
      expect(await stream.until(/event: incidents\ndata: \d+\n\n/)).toBe(true)
      stream.stop()
    }
  })

  it('ends for somebody who was removed', async () => {
    const stream = await listen(member)
    await admin.organization.work(tx =>
      tx
        .deleteFrom('members')
        .where('organization_id', '=', admin.organization.id)
        .where('person_id', '=', member.personId)
        .execute(),
    )
    expect(await stream.until(/never/)).toBe(false)
  })

  it('is for those signed in', async () => {
    expect((await fetch(`${service.url}/console/live`)).status).toBe(401)
  })

  it('does not keep the service from stopping', async () => {
    const other = await startService({ settings: { VEDETTE_APP_URL: undefined } })
    const who = await signIn(other, { role: 'Admin' })
    const response = await fetch(`${other.url}/console/live`, { headers: { cookie: who.cookie } })
    await other.close()
    // It came to its end: a connection that was cut is an error.
    await response.text()
  })
})
