// The Microsoft sources against the simulated cloud, over HTTP.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import { publishedLimits } from '../../simulator/cloud/budgets.ts'
import type { Fault } from '../../simulator/cloud/faults.ts'
import { syntheticRecords } from '../../simulator/cloud/synthetic.ts'
import { checkConnection } from '../../src/sources/microsoft/check.ts'
import type { MicrosoftClient } from '../../src/sources/microsoft/client.ts'
import { directoryAudits } from '../../src/sources/microsoft/directory-audits.ts'
import { managementActivity } from '../../src/sources/microsoft/management-activity.ts'
import { nonInteractiveSignIns, signIns } from '../../src/sources/microsoft/sign-ins.ts'
import { directory } from '../../src/sources/microsoft/users.ts'
import { DAY, HOUR, NOW, skyForTest, turn } from './cloud.ts'

const ENTRA = 'Audit.AzureActiveDirectory'
const audit = managementActivity(ENTRA)
const signal = new AbortController().signal
const settings = { recordsPerBlob: 3, blobsPerPage: 7 }

/** Records of the last days, some every hour. */
const entra = (count: number, from: number, everyMs: number) => (id: string) =>
  syntheticRecords(id, ENTRA, count, { from, everyMs })

describe('the audit log', () => {
  it('gives every record of the last seven days, from as many blobs and pages as it takes', async () => {
    const sky = await skyForTest({ records: entra(400, NOW - 6 * DAY, 20 * 60_000), settings })
    const { ids, fault, pages } = await turn(sky, audit)
    expect(fault).toBeNull()
    expect(new Set(ids)).toEqual(sky.cloud.control.published(sky.tenantId).get(ENTRA))
    expect(ids).toHaveLength(400)
    expect(pages.every(({ gaps }) => !gaps)).toBe(true)
    expect(pages.find(({ records }) => records.length)?.publishedAt).toBeInstanceOf(Date)
  })

  it('goes on from any page it was stopped at, and skips nothing', async () => {
    const sky = await skyForTest({ records: entra(150, NOW - 3 * DAY, 25 * 60_000), settings })
    const ids = new Set<string>()
    let cursor: unknown = null
    let turns = 0
    for (; turns < 500; turns++) {
      const done = await turn(sky, audit, { cursor, pagesAtMost: 1 })
      expect(done.fault).toBeNull()
      for (const id of done.ids) ids.add(id)
      if (!done.pages.length) break
      cursor = done.cursor
      if (
        !(cursor as { window?: unknown }).window &&
        Date.parse(`${(cursor as { through: string }).through}Z`) === NOW
      )
        break
    }
    expect(ids).toEqual(sky.cloud.control.published(sky.tenantId).get(ENTRA))
    expect(turns).toBeGreaterThan(10)
  })

  it('says of no blob that it was read before it is in a page', async () => {
    // Blobs of 300: the fourth no longer fits into a page of a thousand.
    const sky = await skyForTest({
      records: entra(3000, NOW - 20 * HOUR, 1000),
      settings: { recordsPerBlob: 300, blobsPerPage: 50 },
    })
    const ids: string[] = []
    let cursor: unknown = null
    for (let turns = 0; turns < 20; turns++) {
      const done = await turn(sky, audit, { cursor, pagesAtMost: 1 })
      expect(done.fault).toBeNull()
      ids.push(...done.ids)
      cursor = done.cursor
    }
    expect(new Set(ids)).toEqual(sky.cloud.control.published(sky.tenantId).get(ENTRA))
  })

  it('fetches a blob once, and what has come since', async () => {
    const sky = await skyForTest({ records: entra(30, NOW - HOUR, 60_000), settings })
    const first = await turn(sky, audit)
    sky.cloud.control.clock.advance(5 * 60_000)
    sky.add(syntheticRecords(sky.tenantId, ENTRA, 40, { from: NOW - HOUR, everyMs: 60_000 }).slice(35))
    sky.cloud.control.resetAccount()
    const second = await turn(sky, audit, { cursor: first.cursor })
    expect(second.fault).toBeNull()
    expect(first.ids).toHaveLength(30)
    const blobs = sky.cloud.control.requests(sky.tenantId).filter(({ endpoint }) => endpoint === 'blob')
    expect(blobs.length).toBeLessThanOrEqual(6)
    expect(JSON.stringify(second.cursor).length).toBeLessThan(4000)
  })

  it('starts the subscription, and starts it again with the gap told when it was stopped', async () => {
    const sky = await skyForTest({ records: entra(10, NOW - HOUR, 60_000) })
    const first = await turn(sky, audit)
    expect(first.ids).toHaveLength(10)
    sky.cloud.control.stopSubscription(sky.tenantId, ENTRA)
    sky.cloud.control.clock.advance(HOUR)
    const second = await turn(sky, audit, { cursor: first.cursor })
    expect(second.fault).toBeNull()
    const [gap] = second.pages.flatMap(({ gaps }) => gaps ?? [])
    expect(gap?.reason).toMatch(/stopped/)
    expect(gap!.until.getTime()).toBe(NOW + HOUR)
    const third = await turn(sky, audit, { cursor: second.cursor })
    expect(third.pages.flatMap(({ gaps }) => gaps ?? [])).toEqual([])
  })

  it('tells of the gap when nothing was collected for longer than Microsoft keeps', async () => {
    const sky = await skyForTest()
    const { cursor } = await turn(sky, audit)
    sky.cloud.control.clock.advance(9 * DAY)
    const { pages, fault } = await turn(sky, audit, { cursor })
    expect(fault).toBeNull()
    const gaps = pages.flatMap(({ gaps }) => gaps ?? [])
    expect(gaps).toHaveLength(1)
    expect(gaps[0]!.from.getTime()).toBe(NOW)
    expect(gaps[0]!.reason).toMatch(/seven days/)
  })

  it('reads on past a blob that cannot be read, says so, and reads it once it can be', async () => {
    const sky = await skyForTest({ records: entra(30, NOW - HOUR, 60_000), settings })
    const id = sky.fault({ kind: 'truncated', on: 'blob', times: 1 })
    const first = await turn(sky, audit)
    expect(first.fault).toMatchObject({ kind: 'broken-answer' })
    expect(first.ids.length).toBeGreaterThan(20)
    expect(first.ids.length).toBeLessThan(30)
    sky.cloud.control.faults.clear(id)
    const second = await turn(sky, audit, { cursor: first.cursor })
    expect(second.fault).toBeNull()
    expect(new Set([...first.ids, ...second.ids]).size).toBe(30)
  })

  it('gives up a blob that stays broken for a day, and counts it', async () => {
    const sky = await skyForTest({ records: entra(3, NOW - HOUR, 60_000) })
    sky.fault({ kind: 'notJson', on: 'blob' })
    const first = await turn(sky, audit)
    expect(first.fault).toMatchObject({ kind: 'broken-answer' })
    sky.cloud.control.clock.advance(DAY + HOUR)
    const second = await turn(sky, audit, { cursor: first.cursor })
    expect(second.fault).toBeNull()
    expect(second.pages.flatMap(({ rejected }) => rejected ?? [])[0]?.reason).toMatch(/given up/)
  })

  it('passes over a record of 100 MB and keeps those beside it', async () => {
    const sky = await skyForTest({ records: entra(20, NOW - HOUR, 60_000), patienceMilliseconds: 60_000 })
    sky.fault({ kind: 'hugeRecord', bytes: 100_000_000 })
    const { ids, pages, fault } = await turn(sky, audit)
    expect(fault).toBeNull()
    expect(ids.length).toBeGreaterThanOrEqual(18)
    expect(pages.flatMap(({ rejected }) => rejected ?? []).map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/larger than 16 MB/),
    )
  })

  it('says that auditing is off', async () => {
    const sky = await skyForTest()
    sky.fault({ kind: 'auditingOff' })
    expect((await turn(sky, audit)).fault).toMatchObject({ kind: 'auditing-off', message: /Purview/ })
  })
})

