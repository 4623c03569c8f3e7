// Who comes in after a reset: the person, whoever talked the help desk into it, or whoever took the help desk over.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const ANA = 'ana@contoso.com'
const DESK = 'desk@contoso.com'
const T = START + 20 * DAY + 13 * HOUR

const people = [...habits(ANA), ...habits(DESK)]
const reset = (from: PlaceName, at = T, action: Activity['action'] = 'password-reset') =>
  deed(at, from, action, { user: DESK, targetUser: ANA, session: null, client: null })
const comesIn = (from: PlaceName, said: Partial<Activity> = {}) => {
  const shared = { user: ANA, session: 'new', client: 'Firefox on Windows', ...said }
  return [
    act(T + 10 * MINUTE, from, shared),
    deed(T + 15 * MINUTE, from, 'mfa-method-added', { ...shared, session: null }),
  ]
}
const usersOf = (incidents: ReturnType<typeof judge>) => incidents.map(({ user }) => user).sort()

it('somebody new at a strange place with a second factor of their own is an attacker', () => {
  const [incident, ...others] = judge(people, [reset('office')], comesIn('neighbour'))
  expect([incident?.user, incident?.occurredAt, others]).toEqual([ANA, T + 10 * MINUTE, []])
  expect(incident!.why.join()).toContain('10 minutes after desk@contoso.com had reset the password')
})

it.each<[string, Activity[][]]>([
  ['without a reset', [comesIn('neighbour')]],
  ['days after it', [[reset('office', T - 2 * DAY)], comesIn('neighbour')]],
  ['before it', [[reset('office', T + HOUR)], comesIn('neighbour')]],
  ['of somebody else', [[{ ...reset('office'), targetUser: 'ben@contoso.com' }], comesIn('neighbour')]],
  ['at home', [[reset('office')], comesIn('home')]],
  ['in a browser of theirs', [[reset('office')], comesIn('neighbour', { client: 'Chrome on Windows' })]],
])('%s it may be the person', (_name, stories) => expect(judge(people, ...stories)).toEqual([]))

it('from where the reset was made, both accounts are one attacker’s', () => {
  const there = 'residential'
  const administers = [
    act(T - 5 * MINUTE, there, { user: DESK, session: 'd', client: 'Chrome on macOS' }),
    reset(there, T, 'mfa-method-removed'),
  ]
  const [first] = comesIn(there)
  const incidents = judge(people, administers, [first!])
  expect(usersOf(incidents)).toEqual([ANA, DESK])
  expect(incidents.flatMap(({ linkedUsers }) => linkedUsers).sort()).toEqual([ANA, DESK])
  expect(incidents.find(({ user }) => user === ANA)!.why.join()).toContain('from the same address')
  expect(judge(people, [first!])).toEqual([])
})

it('colleagues who travel together help each other out', () => {
  const there = 'farHotel'
  const own = { user: ANA, session: 'new', client: 'Chrome on Windows' }
  expect(
    judge(people, [
      act(T - 5 * MINUTE, there, { user: DESK, session: 'd' }),
      reset(there),
      act(T + 10 * MINUTE, there, own),
    ]),
  ).toEqual([])
})

it('people who come to where the help desk sits are helped there', () => {
  const desks = [1, 4, 8, 12].map(day =>
    act(START + day * DAY + 10 * HOUR, 'neighbour', { user: DESK, session: `n${day}`, isInteractive: false }),
  )
  const [first] = comesIn('neighbour')
  expect(judge(people, desks, [reset('neighbour'), first!])).toEqual([])
  expect(usersOf(judge(people, [reset('neighbour'), first!]))).toContain(ANA)
})

it('whoever is new has everything set up by others', () => {
  const fresh = { user: 'new@contoso.com', session: 'n', client: 'Edge on Windows' }
  const stories = [
    act(T - HOUR, 'neighbour', { user: DESK, session: 'd' }),
    { ...reset('neighbour'), targetUser: fresh.user },
    act(T + 10 * MINUTE, 'neighbour', fresh),
    deed(T + 15 * MINUTE, 'neighbour', 'mfa-method-added', { ...fresh, session: null }),
  ]
  expect(judge(people, stories)).toEqual([])
})

