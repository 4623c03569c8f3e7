// Accounts that nobody used as far back as the log goes: shared mailboxes, forgotten ones, and people who are new.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 9 * HOUR
const user = 'office@contoso.com'
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/103.0.0.0'
const said: Partial<Activity> = { user, userName: 'Office', client: 'Chrome on Linux', userAgent: AGENT }

const others = Array.from({ length: 24 }, (_, n) => habits(`c${n}@contoso.com`, 25)).flat()
const refused = (from: PlaceName, before: number, more: Partial<Activity> = {}) =>
  act(T - before, from, { ...said, outcome: 'failure', errorCode: 50126, ...more })
const opened = (from: PlaceName, more: Partial<Activity> = {}) =>
  act(T, from, { ...said, session: 'x', ...more })
const sends = (from: PlaceName) =>
  deed(T + 10 * MINUTE, from, 'mail-send', { ...said, session: 'x', itemCount: 60 })
const beginnings = (...acts: Activity[]) => judge(others, acts).map(({ occurredAt }) => occurredAt)

it('opened abroad with the very client that was refused elsewhere, such an account is taken over', () => {
  const [incident, ...more] = judge(others, [refused('farHotel', HOUR), opened('residential')])
  expect([incident?.user, incident?.occurredAt, more]).toEqual([user, T, []])
  expect(incident!.title).toBe(
    'Unused account opened from Airtel NG (Nigeria) after its password was guessed at',
  )
  expect(incident!.why.join()).toContain('after wrong passwords for it from')
})

it('with another client, what is done there decides', () => {
  const other = { client: 'Chrome on Windows', userAgent: AGENT.replace('103', '140') }
  expect(beginnings(refused('farHotel', HOUR, other), opened('residential'))).toEqual([])
  expect(beginnings(refused('farHotel', HOUR, other), opened('residential'), sends('residential'))).toEqual([
    T,
  ])
  expect(beginnings(opened('residential'), sends('residential'))).toEqual([])
})

it.each<[string, Activity[]]>([
  ['opens at the office', [refused('farHotel', HOUR), opened('office')]],
  ['opens where colleagues live', [refused('farHotel', HOUR), opened('neighbour')]],
  ['was refused weeks before', [refused('farHotel', 15 * DAY), opened('residential')]],
  ['was mistyped at the same place', [refused('residential', MINUTE), opened('residential')]],
  [
    'was used before',
    [
      act(START + DAY, 'residential', { ...said, session: 'old' }),
      refused('farHotel', HOUR),
      opened('residential'),
    ],
  ],
  [
    'opens on a machine of the company',
    [refused('farHotel', HOUR), opened('residential', { isDeviceKnown: true, deviceId: 'd' })],
  ],
  [
    'was just made',
    [
      deed(T - DAY, 'office', 'user-created', { user: 'it@contoso.com', targetUser: user }),
      refused('farHotel', HOUR),
      opened('residential'),
    ],
  ],
])('is nobody’s prey when it %s', (_name, acts) => expect(beginnings(...acts)).toEqual([]))
