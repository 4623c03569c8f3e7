import { describe, expect, it } from 'vitest'
import { createTraces } from '../detection/behaviour/memory/trace.ts'
import type { Act, Incident } from '../detection/correlate/incident.ts'
import { act } from '../detection/fixtures/activities.ts'
import type { KnownAttack } from '../incidents/attack.ts'
import { activityId, comeback, digestOf, settle, withoutFalseAlarms } from './settle.ts'

const incident = (id: string, said: Partial<Incident> = {}): Incident => ({
  id,
  tenant: null,
  user: 'ana@contoso.com',
  userId: null,
  userName: null,
  title: id,
  summary: '',
  severity: 'medium',
  confidence: 0.7,
  occurredAt: 1000,
  lastSeenAt: 2000,
  why: [id],
  evidence: [],
  addresses: [],
  sessions: [],
  origins: [],
  lures: [],
  ledBy: [],
  made: [],
  linkedUsers: [],
  timeline: [],
  ...said,
})

const known = (status: KnownAttack['status'], said: Partial<KnownAttack> = {}): KnownAttack => ({
  incidentId: 'known',
  user: 'ana@contoso.com',
  userId: 'u',
  occurredAt: new Date(0),
  lastSeenAt: new Date(500),
  severity: 'high',
  status,
  movedAt: new Date(600),
  addresses: ['198.51.100.7'],
  tellingAddresses: ['198.51.100.7'],
  sessions: ['s1'],
  luredAt: [],
  ledBy: [],
  made: [],
  digest: '',
  ...said,
})

const joined = (found: Incident[], attacks: KnownAttack[]) =>
  settle(found, attacks).map(({ found: { id }, joins }) => [id, joins?.incidentId ?? null])

describe('what was found', () => {
  it('begins an incident where there is none', () => {
    expect(joined([incident('a')], [])).toEqual([['a', null]])
  })

  it.each(['UNREMEDIATED', 'CONTAINED'] as const)('joins one that is %s, whoever the attacker is', status => {
    expect(joined([incident('a', { addresses: ['203.0.113.9'] })], [known(status)])).toEqual([['a', 'known']])
  })

  it('joins one that is remediated when the attacker is the same, by address or session', () => {
    const attacks = [known('REMEDIATED')]
    expect(joined([incident('a', { addresses: ['198.51.100.7'] })], attacks)).toEqual([['a', 'known']])
    expect(joined([incident('a', { sessions: ['s1'] })], attacks)).toEqual([['a', 'known']])
    expect(joined([incident('a', { addresses: ['203.0.113.9'] })], attacks)).toEqual([['a', null]])
  })

  it('never joins a false alarm', () => {
    const attacks = [known('FALSE_POSITIVE')]
    expect(joined([incident('a', { addresses: ['198.51.100.7'] })], attacks)).toEqual([['a', null]])
    // Somebody has vouched for its sessions: they begin no other, wherever they go on.
    expect(joined([incident('a', { addresses: ['203.0.113.9'], sessions: ['s1'] })], attacks)).toEqual([])
    // With another session beside it, it is another story.
    expect(joined([incident('a', { addresses: ['203.0.113.9'], sessions: ['s1', 's2'] })], attacks)).toEqual([
      ['a', null],
    ])
  })

  it('is one when it joins the same incident twice, with everything of both', () => {
    const [one, ...more] = settle(
      [
        incident('b', {
          occurredAt: 3000,
          lastSeenAt: 4000,
          severity: 'critical',
          addresses: ['203.0.113.9'],
        }),
        incident('a', { addresses: ['198.51.100.7'] }),
      ],
      [known('UNREMEDIATED')],
    )
    expect(more).toEqual([])
    expect(one!.found).toMatchObject({
      id: 'a',
      title: 'a',
      severity: 'critical',
      occurredAt: 1000,
      lastSeenAt: 4000,
      why: ['a', 'b'],
      addresses: ['198.51.100.7', '203.0.113.9'],
    })
  })
})

it('traces from where a false alarm came from are left out, and no others', () => {
  const traces = createTraces()
  const trace = (from: 'home' | 'hetzner' | null, session: string | null) =>
    traces.trace(act(1, from, { session }), [])
  const alarm = known('FALSE_POSITIVE', { addresses: ['95.217.3.3'], sessions: ['s1'] })
  const all = [trace('home', 's1'), trace('hetzner', 's2'), trace(null, 's1'), trace(null, null)]
  expect(withoutFalseAlarms(all, [alarm])).toEqual([all[0], all[3]])
  expect(withoutFalseAlarms(all, [known('REMEDIATED')])).toEqual(all)
})

it('the attacker is back with an act that got somewhere, after the moment', () => {
  const one = (said: Partial<Act>) => ({ isSuccess: true, action: 'sign-in', until: 700, ...said }) as Act
  const since = new Date(600)
  expect(comeback([one({})], since)).toBeDefined()
  expect(
    comeback([one({ isSuccess: false }), one({ action: 'alert' }), one({ until: 600 })], since),
  ).toBeUndefined()
})

it('digests and ids are the same for the same, and others for others', () => {
  expect(digestOf(incident('a'))).toBe(digestOf(incident('a')))
  expect(digestOf(incident('a'))).not.toBe(digestOf(incident('a', { lastSeenAt: 2001 })))
  expect(activityId('i', 'e')).toBe(activityId('i', 'e'))
  expect(activityId('i', 'e')).not.toBe(activityId('i', 'f'))
  expect(activityId('i', 'e')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