describe('whoever resets the password by self-service at a strange place', () => {
  const resets = (from: PlaceName) => [
    deed(T, from, 'password-reset', { user: ANA, targetUser: ANA, session: null, client: null }),
    deed(T + 5 * MINUTE, from, 'mfa-method-added', { user: ANA, session: null, client: null }),
  ]
  const gotIn = (after: number, client = 'Firefox on macOS') => [
    act(T + after, 'nord', { user: ANA, session: 'new', client }),
  ]

  it('and comes in from another with what the person never used is an attacker', () => {
    const [incident, ...others] = judge(people, resets('neighbour'), gotIn(20 * MINUTE))
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([
      T,
      ['185.203.8.8', '77.230.3.9'],
      [],
    ])
    expect(incident!.title).toContain('after its password was reset by self-service')
  })

  it.each<[string, Activity[][]]>([
    ['and does not come', [resets('neighbour')]],
    ['and comes the next morning', [resets('neighbour'), gotIn(10 * HOUR)]],
    ['and comes with what they always use', [resets('neighbour'), gotIn(20 * MINUTE, 'Chrome on Windows')]],
    ['or at home', [resets('home'), gotIn(20 * MINUTE)]],
  ])('%s may be the person', (_name, stories) => expect(judge(people, ...stories)).toEqual([]))
})

describe('the owner who is locked out', () => {
  const own = { user: ANA, client: 'Edge on Windows', deviceId: 'd1', session: 'machine' }
  const past = [...people, ...[5, 12].map(day => act(START + day * DAY + 9 * HOUR, 'office', own))]
  /** Another line of the provider that is theirs at home, in the kind of browser they use. */
  const nearby = { user: ANA, client: 'Edge on Windows', session: 'theirs', address: '81.44.7.7' }
  const theirs = [
    reset('office'),
    deed(T + 10 * MINUTE, 'home', 'password-changed', {
      ...nearby,
      session: null,
      client: null,
      targetUser: ANA,
    }),
    act(T + 11 * MINUTE, 'home', { ...nearby, mfa: 'passed' }),
    deed(T + 15 * MINUTE, 'home', 'mfa-method-added', { ...nearby, session: null }),
  ]
  const inVain = (times: number, said: Partial<Activity> = {}) =>
    Array.from({ length: times }, (_, n) =>
      act(T + HOUR + n * 9 * MINUTE, 'office', {
        ...own,
        session: null,
        outcome: 'failure',
        errorCode: 50126,
        ...said,
      }),
    )
  const helped = reset('office', T + 4 * HOUR)
  const machine = ['Edge on Windows', 'Teams on Windows'].map(client =>
    act(T + 20 * MINUTE, 'home', { ...own, client, isInteractive: false, address: '81.44.7.7' }),
  )

  it('until the help desk helps has lost the account to whoever changed the password', () => {
    const [incident, ...others] = judge(past, theirs, inVain(4), [helped])
    expect([incident?.user, incident?.occurredAt, others]).toEqual([ANA, T + 10 * MINUTE, []])
    expect(incident!.why.join()).toContain('own machine was refused 4 times')
  })

  it.each<[string, Activity[][]]>([
    ['they mistyped it', [inVain(2), [helped]]],
    ['they got over it', [inVain(4)]],
    ['they were helped before', [inVain(4), [reset('office', T + 30 * MINUTE)]]],
    ['they were not at their own machine', [inVain(4, { deviceId: null }), [helped]]],
    ['they were refused for other reasons', [inVain(4, { errorCode: 50173 }), [helped]]],
    ['their machine was there too', [inVain(4), [helped], machine]],
  ])('has not when %s', (_name, stories) => expect(judge(past, theirs, ...stories)).toEqual([]))
})