describe('reports of Graph', () => {
  const records = (id: string) => [
    ...syntheticRecords(id, 'signIns', 2500, { from: NOW - 20 * HOUR, everyMs: 20_000 }),
    ...syntheticRecords(id, 'nonInteractiveSignIns', 30, { from: NOW - 5 * DAY, everyMs: HOUR }),
    ...syntheticRecords(id, 'directoryAudits', 20, { from: NOW - 25 * DAY, everyMs: DAY }),
  ]

  it('give every record, each from its own feed', async () => {
    const sky = await skyForTest({ records })
    const published = sky.cloud.control.published(sky.tenantId)
    for (const source of [signIns, nonInteractiveSignIns, directoryAudits]) {
      const { ids, fault } = await turn(sky, source, { lookBackDays: 30 })
      expect(fault).toBeNull()
      expect(new Set(ids)).toEqual(published.get(source.name as never))
    }
  }, 60_000)

  it('come again with the overlap alone', async () => {
    const sky = await skyForTest({ records })
    const first = await turn(sky, signIns, { lookBackDays: 1 })
    const second = await turn(sky, signIns, { cursor: first.cursor, overlapSeconds: 3600 })
    expect(second.fault).toBeNull()
    expect(second.ids.length).toBeLessThan(200)
  })

  it('come again with three hours once an hour, for what is shown late', async () => {
    const sky = await skyForTest({ records })
    const first = await turn(sky, signIns, { lookBackDays: 1 })
    const [late] = syntheticRecords(sky.tenantId, 'signIns', 1, { from: NOW - 2 * HOUR + 1, everyMs: 1 })
    sky.add([
      { ...late!, id: 'late', record: { ...late!.record, id: 'late' }, publishedAt: NOW + 20 * 60_000 },
    ])
    sky.cloud.control.clock.advance(30 * 60_000)
    const sameHour = await turn(sky, signIns, { cursor: first.cursor })
    expect(sameHour.ids).not.toContain('late')
    sky.cloud.control.clock.advance(30 * 60_000)
    const nextHour = await turn(sky, signIns, { cursor: sameHour.cursor })
    expect(nextHour.ids).toContain('late')
  })

  it('say once that the tenant is not licensed', async () => {
    const sky = await skyForTest({ hasP1: false })
    expect((await turn(sky, signIns)).fault).toMatchObject({ kind: 'licence' })
    expect((await turn(sky, directoryAudits)).fault).toBeNull()
  })

  it('keep to five requests in ten seconds', async () => {
    const sky = await skyForTest({ records, budgets: publishedLimits })
    const { fault, pages } = await turn(sky, signIns, { lookBackDays: 30 })
    expect(pages.length).toBeGreaterThan(5)
    expect(fault).toBeNull()
    expect(sky.cloud.control.requests(sky.tenantId).filter(({ status }) => status === 429)).toEqual([])
  })
})

