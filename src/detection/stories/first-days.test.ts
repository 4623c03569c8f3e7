// Logs of few days, in which the person's own machine is known by what it does: codes entered on it, much that is fetched where it
// is, and who uses the account without it.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  MINUTE,
  PLACES,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

/** On the first day. */
const T = START + 11 * HOUR
const AZURE_CLI = '04b07795-8ddb-461a-bbee-02f9e1bf7b46'
const PHONE_LINE = { ...PLACES.home, address: '81.40.1.21' }

const laptop = { deviceId: 'd1', isInteractive: false } as const
const browser = { ...laptop, session: 'browser', client: 'Edge on Windows' } as const

/** Days at home, on a machine with its programs. */
const atHome = (days: number): Activity[] =>
  Array.from({ length: days }, (_, day) => START + day * DAY + 8 * HOUR).flatMap(at => [
    act(at, 'home', browser),
    act(at + HOUR, 'home', { ...laptop, session: 'programs', client: 'Teams on Windows' }),
    act(at + 2 * HOUR, 'home', { ...laptop, session: 'programs', client: 'Outlook on Windows' }),
    deed(at + 4 * HOUR, 'home', 'mail-read', { session: 'programs', client: 'Outlook', itemCount: 20 }),
  ])

const incidents = (...stories: Activity[][]) =>
  judge(...stories).map(({ occurredAt, addresses }) => [occurredAt, addresses])

describe('a device code', () => {
  const enters = (said: Partial<Activity> = {}) =>
    act(T, 'home', { ...laptop, session: 'code', client: browser.client, flow: 'deviceCode', ...said })
  const redeemed = (from: PlaceName, said: Partial<Activity> = {}) =>
    act(T + 5000, from, {
      session: 'code',
      client: 'Python',
      flow: 'deviceCode',
      isInteractive: false,
      ...said,
    })

  it('that is entered and redeemed where the machine is, is theirs', () => {
    const tool = { appId: AZURE_CLI }
    expect(incidents(atHome(3), [enters(tool), redeemed('home', tool)])).toEqual([])
    // It may be an attacker's who was there when the log began.
    const registered = deed(START + 7 * HOUR, 'home', 'device-registered', { client: null })
    expect(incidents([registered], atHome(3), [enters(tool), redeemed('home', tool)])).toHaveLength(1)
  })

  it('that is redeemed elsewhere is where the attack begins, and the place stays theirs', () => {
    expect(incidents(atHome(3), [enters(), redeemed('neighbour')])).toEqual([[T, [PLACES.neighbour.address]]])
  })
})

it('much that is fetched where the machine was yesterday is theirs', () => {
  const fetched = (from: PlaceName) =>
    deed(T + DAY, from, 'file-download', { session: 'browser', client: browser.client, itemCount: 300 })
  expect(incidents(atHome(1), [fetched('home')])).toEqual([])
  expect(incidents(atHome(1), [{ ...fetched('home'), ...PHONE_LINE }])).toHaveLength(1)
  expect(incidents(atHome(1), [fetched('neighbour')])).toHaveLength(1)
})

it('a session that named its machine, on another system that names none, has been stolen', () => {
  const away = (said: Partial<Activity> = {}) =>
    act(T + 12 * HOUR, 'residential', {
      session: 'browser',
      client: 'Firefox on Linux',
      isInteractive: false,
      ...said,
    })
  expect(incidents(atHome(2), [away()])).toHaveLength(1)
  expect(incidents(atHome(2), [away({ deviceId: 'd1' })])).toEqual([])
})

it('who is in a data centre after the help desk’s reset is no newcomer, if a machine of theirs was at work before', () => {
  const at = START + 3 * DAY + 11 * HOUR
  const reset = deed(at - 20 * MINUTE, 'office', 'password-reset', {
    user: 'desk@contoso.com',
    targetUser: 'ana@contoso.com',
  })
  const stranger = [
    act(at, 'hetzner', { session: 'x', client: 'Chrome on Windows', mfa: 'passed' }),
    deed(at + MINUTE, 'hetzner', 'mfa-method-added', { session: 'x' }),
  ]
  expect(incidents(atHome(3), [reset], stranger)).toHaveLength(1)
  expect(incidents([reset], stranger)).toEqual([])
})

it('a session on the line where their machine was the day before has come home with them', () => {
  const phone = { session: 'phone', client: 'Outlook on iOS', isInteractive: false } as const
  const onTheWay = ['App on iOS', 'Outlook on iOS'].map((client, n) =>
    act(START + 7 * HOUR + n * MINUTE, 'mobile', { ...phone, client, deviceId: 'p1' }),
  )
  const later = (from: PlaceName) => [
    deed(START + DAY + 13 * HOUR, null, 'mfa-method-added', { session: null, client: null }),
    act(START + DAY + 14 * HOUR, from, phone),
  ]
  expect(incidents(onTheWay, atHome(1), later('home'))).toEqual([])
  expect(incidents(onTheWay, atHome(1), later('neighbour'))).toHaveLength(1)
})

