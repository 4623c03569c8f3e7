import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '../../src/database/in-organization.ts'
import { saveUsers } from '../../src/directory/save.ts'
import { refreshIncidents } from '../../src/incidents/refresh.ts'
import {
  ids,
  listed,
  makeIncident,
  makeOrganization,
  makeTenant,
  move,
  nextPath,
  type Organization,
  type Service,
  startService,
  type Tenant,
} from '../harness.ts'

let service: Service
let organization: Organization
let tenant: Tenant

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => service.close())

/** Each group starts with an organization of its own. */
async function fresh() {
  organization = await makeOrganization(service)
  tenant = await makeTenant(service, organization)
}
const get = (path: string) => service.get(`/beta/incidents${path}`, organization.key)

describe('the answer', () => {
  beforeAll(fresh)

  it('is a JSON object with one member, incidents, also when there are none', async () => {
    const response = await get('')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({ incidents: [] })
  })

  it('gives every field of spec §2.1 to §2.3, in that order, and no other', async () => {
    const id = await makeIncident(service, organization, tenant, {
      occurredAt: new Date('2026-03-10T11:30:30.250Z'),
    })
    const [incident] = await listed(await get(''))
    expect(incident).toEqual({
      id,
      url: `https://app.vedette.example/tenant/${tenant.serviceTenantId}/incidents/${id}`,
      createdAt: service.clock.read().toISOString(),
      occurredAt: '2026-03-10T11:30:30.250Z',
      remediationStatus: 'UNREMEDIATED',
      isLive: true,
      dwellTimeMinutes: 29,
      tenant: {
        serviceTenantId: tenant.serviceTenantId,
        name: 'Northwind Dairy',
        directoryTenantId: tenant.directoryTenantId,
      },
      user: {
        id: tenant.userId,
        userPrincipalName: 'mara@northwind.example',
        mail: 'mara@northwind.example',
        displayName: 'Mara Lindqvist',
        accountEnabled: true,
        lastPasswordChangeDateTime: '2026-02-01T08:00:00.000Z',
      },
    })
    expect(Object.keys(incident!)).toEqual([
      'id',
      'url',
      'createdAt',
      'occurredAt',
      'remediationStatus',
      'isLive',
      'dwellTimeMinutes',
      'tenant',
      'user',
    ])
  })

  it('keeps a key whose value is unknown and gives it as null', async () => {
    const userId = 'shared-mailbox-7'
    await organization.work(tx =>
      saveUsers(tx, organization.id, {
        tenantId: tenant.id,
        at: service.clock.read(),
        users: [
          {
            id: userId,
            userPrincipalName: 'x@northwind.example',
            mail: null,
            displayName: null,
            accountEnabled: null,
            lastPasswordChangeAt: null,
          },
        ],
      }),
    )
    service.clock.turn({ seconds: 1 })
    await makeIncident(service, organization, { ...tenant, userId })
    const [incident] = await listed(await get(''))
    expect(incident!.user).toEqual({
      id: userId,
      userPrincipalName: 'x@northwind.example',
      mail: null,
      displayName: null,
      accountEnabled: null,
      lastPasswordChangeDateTime: null,
    })
  })

  it('shows the latest state of the user, and counts that as a change of the incident', async () => {
    const at = service.clock.turn({ minutes: 5 })
    await organization.work(async tx => {
      const user = {
        id: tenant.userId,
        userPrincipalName: 'mara@northwind.example',
        mail: null,
        displayName: 'Mara "Åsa" Lindqvist',
        accountEnabled: false,
        lastPasswordChangeAt: new Date('2026-03-10T12:01:00.000Z'),
      }
      await saveUsers(tx, organization.id, { tenantId: tenant.id, users: [user], at })
      await refreshIncidents(tx, organization.id, { tenantId: tenant.id, userIds: [user.id] }, at)
    })
    const [incident] = await listed(await get(`?updatedSince=${at.toISOString()}`))
    expect(incident!.user).toMatchObject({
      displayName: 'Mara "Åsa" Lindqvist',
      accountEnabled: false,
      mail: null,
    })
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const request = {
      headers: { authorization: `Bearer ${organization.key}`, 'accept-encoding': 'identity' },
    }
    const full = await fetch(`${service.url}/beta/incidents`, request)
    const head = await fetch(`${service.url}/beta/incidents`, { ...request, method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('etag')).toBe(full.headers.get('etag'))
    expect(head.headers.get('content-length')).toBe(String((await full.arrayBuffer()).byteLength))
  })

  it('may be asked with Content-Type: application/json', async () => {
    const response = await service.get('/beta/incidents', organization.key, {
      'content-type': 'application/json',
    })
    expect(response.status).toBe(200)
  })
})

describe('isLive', () => {
  beforeAll(fresh)

  it('is false for what was found in history and does not change with the state', async () => {
    const id = await makeIncident(service, organization, tenant, {
      isLive: false,
      occurredAt: new Date('2025-12-24T18:00:00.000Z'),
    })
    expect((await listed(await get('')))[0]).toMatchObject({
      isLive: false,
      createdAt: service.clock.read().toISOString(),
    })
    await move(service, organization, id, 'contain')
    expect((await listed(await get('')))[0]!.isLive).toBe(false)
  })
})

describe('dwellTimeMinutes', () => {
  beforeAll(fresh)
  const dwell = async () => (await listed(await get('')))[0]!.dwellTimeMinutes

  it('counts whole minutes until now while the attacker is still in, also on a list asked before', async () => {
    const id = await makeIncident(service, organization, tenant)
    expect(await dwell()).toBe(0)
    service.clock.turn({ seconds: 59, milliseconds: 999 })
    expect(await dwell()).toBe(0)
    service.clock.turn({ milliseconds: 1 })
    expect(await dwell()).toBe(1)
    service.clock.turn({ minutes: 90 })
    expect(await dwell()).toBe(91)
    await move(service, organization, id, 'contain')
    service.clock.turn({ days: 3 })
    expect(await dwell()).toBe(91)
    await move(service, organization, id, 'remediate')
    service.clock.turn({ days: 3 })
    expect(await dwell()).toBe(91)
  })

  it('counts on when the incident is reopened', async () => {
    const { id } = (await listed(await get('')))[0]!
    await move(service, organization, id, 'reopen')
    expect(await dwell()).toBe(91 + 6 * 24 * 60)
  })

  it('is 0 when the clock that dated the attack ran ahead', async () => {
    await fresh()
    await makeIncident(service, organization, tenant, {
      occurredAt: new Date(service.clock.read().getTime() + 90_000),
    })
    expect(await dwell()).toBe(0)
  })
})

describe('remediationStatus', () => {
  beforeAll(fresh)
  const status = async () => (await listed(await get('')))[0]!.remediationStatus

  it('goes from UNREMEDIATED to CONTAINED to REMEDIATED, and back when reopened', async () => {
    const id = await makeIncident(service, organization, tenant)
    expect(await status()).toBe('UNREMEDIATED')
    expect(await move(service, organization, id, 'remediate')).toEqual({
      done: false,
      because: 'not from here',
      status: 'UNREMEDIATED',
    })
    await move(service, organization, id, 'contain')
    expect(await status()).toBe('CONTAINED')
    await move(service, organization, id, 'remediate')
    expect(await status()).toBe('REMEDIATED')
    await move(service, organization, id, 'mark as false positive')
    expect(await status()).toBe('FALSE_POSITIVE')
    await move(service, organization, id, 'reopen')
    expect(await status()).toBe('UNREMEDIATED')
  })

  it('writes every step down with who, when and why', async () => {
    const moves = await organization.work(tx =>
      tx
        .selectFrom('incident_moves')
        .select(['from_status', 'to_status', 'actor', 'reason'])
        .orderBy('moved_at')
        .execute(),
    )
    expect(moves.map(({ to_status }) => to_status).sort()).toEqual(
      ['CONTAINED', 'FALSE_POSITIVE', 'REMEDIATED', 'UNREMEDIATED', 'UNREMEDIATED'].sort(),
    )
    expect(moves.filter(({ actor, reason }) => actor === 'Ada' && reason === 'test')).toHaveLength(4)
  })

  it('cannot be moved by another organization, to which the incident does not exist', async () => {
    const { id } = (await listed(await get('')))[0]!
    const other = await makeOrganization(service, 'Somebody Else')
    expect(await move(service, other, id, 'contain')).toEqual({ done: false, because: 'not found' })
    expect(await status()).toBe('UNREMEDIATED')
  })
})

describe('order and paging', () => {
  let made: string[]
  beforeAll(async () => {
    await fresh()
    made = []
    for (let n = 0; n < 23; n++) {
      // Some share a moment, so that the id has to decide.
      if (n % 3 === 0) service.clock.turn({ seconds: 7 })
      made.push(await makeIncident(service, organization, tenant))
    }
  })

  it('is createdAt newest first, then id descending', async () => {
    const incidents = await listed(await get(''))
    const sorted = [...incidents].sort((a, b) => (`${a.createdAt}${a.id}` < `${b.createdAt}${b.id}` ? 1 : -1))
    expect(incidents).toHaveLength(23)
    expect(incidents).toEqual(sorted)
  })

  it('limit keeps the newest', async () => {
    const all = await ids(await get(''))
    for (const limit of [1, 2, 22, 23, 24, 500])
      expect(await ids(await get(`?limit=${limit}`))).toEqual(all.slice(0, limit))
  })

  it('walks all pages by the Link header, and the last has none', async () => {
    const all = await ids(await get(''))
    for (const limit of [1, 5, 22, 23]) {
      const walked: string[][] = []
      for (let path: string | undefined = `/beta/incidents?limit=${limit}`; path; ) {
        const response = await service.get(path, organization.key)
        walked.push(await ids(response))
        path = nextPath(response)
      }
      expect(walked.flat()).toEqual(all)
      expect(walked).toHaveLength(Math.ceil(23 / limit))
    }
  })

  it('keeps the filters on the way', async () => {
    const all = await listed(await get(''))
    const startDate = all[12]!.createdAt
    const expected = all.filter(({ createdAt }) => createdAt >= startDate).map(({ id }) => id)
    const first = await get(`?limit=4&startDate=${startDate}&tenantId=${tenant.directoryTenantId}`)
    const path = nextPath(first)!
    expect(new URLSearchParams(path.split('?')[1]).get('startDate')).toBe(startDate)
    const walked = await ids(first)
    for (let next: string | undefined = path; next; ) {
      const response = await service.get(next, organization.key)
      walked.push(...(await ids(response)))
      next = nextPath(response)
    }
    expect(walked).toEqual(expected)
  })

  it('skips none and repeats none while incidents are created', async () => {
    const before = await ids(await get('?limit=500'))
    const walked: string[] = []
    for (let path: string | undefined = '/beta/incidents?limit=3'; path; ) {
      const response = await service.get(path, organization.key)
      walked.push(...(await ids(response)))
      path = nextPath(response)
      service.clock.turn({ milliseconds: 3 })
      await makeIncident(service, organization, tenant)
    }
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked).toEqual(expect.arrayContaining(before))
  })

  it('uses 100 when limit is not given', async () => {
    for (let n = 0; n < 80; n++) await makeIncident(service, organization, tenant)
    const response = await get('')
    expect(await ids(response)).toHaveLength(100)
    expect(nextPath(response)).toContain('limit=100')
  })
})

