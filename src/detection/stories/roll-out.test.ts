// New phones or a second factor for everybody: what each of them does is what an attacker does too.
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
const DESK = 'desk@contoso.com'
const T = START + 20 * DAY + 13 * HOUR
const COLLEAGUES = Array.from({ length: 8 }, (_, number) => `colleague${number}@contoso.com`)

const people = [ANA, DESK, ...COLLEAGUES].flatMap(user => habits(user))
const reset = deed(T, 'office', 'password-reset', {
  user: DESK,
  targetUser: ANA,
  session: null,
  client: null,
})
const comesIn = (from: PlaceName) => {
  const shared = { user: ANA, session: 'new', client: 'Firefox on Windows' }
  return [
    reset,
    act(T + 10 * MINUTE, from, shared),
    deed(T + 15 * MINUTE, from, 'mfa-method-added', { ...shared, session: null }),
  ]
}
const renewing = (users: string[], at: number, action: Activity['action'] = 'mfa-method-added') =>
  users.map((user, place) =>
    deed(at + place * HOUR, 'office', action, { user, session: null, client: null, targetUser: user }),
  )
const users = (...stories: Activity[][]) => judge(people, ...stories).map(({ user }) => user)

it('whoever gets a new second factor while many do is no attacker for that', () => {
  expect(users(comesIn('neighbour'))).toEqual([ANA])
  expect(users(comesIn('neighbour'), renewing(COLLEAGUES, T - 3 * DAY))).toEqual([])
  // Those who come first are part of it too.
  expect(users(comesIn('neighbour'), renewing(COLLEAGUES, T + 2 * DAY))).toEqual([])
})

it.each<[string, Activity[]]>([
  ['few others do', renewing(COLLEAGUES.slice(0, 4), T - 2 * DAY)],
  ['others did weeks ago', renewing(COLLEAGUES, T - 12 * DAY)],
  ['others change their passwords', renewing(COLLEAGUES, T - 2 * DAY, 'password-changed')],
])('but for all that when %s', (_name, others) => expect(users(comesIn('neighbour'), others)).toEqual([ANA]))

it('a tenth of a company is many', () => {
  const more = Array.from({ length: 70 }, (_, number) => `more${number}@contoso.com`)
  const company = more.flatMap(user => habits(user, 3, START + 15 * DAY))
  expect(users(company, comesIn('neighbour'), renewing(COLLEAGUES, T - 3 * DAY))).toEqual([])
  expect(users(company, comesIn('neighbour'), renewing(COLLEAGUES.slice(0, 6), T - 3 * DAY))).toEqual([ANA])
})

it('whoever gets nothing new is judged as ever', () => {
  const alone = { session: 'new', client: 'Firefox on Windows', mfa: 'none' as const }
  const forwarding = [
    act(T + 10 * MINUTE, 'neighbour', alone),
    deed(T + 20 * MINUTE, 'neighbour', 'inbox-rule-set', { ...alone, rule: HIDING }),
  ]
  const certainty = (...stories: Activity[][]) =>
    judge(people, forwarding, ...stories).map(({ confidence }) => confidence)
  expect(certainty()).toHaveLength(1)
  expect(certainty(renewing(COLLEAGUES, T - 2 * DAY))).toEqual(certainty())
})

it('nobody hides in it who comes from where hardly anybody works, or does more than that', () => {
  const others = renewing(COLLEAGUES, T - 2 * DAY)
  expect(users(comesIn('hetzner'), others)).toEqual([ANA])
  const hiding = deed(T + 20 * MINUTE, 'neighbour', 'inbox-rule-set', {
    session: 'new',
    client: 'Firefox on Windows',
    rule: HIDING,
  })
  expect(users([...comesIn('neighbour'), hiding], others)).toEqual([ANA])
})
