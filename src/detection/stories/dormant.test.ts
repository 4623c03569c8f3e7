// An account that was quiet for weeks: its owner is back, or somebody has found the password.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const ANA = 'ana@contoso.com'
const T = START + 30 * DAY + 10 * HOUR

const sends = (from: PlaceName, messages: number, said: Partial<Activity> = {}): Activity[] => [
  act(T, from, { session: 'new', client: 'Firefox on Windows', ...said }),
  deed(T + 10 * MINUTE, from, 'mail-send', {
    session: 'new',
    client: 'Firefox on Windows',
    itemCount: messages,
    ...said,
  }),
]
const others = habits('ben@contoso.com')
const quietSince = (day: number) => habits(ANA, day)

it.each([1, 10])('used on %i days and then abroad with much mail, it is taken over', days => {
  const [incident, ...more] = judge(others, quietSince(days), sends('residential', 40))
  expect([incident?.user, incident?.occurredAt, more]).toEqual([ANA, T, []])
  expect(incident!.why.join()).toMatch(/after (29|20) days in which the account was not used/)
})

it('woken by somebody who signs in to the portal on a rented machine, it is taken over', () => {
  const portal = { appId: '4765445b-32c6-49b0-83e6-1d93765276ca', session: 'new' }
  const signIn = (client: string) => act(T, 'hetzner', { ...portal, client })
  expect(judge(others, quietSince(9), [signIn('Chrome on macOS')])).toHaveLength(1)
  expect(judge(others, quietSince(9), [signIn('Chrome on Windows')])).toEqual([])
})

it.each<[string, Activity[][]]>([
  ['nothing much is done', [quietSince(1), sends('residential', 2)]],
  ['it was used a week before', [quietSince(1), habits(ANA, 1, START + 23 * DAY), sends('residential', 40)]],
  ['its owner is back at home', [quietSince(1), sends('home', 40)]],
  ['its owner has moved house', [quietSince(1), sends('neighbour', 40)]],
  [
    'their own machine is with them',
    [quietSince(1), sends('hotel', 40, { isDeviceKnown: true, deviceId: 'd' })],
  ],
  ['their own browser is with them', [quietSince(1), sends('hotel', 40, { client: 'Chrome on Windows' })]],
  ['it is new', [sends('residential', 40)]],
])('but not when %s', (_name, stories) => expect(judge(others, ...stories)).toEqual([]))

describe('an account that is kept for emergencies', () => {
  const user = 'emergency@contoso.com'
  const theirs = { user, session: 'x', client: 'Firefox on Windows', mfa: 'none' } as const
  const opened = (day: number) =>
    act(START + day * DAY + 9 * HOUR, 'office', { user, session: 's', deviceId: 'd', isDeviceKnown: true })
  const made = { user, client: null, targetUser: 'helper@contoso.com', session: null } as const
  const administrator = [
    deed(T + 6 * MINUTE, null, 'user-created', made),
    deed(T + 7 * MINUTE, null, 'role-assigned', { ...made, target: 'Global Administrator' }),
  ]
  const company = [...others, ...habits('cai@contoso.com')]

  it('is taken over by whoever makes an administrator with it on a strange line', () => {
    const incidents = judge(company, [opened(20), act(T, 'neighbour', theirs)], administrator)
    expect(incidents.map(({ user, occurredAt }) => [user, occurredAt])).toEqual([[user, T]])
    expect(incidents[0]!.title).toContain('emergencies')
  })

  it.each<[string, Activity[]]>([
    ['in the office', [opened(20), act(T, 'office', theirs), ...administrator]],
    [
      'on a machine of the company',
      [opened(20), act(T, 'neighbour', { ...theirs, deviceId: 'e', isDeviceKnown: true }), ...administrator],
    ],
    ['to look', [opened(20), act(T, 'neighbour', theirs)]],
    ['that was used an hour before', [opened(30), act(T, 'neighbour', theirs), ...administrator]],
    [
      'that is used all the time',
      [...[3, 9, 15, 20].map(opened), act(T, 'neighbour', theirs), ...administrator],
    ],
  ])('may be opened by its owner: %s', (_name, story) => expect(judge(company, story)).toEqual([]))
})