describe('the directory', () => {
  it('is read whole, then by its changes, then whole again when the link has run out', async () => {
    const sky = await skyForTest({ users: 25, settings: { usersPerPage: 10 } })
    const first = await turn(sky, directory)
    expect(first.fault).toBeNull()
    const users = first.pages.flatMap(({ directory }) => directory!.users)
    expect(users).toHaveLength(25)
    expect(users[0]).toMatchObject({
      userPrincipalName: expect.stringContaining('@'),
      skus: ['SPB'],
      accountEnabled: true,
    })
    expect(users[0]!.lastPasswordChangeAt).toBeInstanceOf(Date)
    expect(first.pages.at(-1)!.directory!.completeSince).toEqual(new Date(NOW))
    expect(first.pages[0]!.directory!.completeSince).toBeUndefined()

    sky.cloud.control.changeUser(sky.tenantId, users[0]!.id, { accountEnabled: false })
    sky.cloud.control.removeUser(sky.tenantId, users[1]!.id)
    const second = await turn(sky, directory, { cursor: first.cursor })
    const changed = second.pages.flatMap(({ directory }) => directory!.users)
    expect(changed.map(({ id, accountEnabled, skus }) => ({ id, accountEnabled, skus }))).toEqual([
      { id: users[0]!.id, accountEnabled: false, skus: ['SPB'] },
    ])
    expect(second.pages.flatMap(({ directory }) => directory!.deleted).map(({ id }) => id)).toEqual([
      users[1]!.id,
    ])

    sky.cloud.control.expireDeltaTokens(sky.tenantId)
    sky.cloud.control.clock.advance(HOUR)
    const third = await turn(sky, directory, { cursor: second.cursor })
    expect(third.fault).toBeNull()
    expect(third.pages.flatMap(({ directory }) => directory!.users)).toHaveLength(24)
    expect(third.pages.at(-1)!.directory!.completeSince).toBeInstanceOf(Date)
  })
})

