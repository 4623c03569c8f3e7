// A machine in a data centre that a company rents for its administrators to work through.
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
  PLACES,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const ANA = 'ana@contoso.com'
const BO = 'bo@contoso.com'

/** Every other day somebody is on it, and now and then gives somebody a role. */
const administers = (user: string, from: PlaceName, days: number[]): Activity[] =>
  days.flatMap((day, count) => {
    const at = START + day * DAY + 14 * HOUR
    const said = { user, session: `${user} server ${day}`, client: 'Edge on Windows Server' }
    return [
      act(at, from, { ...said, mfa: 'passed', appName: 'Azure Portal' }),
      ...(count % 3 === 2
        ? [
            deed(at + 10 * MINUTE, from, 'role-assigned', {
              ...said,
              target: 'Exchange Administrator',
              targetUser: 'cleo@contoso.com',
            }),
          ]
        : []),
    ]
  })

const every = (from: number, until: number) =>
  Array.from({ length: (until - from) / 2 }, (_, count) => from + 2 * count)
const accused = (...stories: Activity[][]) => [
  ...new Set(judge(habits(ANA), habits(BO), ...stories).map(({ user }) => user)),
]

it('is theirs when two were there from the first week on', () => {
  expect(accused(administers(ANA, 'ovh', every(1, 29)), administers(BO, 'ovh', every(2, 28)))).toEqual([])
})

it('is another’s when they come late, when they come for days, and when only one of them was there before', () => {
  expect(accused(administers(ANA, 'ovh', every(13, 29)), administers(BO, 'ovh', every(14, 30)))).toEqual([
    ANA,
    BO,
  ])
  expect(
    accused(administers(ANA, 'ovh', [8, 9, 10, 11, 12]), administers(BO, 'ovh', [9, 10, 11, 12, 13])),
  ).toEqual([ANA, BO])
  expect(accused(administers(BO, 'ovh', every(13, 29)), administers(ANA, 'hetzner', every(1, 29)))).toContain(
    BO,
  )
})

it('says nothing for another machine of its provider', () => {
  const own = (count: number) => ({ deviceId: 'server', session: `own ${count}`, client: 'Edge on Windows' })
  const past = every(1, 29).map((day, count) =>
    act(START + day * DAY + 14 * HOUR, 'azure', { ...own(count), user: BO }),
  )
  const at = START + 29 * DAY + 3 * HOUR
  const said = { user: BO, session: 'x', client: 'Chrome on Windows Server', address: '20.29.170.100' }
  const settlesIn = (more: Partial<Activity>) => [
    act(at, 'azure', { ...said, mfa: 'passed', ...more }),
    deed(at + MINUTE, 'azure', 'role-assigned', { ...said, targetUser: 'cleo@contoso.com', ...more }),
    deed(at + 3 * MINUTE, 'azure', 'password-reset', { ...said, ...more }),
  ]
  expect(accused(past, settlesIn({}))).toEqual([BO])
  expect(accused(past, settlesIn({ address: PLACES.azure.address }))).toEqual([])
})

it('is no attacker’s where the person’s own desktop is always at work', () => {
  const desktop = Array.from({ length: 20 }, (_, day) => START + day * DAY + 5 * HOUR).flatMap((at, day) => [
    ...['Teams on Windows', 'Outlook on Windows'].map((client, n) =>
      act(at + n * MINUTE, 'aws', { session: 'desktop', client, deviceId: 'hired', isInteractive: false }),
    ),
    act(at + 2 * HOUR, 'aws', { session: 'browser', client: 'Firefox on Windows', isInteractive: day === 0 }),
    act(at + 9 * HOUR, 'mobile', { session: 'phone', client: 'Outlook on iOS', isInteractive: false }),
  ])
  const copies = deed(START + 3 * DAY + 8 * HOUR, 'aws', 'file-download', {
    session: 'browser',
    client: 'Firefox on Windows',
    itemCount: 200,
  })
  const at = START + 19 * DAY + 20 * HOUR
  const said = { session: 'x', client: 'Chrome on Linux' }
  const attack = [
    act(at, 'residential', { ...said, mfa: 'passed' }),
    deed(at + MINUTE, 'residential', 'inbox-rule-set', { ...said, rule: HIDING }),
  ]
  const beginnings = judge([copies], desktop, attack).map(({ occurredAt }) => occurredAt)
  expect(beginnings).toEqual([at])
})