describe('startDate', () => {
  const moments = ['2026-04-01T23:59:59.999Z', '2026-04-02T00:00:00.000Z', '2026-04-02T08:30:00.500Z']
  let made: string[]
  beforeAll(async () => {
    await fresh()
    made = []
    for (const moment of moments) {
      service.clock.set(moment)
      made.push(await makeIncident(service, organization, tenant))
    }
  })

  it.each([
    ['2026-04-01', 3],
    ['2026-04-02', 2],
    ['2026-04-03', 0],
    ['2026-04-01T23:59:59.999Z', 3],
    ['2026-04-02T00:00:00Z', 2],
    ['2026-04-02T00:00:00.000', 2],
    ['2026-04-02T00:00', 2],
    ['2026-04-02T00:00:00.001Z', 1],
    ['2026-04-02T08:30:00.500Z', 1],
    ['2026-04-02T08:30:00.5000001Z', 0],
    ['2026-04-02T08:30:00.501Z', 0],
    ['2026-04-02T10:30:00.500%2B02:00', 1],
    ['2026-04-02T10:30:00.501%2B02:00', 0],
    ['2026-04-02T10:30:00.500+02:00', 1],
    ['2026-04-02T03:30:00.500-05:00', 1],
    ['2026-04-02t08:30:00.500z', 1],
    ['0000-01-01', 3],
    ['0001-01-01T00:00:00%2B14:00', 3],
    ['9999-12-31T23:59:59-12:00', 0],
  ])('%s keeps the %i created on or after it', async (startDate, count) => {
    expect(await ids(await get(`?startDate=${startDate}`))).toEqual([...made].reverse().slice(0, count))
  })

  it.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-04-02T24:00:00Z',
    '2026-04-02T10:60:00Z',
    '2026-04-02T10:00:00+25:00',
    '20260402',
    '2026-4-2',
    'yesterday',
    '1775088000',
    '2026-04-02T',
    '2026-04-02 10:00:00Z',
    '2026-W14',
    '',
    '%00',
    '2026-04-02%00',
  ])('%j is refused', async text => {
    const response = await get(`?startDate=${text}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ status: 400, parameter: 'startDate' })
  })
})

describe('updatedSince', () => {
  let ids3: string[]
  beforeAll(async () => {
    service.clock.set('2026-05-01T00:00:00.000Z')
    await fresh()
    ids3 = []
    for (let n = 0; n < 3; n++) {
      ids3.push(await makeIncident(service, organization, tenant))
      service.clock.turn({ days: 1 })
    }
  })

  it('keeps what was created at or after it', async () => {
    expect(await ids(await get('?updatedSince=2026-05-02'))).toEqual([ids3[2], ids3[1]])
    expect(await ids(await get('?updatedSince=2026-05-03T00:00:00.000Z'))).toEqual([ids3[2]])
    expect(await ids(await get('?updatedSince=2026-05-03T00:00:00.001Z'))).toEqual([])
  })

  it('keeps what was created before it and changed at or after it, still in order of creation', async () => {
    service.clock.set('2026-06-15T10:00:00.000Z')
    await move(service, organization, ids3[0]!, 'contain')
    expect(await ids(await get('?updatedSince=2026-06-15T10:00:00.000Z'))).toEqual([ids3[0]])
    expect(await ids(await get('?updatedSince=2026-05-03'))).toEqual([ids3[2], ids3[0]])
    expect(await ids(await get('?updatedSince=2026-06-15T10:00:00.001Z'))).toEqual([])
    expect(await ids(await get('?startDate=2026-05-02&updatedSince=2026-05-03'))).toEqual([ids3[2]])
  })

  it('a write that changes nothing a reader sees is no change', async () => {
    const at = service.clock.turn({ days: 1 })
    const count = await organization.work(tx =>
      refreshIncidents(tx, organization.id, { tenantId: tenant.id }, at),
    )
    expect(count).toBe(0)
    expect(await ids(await get(`?updatedSince=${at.toISOString()}`))).toEqual([])
  })
})

describe('tenantId', () => {
  let other: Tenant
  let [mine, others]: [string, string] = ['', '']
  beforeAll(async () => {
    await fresh()
    other = await makeTenant(service, organization, { displayName: 'Second' })
    mine = await makeIncident(service, organization, tenant)
    others = await makeIncident(service, organization, other)
  })

  it('takes a serviceTenantId or a directoryTenantId, in any case of letters', async () => {
    expect(await ids(await get(`?tenantId=${tenant.serviceTenantId}`))).toEqual([mine])
    expect(await ids(await get(`?tenantId=${tenant.directoryTenantId}`))).toEqual([mine])
    expect(await ids(await get(`?tenantId=${other.directoryTenantId.toUpperCase()}`))).toEqual([others])
  })

  it('unknown, or of another organization by either id: 401 with the same body but for the id', async () => {
    const stranger = await makeOrganization(service, 'Somebody Else')
    const theirs = await makeTenant(service, stranger)
    const bodies = []
    for (const id of [
      theirs.serviceTenantId,
      theirs.directoryTenantId,
      randomUUID(),
      'zzzzzzzz',
      'no such tenant',
    ]) {
      const response = await get(`?tenantId=${encodeURIComponent(id)}`)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer')
      const body = (await response.json()) as Record<string, unknown>
      bodies.push(JSON.stringify({ ...body, requestId: '', detail: String(body.detail).replace(id, '…') }))
    }
    expect(new Set(bodies).size).toBe(1)
  })

  it('the same directory may be watched by two organizations, each seeing its own', async () => {
    const stranger = await makeOrganization(service, 'Second Opinion')
    await makeTenant(service, stranger, { directoryTenantId: tenant.directoryTenantId })
    expect(
      await ids(await service.get(`/beta/incidents?tenantId=${tenant.directoryTenantId}`, stranger.key)),
    ).toEqual([])
    expect(await ids(await get(`?tenantId=${tenant.directoryTenantId}`))).toEqual([mine])
  })
})

describe('refused parameters', () => {
  beforeAll(fresh)

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=', 'limit'],
    ['limit', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e2', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=%2010', 'limit'],
    ['limit=+10', 'limit'],
    ['limit=010', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=99999999999999999999', 'limit'],
    ['limit=%D9%A1%D9%A0', 'limit'],
    ['limit=10&limit=10', 'limit'],
    ['tenantId=', 'tenantId'],
    ['tenantId=%00', 'tenantId'],
    [`tenantId=${'a'.repeat(65)}`, 'tenantId'],
    ['tenantId=a&tenantId=b', 'tenantId'],
    ['tenantid=abc', 'tenantid'],
    ['tenant_id=abc', 'tenant_id'],
    ['limit[]=5', 'limit[]'],
    ['offset=5', 'offset'],
    ['asOf=2026-01-01', 'asOf'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'cursor'],
    ['updatedSince=soon', 'updatedSince'],
    ['=5', ''],
    ['__proto__=5', '__proto__'],
    ['constructor=5', 'constructor'],
  ])('%s: 400 naming it', async (query, parameter) => {
    const response = await get(`?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toMatchObject({
      type: 'urn:vedette:problem:invalid-parameter',
      status: 400,
      parameter,
      requestId: response.headers.get('x-request-id'),
    })
  })

  it('an empty query string is no query', async () => {
    expect((await get('?')).status).toBe(200)
    expect((await get('?&')).status).toBe(200)
  })
})

describe('a query that forgets its organization', () => {
  it('sees nothing, whichever table it reads', async () => {
    await fresh()
    await makeIncident(service, organization, tenant)
    const { db } = service.database
    expect(await db.selectFrom('incidents').selectAll().execute()).toEqual([])
    const other = await makeOrganization(service, 'Somebody Else')
    const seen = await inOrganization(db, other.id, tx => tx.selectFrom('incidents').selectAll().execute())
    expect(seen).toEqual([])
  })
})