test('a cursor holds good when Microsoft is reached by another address', async () => {
  const records = (id: string) =>
    syntheticRecords(id, 'signIns', 2500, { from: NOW - 20 * HOUR, everyMs: 20_000 })
  const [here, there] = [await skyForTest({ records }), await skyForTest({ records })]
  const begun = await turn(here, signIns, { lookBackDays: 1, pagesAtMost: 1 })
  const known = await turn(here, directory)
  const ended = await turn(there, signIns, { cursor: begun.cursor })
  expect(ended.fault).toBeNull()
  expect(new Set([...begun.ids, ...ended.ids])).toEqual(
    there.cloud.control.published(there.tenantId).get('signIns'),
  )
  expect(ended.ids).toHaveLength(1500)
  const changes = await turn(there, directory, { cursor: known.cursor })
  expect(changes.fault).toBeNull()
  expect(changes.pages.flatMap(({ directory }) => directory!.users)).toEqual([])
})

test('a permission that was missing is looked for anew, not in the token that lacks it', async () => {
  const sky = await skyForTest()
  const fault = sky.fault({ kind: 'permissionMissing', permission: 'AuditLog.Read.All' })
  expect((await turn(sky, signIns)).fault).toMatchObject({ kind: 'permission' })
  sky.cloud.control.faults.clear(fault)
  expect((await turn(sky, signIns)).fault).toBeNull()
})