describe('an administrator of whom nothing is known', () => {
  const said = { session: null, client: 'Firefox on Windows' } as const
  const comes = act(T, 'neighbour', { ...said, session: 'x' })
  const makes = [
    deed(T + MINUTE, 'neighbour', 'user-created', { ...said, target: 'helpdesk2' }),
    deed(T + 2 * MINUTE, 'neighbour', 'role-assigned', { ...said, detail: 'Global Administrator' }),
  ]
  const policy = (detail: string | null, at = T + 3 * MINUTE) =>
    deed(at, 'neighbour', 'policy-changed', { ...said, target: 'Require MFA', detail })

  it('who makes another and switches a policy off within the hour settles in', () => {
    expect(incidents([comes], makes, [policy('switched off')])).toHaveLength(1)
    expect(incidents([comes], makes, [policy(null)])).toEqual([])
    expect(incidents([comes], makes, [policy('switched off', T + 3 * HOUR)])).toEqual([])
    expect(incidents([comes], [policy('switched off')])).toEqual([])
  })
})

it('who reads for days on a line that nothing of the person’s came to does not make it theirs', () => {
  const visits = (from: PlaceName, said: Partial<Activity> = {}) =>
    [5, 6, 7].flatMap(day => [
      act(START + day * DAY + 19 * HOUR, from, { session: 'x', ...said }),
      deed(START + day * DAY + 20 * HOUR, from, 'mail-read', { session: 'x', itemCount: 9 }),
    ])
  const hides = deed(START + 5 * DAY + 21 * HOUR, 'neighbour', 'inbox-rule-set', {
    session: 'x',
    rule: HIDING,
  })
  const moved = act(START + 4 * DAY + 19 * HOUR, 'home', { session: 'x' })
  expect(incidents(atHome(8), visits('neighbour'), [hides])).toHaveLength(1)
  expect(incidents(atHome(8), [moved], visits('neighbour'), [hides])).toEqual([])
  expect(incidents(atHome(8), visits('neighbour'))).toEqual([])
})

it('what the owner did in the morning, told with neither place nor session, does not begin the attack', () => {
  const untold = (at: number) =>
    deed(at, null, 'password-reset', { client: null, session: null, targetUser: 'ben@contoso.com' })
  const proxy = act(T, 'hetzner', {
    session: 'x',
    mfa: 'passed',
    appId: '4765445b-32c6-49b0-83e6-1d93765276ca',
  })
  const goesOn = act(T + 10 * MINUTE, 'ovh', { session: 'x', client: 'Firefox on Linux' })
  const [incident, ...others] = judge([untold(T - 3 * HOUR), untold(T + 12 * MINUTE), proxy, goesOn])
  expect(others).toEqual([])
  expect(incident?.occurredAt).toBe(T)
  expect(incident?.timeline.map(({ at }) => at)).toEqual([T, T + 10 * MINUTE, T + 12 * MINUTE])
})

describe('somebody new in a country where no colleague is', () => {
  const DAY_ONE = START + 20 * DAY
  const NEXT_DAY = DAY_ONE + DAY + 15 * HOUR
  const user = 'new@contoso.com'
  const LUNCH = { address: '92.10.1.1', place: { ...PLACES.hotel.place, asn: 5410, network: 'Bouygues' } }
  const phone = { user, session: 'phone', client: 'Outlook on iOS', isInteractive: false } as const
  const mac = {
    user,
    session: 'mac',
    client: 'Safari on macOS',
    deviceId: 'm1',
    isDeviceKnown: true,
  } as const
  const colleagues = Array.from({ length: 12 }, (_, n) =>
    atHome(20).map(activity => ({ ...activity, id: `${n} ${activity.id}`, user: `u${n}@contoso.com` })),
  ).flat()
  const firstDay = [
    act(DAY_ONE + 7 * HOUR, 'hotel', mac),
    // A log that names neither place nor session.
    deed(DAY_ONE + 7 * HOUR + MINUTE, null, 'mfa-method-added', { user, client: null }),
    act(DAY_ONE + 12 * HOUR, 'hotel', phone),
    act(DAY_ONE + 14 * HOUR, 'hotel', { ...phone, ...LUNCH }),
    act(DAY_ONE + 19 * HOUR, 'hotel', phone),
  ]

  it('had nothing stolen while they set themselves up', () => {
    const theft = { user, session: 'x', mfa: 'passed' } as const
    const stolen = [
      act(NEXT_DAY, 'hetzner', { ...theft, appId: '4765445b-32c6-49b0-83e6-1d93765276ca' }),
      act(NEXT_DAY + 10 * MINUTE, 'residential', theft),
      deed(NEXT_DAY + 15 * MINUTE, null, 'mfa-method-added', { user, client: null }),
      deed(NEXT_DAY + 30 * MINUTE, 'residential', 'inbox-rule-set', { ...theft, rule: HIDING }),
    ]
    expect(incidents(colleagues, firstDay)).toEqual([])
    expect(incidents(colleagues, firstDay, stolen).map(([at]) => at)).toEqual([NEXT_DAY])
  })
})
