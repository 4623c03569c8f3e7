// Accounts that are made: an attacker's by a misused one, a colleague's by an administrator.
import { expect, it } from 'vitest'
import type { Activity } from '../events/activity.ts'
import { act, DAY, deed, HIDING, HOUR, habits, MINUTE, type PlaceName, START } from './fixtures/activities.ts'
import { judge } from './fixtures/judge.ts'

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