describe('faults', () => {
  const cases: [Fault, Record<string, unknown>][] = [
    [{ kind: 'secretExpired' }, { kind: 'secret', message: /expired/ }],
    [{ kind: 'consentWithdrawn' }, { kind: 'consent', message: /consent/ }],
    [{ kind: 'consentWithdrawn', code: 65001 }, { kind: 'consent' }],
    [
      { kind: 'permissionMissing', permission: 'AuditLog.Read.All' },
      { kind: 'permission', permission: 'AuditLog.Read.All', message: /AuditLog\.Read\.All/ },
    ],
    [
      { kind: 'throttle', on: 'graph', retryAfterSeconds: 120 },
      { kind: 'throttled', retryAfterSeconds: 120 },
    ],
    [
      { kind: 'throttle', on: 'graph', retryAfterSeconds: null },
      { kind: 'throttled', retryAfterSeconds: undefined },
    ],
    [{ kind: 'throttle', on: 'token', retryAfterSeconds: 60 }, { kind: 'throttled' }],
    [{ kind: 'outage', on: 'graph', status: 502 }, { kind: 'unreachable' }],
    [{ kind: 'outage', on: 'token' }, { kind: 'unreachable' }],
    [{ kind: 'reset', on: 'graph' }, { kind: 'unreachable' }],
    [{ kind: 'hang', on: 'graph' }, { kind: 'unreachable' }],
    [{ kind: 'cut', on: 'graph' }, { kind: 'unreachable' }],
    [
      { kind: 'truncated', on: 'graph' },
      { kind: 'broken-answer', message: /cut off/ },
    ],
    [
      { kind: 'wrongJson', on: 'graph' },
      { kind: 'broken-answer', message: /shape/ },
    ],
    [{ kind: 'notJson', on: 'graph' }, { kind: 'broken-answer' }],
    [
      { kind: 'htmlPage', on: 'graph' },
      { kind: 'broken-answer', message: /web page/ },
    ],
    [
      { kind: 'wrongContentType', on: 'graph' },
      { kind: 'broken-answer', message: /JSON/ },
    ],
    [
      { kind: 'cyclicNextLink', on: 'directoryAudits' },
      { kind: 'broken-answer', message: /itself/ },
    ],
    [
      { kind: 'foreignNextLink', on: 'directoryAudits' },
      { kind: 'broken-answer', message: /another host/ },
    ],
    [{ kind: 'notLicensed', on: 'directoryAudits' }, null as never],
  ]
  for (const [fault, expected] of cases)
    it(`${fault.kind}${fault.on ? ` of ${fault.on}` : ''} is named, and over when it is over`, async () => {
      const sky = await skyForTest({
        records: id => syntheticRecords(id, 'directoryAudits', 5, { from: NOW - HOUR }),
      })
      const id = sky.fault(fault)
      const during = await turn(sky, directoryAudits)
      if (expected) {
        expect(during.fault).toMatchObject(expected)
        expect((during.fault as Error).message).not.toContain(sky.cloud.app.secret)
      } else expect(during.fault).toBeNull()
      sky.cloud.control.faults.clear(id)
      const after = await turn({ ...sky, client: sky.clientBy(sky.cloud.app) }, directoryAudits, {
        cursor: during.cursor,
      })
      expect(after.fault).toBeNull()
      expect(new Set([...during.ids, ...after.ids]).size).toBe(5)
    }, 30_000)

  const inLists: [Fault, object | null][] = [
    [
      { kind: 'truncated', on: 'content' },
      { kind: 'broken-answer', message: /cut off/ },
    ],
    [
      { kind: 'wrongJson', on: 'content' },
      { kind: 'broken-answer', message: /shape/ },
    ],
    [
      { kind: 'htmlPage', on: 'content' },
      { kind: 'broken-answer', message: /web page/ },
    ],
    [
      { kind: 'wrongContentType', on: 'content' },
      { kind: 'broken-answer', message: /JSON/ },
    ],
    [
      { kind: 'cyclicNextLink', on: 'content' },
      { kind: 'broken-answer', message: /itself/ },
    ],
    [
      { kind: 'foreignNextLink', on: 'content' },
      { kind: 'broken-answer', message: /another host/ },
    ],
    [{ kind: 'listedTwice', on: 'content' }, null],
    [{ kind: 'clockSkew', ms: -2 * HOUR }, null],
    [{ kind: 'clockSkew', ms: 2 * DAY }, null],
  ]
  for (const [fault, expected] of inLists)
    it(`${fault.kind} of the audit log’s list${fault.ms ? ` by ${fault.ms / HOUR} hours` : ''} costs no record`, async () => {
      const sky = await skyForTest({
        records: id => syntheticRecords(id, 'Audit.Exchange', 5, { from: NOW - HOUR }),
      })
      const id = sky.fault(fault)
      const during = await turn(sky, managementActivity('Audit.Exchange'))
      if (expected) expect(during.fault).toMatchObject(expected)
      else expect(during.fault).toBeNull()
      sky.cloud.control.faults.clear(id)
      const after = await turn(sky, managementActivity('Audit.Exchange'), { cursor: during.cursor })
      expect(after.fault).toBeNull()
      expect([...during.ids, ...after.ids]).toHaveLength(5)
    })

  it('notices that the pages of a list lead in a circle, and keeps what is on them', async () => {
    const sky = await skyForTest({
      records: id => syntheticRecords(id, 'Audit.Exchange', 300, { from: NOW - HOUR }),
      settings: { recordsPerBlob: 100, blobsPerPage: 1, blobSpanMs: HOUR },
    })
    const links: string[] = []
    // The third page says that the second comes next.
    const circling: MicrosoftClient = {
      ...sky.client,
      async list(ask) {
        const found = await sky.client.list(ask)
        if (found.next) links.push(found.next)
        return links.length === 2 && !found.next ? { ...found, next: links[0]! } : found
      },
    }
    const during = await turn({ ...sky, client: circling }, managementActivity('Audit.Exchange'))
    expect(during.fault).toMatchObject({ kind: 'broken-answer', message: expect.stringContaining('circle') })
    const after = await turn(sky, managementActivity('Audit.Exchange'), { cursor: during.cursor })
    expect(after.fault).toBeNull()
    expect([...during.ids, ...after.ids].toSorted()).toEqual(
      [...new Set([...during.ids, ...after.ids])].toSorted(),
    )
    expect([...during.ids, ...after.ids]).toHaveLength(300)
  })

  it('sends no token to another host', async () => {
    const sky = await skyForTest({ records: id => syntheticRecords(id, 'signIns', 3, { from: NOW - HOUR }) })
    sky.fault({ kind: 'foreignNextLink', host: '127.0.0.1:9' })
    expect((await turn(sky, signIns)).fault).toMatchObject({ kind: 'broken-answer' })
  })

  it('renews a token that runs out in the middle, once', async () => {
    const sky = await skyForTest({ records: entra(30, NOW - HOUR, 60_000), settings })
    sky.fault({ kind: 'tokenExpired', on: 'blob', times: 1 })
    const { ids, fault } = await turn(sky, audit)
    expect(fault).toBeNull()
    expect(ids).toHaveLength(30)
  })

  it('waits out a short Retry-After', async () => {
    const sky = await skyForTest({ records: entra(3, NOW - HOUR, 60_000) })
    sky.fault({ kind: 'throttle', on: 'content', retryAfterSeconds: 1, times: 1 })
    sky.fault({ kind: 'throttle', on: 'blob', status: 403, retryAfterSeconds: 1, times: 1 })
    const { ids, fault } = await turn(sky, audit)
    expect(fault).toBeNull()
    expect(ids).toHaveLength(3)
  })

  it('asks for one token for all that ask at the same time', async () => {
    const sky = await skyForTest()
    await Promise.all([turn(sky, signIns), turn(sky, directoryAudits), turn(sky, directory)])
    const tokens = sky.cloud.control.requests(sky.tenantId).filter(({ endpoint }) => endpoint === 'token')
    expect(tokens).toHaveLength(1)
  })
})

