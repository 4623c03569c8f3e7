// Accounts that are made: an attacker's by a misused one, a colleague's by an administrator or a program.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  habits,
  MINUTE,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const ANA = 'ana@contoso.com'
const MADE = 'sync.admin@contoso.com'
const T = START + 20 * DAY + 13 * HOUR
const said = { session: 'stolen', client: 'Firefox on Linux' }

const misused = [
  act(T - 30 * MINUTE, 'hetzner', { ...said, mfa: 'passed' }),
  deed(T - 20 * MINUTE, 'hetzner', 'inbox-rule-set', { ...said, rule: HIDING }),
]
const making = (from: PlaceName, more: Partial<Activity> = said) =>
  deed(T, from, 'user-created', { ...more, targetUser: MADE })
const used = [
  act(T + 2 * HOUR, 'neighbour', { user: MADE, session: 'm' }),
  deed(T + 3 * HOUR, 'neighbour', 'mail-read', { user: MADE, session: 'm' }),
]
const beginnings = (...stories: Activity[][]) =>
  judge(habits(), ...stories).map(({ user, occurredAt }) => [user, occurredAt])

it('one that was made with a misused account is the attacker’s wherever it is used, and both are linked', () => {
  const incidents = judge(habits(), misused, [making('hetzner')], used)
  expect(incidents.map(({ user, occurredAt, linkedUsers }) => [user, occurredAt, linkedUsers])).toEqual([
    [ANA, T - 30 * MINUTE, [MADE]],
    [MADE, T + 2 * HOUR, [ANA]],
  ])
  expect(incidents[1]!.title).toBe('Account made by an attacker used from Jazztel (Spain)')
  expect(incidents[1]!.why[0]).toContain('was made with the misused account of ana@contoso.com')
})

it('what is done with it later joins', () => {
  const later = act(T + 9 * DAY, 'home', { user: MADE, session: 'n' })
  expect(beginnings(misused, [making('hetzner')], used, [later])).toEqual([
    [ANA, T - 30 * MINUTE],
    [MADE, T + 2 * HOUR],
  ])
})

it.each<[string, Activity[][]]>([
  ['by an administrator whose account is not misused', [[making('hetzner')], used]],
  ['by the owner, who went on at their desk', [misused, [making('office', {})], used]],
  ['but has not been used', [misused, [making('hetzner')]]],
  ['in vain', [misused, [{ ...making('hetzner'), outcome: 'failure' as const }], used]],
])('one that was made %s is nobody’s incident', (_name, stories) =>
  expect(beginnings(...stories).filter(([user]) => user === MADE)).toEqual([]),
)

const NEW = 'ngozi@contoso.com'
/** First day in Lagos, with the password alone and a way to pass MFA; from the third on at the office in Madrid. */
const begins = [
  act(START + 8 * HOUR, 'residential', { user: NEW, session: 'n', mfa: 'none', client: 'Safari on macOS' }),
  deed(START + 9 * HOUR, 'residential', 'mfa-method-added', { user: NEW, session: 'n', client: null }),
  deed(START + 10 * HOUR, 'residential', 'mail-read', { user: NEW, session: 'n', itemCount: 20 }),
  ...habits(NEW, 20, START + 2 * DAY),
]
const provisioned = (at: number, more: Partial<Activity> = {}) =>
  deed(at, null, 'user-created', {
    user: null,
    userName: null,
    actorApp: 'Provisioning',
    targetUser: NEW,
    ...more,
  })

it.each<[string, Activity[], number]>([
  ['its account made that day, is where they are', [provisioned(START + 2 * HOUR)], 0],
  ['told last', [...begins, provisioned(START + 2 * HOUR)], 0],
  ['no record telling of a new account, was not there', [], 1],
  ['their account half a month old, was not there', [provisioned(START - 15 * DAY)], 1],
  ['their account in use before it was made, was not there', [provisioned(START + DAY)], 1],
  ['in vain made anew, was not there', [provisioned(START, { outcome: 'failure' })], 1],
])('who begins abroad, %s', (_name, made, incidents) =>
  expect(judge(habits(), begins, made)).toHaveLength(incidents),
)

it('what somebody new begins with counts half, from a strange place too', () => {
  const first = [
    act(START + 8 * HOUR, 'office', { user: NEW, session: 'o' }),
    act(START + 9 * HOUR, 'hetzner', { user: NEW, session: 'v', client: 'Safari on macOS' }),
    deed(START + 10 * HOUR, 'hetzner', 'mfa-method-added', { user: NEW, session: 'v', client: null }),
    deed(START + 11 * HOUR, 'hetzner', 'device-registered', { user: NEW, session: 'v', client: null }),
  ]
  expect(judge(habits(), first)).toHaveLength(1)
  expect(judge(habits(), first, [provisioned(START)])).toEqual([])
})
