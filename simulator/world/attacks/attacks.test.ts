import { describe, expect, it } from 'vitest'
import { attacksOf, createWorld, type LoggedRecord, recordsOf } from '../world.ts'
import { type AttackKind, attackKinds } from './attack.ts'

const day = 86_400_000
const from = new Date('2026-04-06T00:00:00Z')

function attacked(kind: AttackKind, seed: number, hasP1 = true) {
  const at = new Date(from.getTime() + day + 10 * 3_600_000)
  const world = createWorld({
    seed,
    from,
    to: new Date(from.getTime() + 14 * day),
    tenants: [{ people: 40, hasP1, attacks: [{ kind, at }] }],
  })
  const tenant = world.tenants[0]!
  const truth = attacksOf(tenant)[0]!
  const ids = new Set(truth.recordIds)
  const records: LoggedRecord[] = []
  for (const each of recordsOf(tenant, truth.firstActAt, truth.lastActAt + 1))
    if (ids.has(each.id)) records.push(each)
  return { tenant, truth, records, at: at.getTime() }
}

const has = (records: LoggedRecord[], test: (record: Record<string, unknown>) => boolean) =>
  records.some(each => test(each.record))
const isIn = (record: Record<string, unknown>) => record.Operation === 'UserLoggedIn'
const failed = (records: LoggedRecord[], code: string) =>
  records.filter(each => each.record.Operation === 'UserLoginFailed' && each.record.ErrorNumber === code)
    .length

/** What each attack must leave in the audit log, whatever the seed. */
const traces: Record<AttackKind, (records: LoggedRecord[]) => boolean> = {
  aitm: records => has(records, isIn) && has(records, each => each.Operation === 'MailItemsAccessed'),
  'device-code': records => has(records, each => JSON.stringify(each).includes('Cmsi:Cmsi')),
  'password-spray': records => failed(records, '50126') > 5 && has(records, isIn),
  'brute-force': records => failed(records, '50126') + failed(records, '50053') > 20 && has(records, isIn),
  'mfa-fatigue': records => failed(records, '500121') > 4 && has(records, isIn),
  consent: records =>
    has(records, each => each.Operation === 'Consent to application.') &&
    has(records, each => each.Operation === 'MailItemsAccessed'),
  'inbox-rule': records =>
    has(records, each => String(each.Operation).endsWith('-InboxRule')) &&
    has(records, each => each.Operation === 'Send'),
  'mass-download': records =>
    records.filter(each => /^File(Sync)?Downloaded/.test(String(each.record.Operation))).length > 100,
  'mfa-method': records =>
    has(records, each => JSON.stringify(each).includes('StrongAuthenticationPhoneAppDetail')),
  'internal-phishing': records => records.filter(each => each.record.Operation === 'Send').length > 5,
  'token-theft': records => has(records, each => each.Operation === 'MailItemsAccessed'),
  'legacy-protocol': records => has(records, each => JSON.stringify(each).includes('BAV2ROPC')),
  forwarding: records => has(records, each => /Forward|Redirect/.test(JSON.stringify(each.Parameters ?? ''))),
  'admin-takeover': records =>
    records.filter(each => each.feed === 'directoryAudits' || each.record.RecordType === 1).length > 1,
}

describe.each(attackKinds)('attack %s', kind => {
  it.each([1, 2, 3, 4, 5, 6])('leaves its records, and the truth names them (seed %i)', seed => {
    const { truth, records, at, tenant } = attacked(kind, seed)
    expect(traces[kind](records)).toBe(true)
    expect(new Set(records.map(each => each.id))).toEqual(new Set(truth.recordIds))
    expect(truth.firstActAt).toBeGreaterThanOrEqual(at)
    expect(truth.firstActAt).toBeLessThan(at + 15 * 60_000)
    expect(truth.lastActAt).toBeGreaterThan(truth.firstActAt)
    expect(truth.addresses.length).toBeGreaterThan(0)
    const known = new Set(tenant.users.map(each => each.userPrincipalName))
    expect(truth.users.every(each => known.has(each))).toBe(true)
    expect(truth.users.every(each => truth.firstActByUser[each]! >= truth.firstActAt)).toBe(true)
  })

  it('is told without Graph too', () => {
    const { records } = attacked(kind, 9, false)
    expect(traces[kind](records)).toBe(true)
    expect(records.some(each => each.feed === 'signIns' || each.feed === 'nonInteractiveSignIns')).toBe(false)
  })
})

describe('an adversary in the middle', () => {
  it('uses one session from two places, unless the kit itself goes on', () => {
    let moved = 0
    for (let seed = 1; seed <= 12; seed++) {
      const { records, truth } = attacked('aitm', seed)
      const places = new Map<string, Set<string>>()
      for (const { record } of records) {
        const session = (record.sessionId ?? record.SessionId) as string | undefined
        const address = (record.ipAddress ?? record.ClientIPAddress) as string | undefined
        if (!session || !address) continue
        places.set(session, (places.get(session) ?? new Set()).add(address))
      }
      expect([...places.keys()].every(each => truth.sessions.includes(each))).toBe(true)
      if ([...places.values()].some(each => each.size > 1)) moved++
    }
    expect(moved).toBeGreaterThan(5)
    expect(moved).toBeLessThan(13)
  })
})

describe('a stolen token', () => {
  it('is the session its owner goes on using', () => {
    const { truth, tenant } = attacked('token-theft', 4)
    const own = new Set<string>()
    for (const { record, id } of recordsOf(tenant, truth.firstActAt - 5 * day, truth.lastActAt)) {
      if (!truth.recordIds.includes(id) && record.userPrincipalName === truth.users[0] && record.sessionId)
        own.add(record.sessionId as string)
    }
    expect(truth.sessions.some(session => own.has(session))).toBe(true)
  })
})