describe('checking a connection', () => {
  it('finds everything in order', async () => {
    const sky = await skyForTest()
    const found = await checkConnection(sky.client, { signal, lookBackDays: 180 })
    expect(found).toMatchObject({ isUsable: true, displayName: 'Tenant 1', excess: [] })
    expect(found.items.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'optional'])
  })

  it('names what is missing, what is not licensed, and what can write', async () => {
    const sky = await skyForTest({ hasP1: false, isConsented: false })
    sky.cloud.control.registerApp({
      clientId: sky.cloud.app.clientId,
      secret: sky.cloud.app.secret,
      permissions: ['AuditLog.Read.All', 'User.ReadWrite.All', 'User.Read.All'],
    })
    sky.cloud.control.consent(sky.tenantId, sky.cloud.app.clientId)
    const found = await checkConnection(sky.client, { signal, lookBackDays: 180 })
    expect(found.isUsable).toBe(false)
    expect(Object.fromEntries(found.items.map(({ name, state }) => [name, state]))).toEqual({
      'Audit log': 'missing',
      'Sign-ins': 'unlicensed',
      'Directory changes': 'ok',
      Users: 'ok',
      Products: 'missing',
      'Older history': 'optional',
    })
    expect(found.items[0]!.says).toContain('ActivityFeed.Read')
    expect(found.excess).toEqual(['User.ReadWrite.All'])
  })

  it('says what is wrong with the secret, everywhere', async () => {
    const sky = await skyForTest()
    const client = sky.clientBy({ clientId: sky.cloud.app.clientId, secret: 'wrong' })
    const found = await checkConnection(client, { signal, lookBackDays: 180 })
    expect(found.isUsable).toBe(false)
    expect(found.items.every(({ state, says }) => state === 'failed' && /secret/.test(says))).toBe(true)
  })

  it('refuses a certificate that is none', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const sky = await skyForTest()
    const client = sky.clientBy({ clientId: sky.cloud.app.clientId, certificate: 'nonsense', privateKey })
    expect((await checkConnection(client, { signal, lookBackDays: 180 })).items[0]!.says).toMatch(
      /certificate/,
    )
  })
})
