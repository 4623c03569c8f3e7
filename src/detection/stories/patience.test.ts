// Attackers who take their time: what they alone have shown for days does not make them at home.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  habits,
  inboxRule,
  MINUTE,
  PLACES,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 12 * DAY + 20 * HOUR
const DAYS = 9
const HIDES = inboxRule({ name: 'Archive', deletes: true, looksFor: ['invoice'] })

/** Reads on every evening, and in the end has mail about invoices deleted. */
const reader = (from: 'nord' | 'neighbour', session: (day: number) => string): Activity[] => [
  ...Array.from({ length: DAYS }, (_, day) => [
    act(T + day * DAY, from, { session: session(day), isInteractive: false }),
    deed(T + day * DAY + MINUTE, from, 'mail-read', { session: session(day), itemCount: 12 }),
  ]).flat(),
  deed(T + (DAYS - 1) * DAY + HOUR, from, 'inbox-rule-set', { session: session(DAYS - 1), rule: HIDES }),
]

it('a session that began at a VPN is as strange there after a week of it', () => {
  expect(
    judge(
      habits(),
      reader('nord', () => 'x'),
    ).map(({ occurredAt }) => occurredAt),
  ).toEqual([T])
})

it('a place where sessions come and go is the person’s, and so is one of the sessions that they had before', () => {
  expect(
    judge(
      habits(),
      reader('nord', day => `x${day}`),
    ),
  ).toEqual([])
  const phone = { session: 'ana@contoso.com-phone', client: 'Outlook on iOS' }
  expect(
    judge(
      habits(),
      reader('nord', () => '').map(each => ({ ...each, ...phone })),
    ),
  ).toEqual([])
})

it('a session that has been at the owner’s desk since is the owner’s', () => {
  const atDesk = act(T + 3 * DAY - 8 * HOUR, 'home', { session: 'x', isInteractive: false })
  expect(
    judge(
      habits(),
      [atDesk],
      reader('nord', () => 'x'),
    ),
  ).toEqual([])
})

it('Microsoft’s machines, which fetch mail for everybody, do not make a session the owner’s', () => {
  const fetched = [1, 2, 3].map(day =>
    deed(T + day * DAY + HOUR, 'azure', 'mail-read', { session: 'x', client: 'Outlook on iOS' }),
  )
  expect(
    judge(
      habits(),
      fetched,
      reader('nord', () => 'x'),
    ).map(({ occurredAt }) => occurredAt),
  ).toEqual([T])
})

it('the machine that only the session has named is not the owner’s for that', () => {
  const named = reader('nord', () => 'x').map(each => ({ ...each, deviceId: 'd9' }))
  expect(judge(habits(), named)).toHaveLength(1)
})

it('an attack begins with the session, also where that began near its owner', () => {
  const near = { ...PLACES.home, address: '81.45.77.3' }
  const phished = act(T, 'home', { ...near, session: 'x' })
  const there = [
    act(T + 20 * MINUTE, 'ovh', { session: 'x', isInteractive: false }),
    deed(T + HOUR, 'ovh', 'inbox-rule-set', { session: 'x', rule: HIDES }),
  ]
  expect(judge(habits(), [phished, ...there]).map(({ occurredAt }) => occurredAt)).toEqual([T])
  // A session that its owner has at their desk was stolen there.
  const atDesk = { ...phished, ...PLACES.home, at: T - HOUR }
  expect(judge(habits(), [atDesk, phished, ...there]).map(({ occurredAt }) => occurredAt)).toEqual([
    T + 20 * MINUTE,
  ])
})

it('a server that its owner signs in from for weeks has nothing to do with a thief in another data centre', () => {
  const server = Array.from({ length: 12 }, (_, day) =>
    act(T + (day - 3) * DAY, 'aws', { session: 'server', isInteractive: false }),
  )
  const stolen = act(T + 8 * DAY + HOUR, 'hetzner', {
    session: 'ana@contoso.com-20',
    client: 'Firefox on Linux',
    isInteractive: false,
  })
  expect(judge(habits(), server, [stolen]).map(({ occurredAt }) => occurredAt)).toEqual([T + 8 * DAY + HOUR])
})

it('a server that did nothing but sign in for weeks was its owner’s until it acts', () => {
  const server = (days: number) => [
    ...Array.from({ length: days }, (_, day) =>
      act(T + day * DAY, 'aws', { session: 'server', isInteractive: false }),
    ),
    deed(T + days * DAY, 'aws', 'inbox-rule-set', { session: 'server', rule: HIDES }),
  ]
  expect(judge(habits(), server(8)).map(({ occurredAt }) => occurredAt)).toEqual([T + 8 * DAY])
  expect(judge(habits(), server(3)).map(({ occurredAt }) => occurredAt)).toEqual([T])
})

it('a phishing page begins a session of its own: in the owner’s they pass MFA on their VPN', () => {
  const office = '4765445b-32c6-49b0-83e6-1d93765276ca'
  const onVpn = (session: string) => act(T, 'hetzner', { session, mfa: 'passed', appId: office })
  const why = (session: string) => {
    const hides = deed(T + MINUTE, 'hetzner', 'inbox-rule-set', { session, rule: HIDES })
    return judge(habits(), [onVpn(session), hides]).flatMap(each => each.why)
  }
  expect(why('x').join()).toContain('how sign-ins through a phishing proxy look')
  expect(why('ana@contoso.com-12').join()).not.toContain('how sign-ins through a phishing proxy look')
})

it('the owner’s phone on a line that passes for a data centre’s is no beginning of what others do', () => {
  const phone = (day: number) => ({
    ...act(START + day * DAY + 15 * HOUR, 'ovh', {
      session: 'ana@contoso.com-phone',
      client: 'Outlook on iOS',
      isInteractive: false,
    }),
    address: `51.77.4.${day}`,
  })
  const at = START + 20 * DAY + 11 * HOUR
  const theirs = { session: 'x', client: 'Firefox on Linux' }
  const attack = [
    act(at, 'hetzner', { ...theirs, mfa: 'passed' }),
    deed(at + HOUR, 'hetzner', 'inbox-rule-set', { ...theirs, rule: HIDES }),
  ]
  const outings = [9, 13, 17, 20, 21].map(phone)
  expect(judge(habits(), outings)).toEqual([])
  expect(judge(habits(), outings, attack).map(({ occurredAt }) => occurredAt)).toEqual([at])
})

describe('where no session is told', () => {
  const other = { session: null, client: 'Chrome on macOS' }
  const waits = (said: Partial<Activity> = other): Activity[] =>
    reader('neighbour', () => '').map(each => ({ ...each, ...said, rule: each.rule && HIDING }))

  it('a line on which only a machine shows up that the person never had is as strange after a week of it', () => {
    expect(judge(habits(), waits()).map(({ occurredAt }) => occurredAt)).toEqual([T])
  })

  it('it is theirs with what they always use, and once their phone is on it too', () => {
    expect(judge(habits(), waits({ session: null }))).toEqual([])
    const phone = [2, 4, 6].map(day =>
      act(T + day * DAY, 'neighbour', { session: null, client: 'Outlook on iOS', isInteractive: false }),
    )
    expect(judge(habits(), phone, waits())).toEqual([])
  })
})
