// Longer stories: exports that begin with the attack, people who move, attacks on several accounts.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { NO_SETTINGS, type Settings } from '../behaviour/settings.ts'
import { createDetector } from '../detector.ts'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  habits,
  habitsAround,
  inboxRule,
  MINUTE,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'

const judge = (activities: Activity[], settings: Partial<Settings> = {}) => {
  const detector = createDetector({ settings: { ...NO_SETTINGS, ...settings } })
  detector.take(activities)
  return detector.conclude()
}

const T = START + 20 * DAY + 11 * HOUR
const LINUX = { client: 'Firefox on Linux' }

const takeOver = (at: number, from: PlaceName, user = 'ana@contoso.com', session = `x-${user}`) => [
  act(at, from, { user, session, ...LINUX }),
  deed(at + 5 * MINUTE, from, 'mail-read', { user, session, itemCount: 20, client: null }),
  deed(at + 20 * MINUTE, from, 'inbox-rule-set', { user, session, client: null, rule: HIDING }),
]

describe('without history', () => {
  it('an export that holds nothing but the attack still shows it', () => {
    const incidents = judge([
      ...takeOver(T, 'hetzner'),
      deed(T + 30 * MINUTE, 'hetzner', 'mail-send', {
        session: 'x-ana@contoso.com',
        itemCount: 80,
        client: null,
      }),
    ])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([T])
  })

  it('a rule that forwards outside and hides is enough from anywhere unknown', () => {
    const rule = inboxRule({ name: '.', forwardTo: ['x@evil.example'], deletes: true, looksFor: [] })
    expect(judge([deed(T, 'residential', 'inbox-rule-set', { rule, session: 's' })])).toHaveLength(1)
  })

  it('somebody who has just begun and sets up phone, device and mail is left alone', () => {
    const user = 'new@contoso.com'
    expect(
      judge([
        act(T, 'home', { user, mfa: 'passed' }),
        deed(T + MINUTE, 'home', 'mfa-method-added', { user }),
        deed(T + 2 * MINUTE, 'home', 'device-registered', { user }),
        deed(T + 3 * MINUTE, 'home', 'password-changed', { user }),
        deed(T + 4 * MINUTE, 'home', 'consent-granted', { user, target: 'Zoom' }),
        act(T + HOUR, 'mobile', { user, client: 'Outlook on iOS' }),
        ...habits(user, 4, START + 21 * DAY),
      ]),
    ).toEqual([])
  })

  it('a look-back that begins with the attack is judged by what came after', () => {
    const incidents = judge([...takeOver(START + 2 * HOUR, 'hetzner'), ...habits()])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([START + 2 * HOUR])
  })
})

describe('one attack is one incident', () => {
  it('the attacker who comes back after days joins it', () => {
    const incidents = judge([
      ...habits(),
      ...takeOver(T, 'hetzner'),
      act(T + 4 * DAY, 'hetzner', { session: 'again', ...LINUX }),
      act(T + 6 * DAY, 'm247', { session: 'x-ana@contoso.com', ...LINUX }),
      deed(T + 6 * DAY + MINUTE, 'm247', 'mailbox-forwarding-set', {
        session: 'x-ana@contoso.com',
        rule: inboxRule({ forwardTo: ['a@evil.example'] }),
      }),
    ])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([T])
    expect(incidents[0]!.addresses).toEqual(['146.70.9.9', '95.217.3.3'])
    expect(incidents[0]!.lastSeenAt).toBe(T + 6 * DAY + MINUTE)
  })

  it('two attackers on the same account with weeks between them are two', () => {
    const incidents = judge([
      ...habits('ana@contoso.com', 60),
      ...takeOver(T, 'hetzner', 'ana@contoso.com', 'first'),
      ...takeOver(T + 30 * DAY, 'residential', 'ana@contoso.com', 'second'),
    ])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([T, T + 30 * DAY])
  })

  it('a service that reads the mail in another data centre is no part of it', () => {
    const reads = (at: number) =>
      deed(at, 'aws', 'mail-read', { client: 'Exchange Web Services', session: null })
    const thief = [
      act(T, 'hetzner', { session: 'x', client: 'Firefox on Linux', flow: 'deviceCode' }),
      deed(T + MINUTE, 'hetzner', 'mail-read', { session: 'x', client: 'Firefox on Linux' }),
    ]
    const [incident, ...others] = judge([...habits(), reads(T - 6 * DAY), reads(T - 5 * HOUR), ...thief])
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['95.217.3.3'], []])
  })

  it('several accounts have one each, and know of each other', () => {
    const incidents = judge([
      ...habits(),
      ...habits('ben@contoso.com'),
      ...habits('eva@contoso.com'),
      ...takeOver(T, 'hetzner'),
      ...takeOver(T + HOUR, 'hetzner', 'ben@contoso.com'),
      // Nothing but a sign-in: not enough by itself, but the address is known by now.
      act(T + 2 * HOUR, 'hetzner', { user: 'eva@contoso.com', session: 'e', ...LINUX }),
    ])
    expect(incidents.map(({ user, linkedUsers }) => [user, linkedUsers])).toEqual([
      ['ana@contoso.com', ['ben@contoso.com', 'eva@contoso.com']],
      ['ben@contoso.com', ['ana@contoso.com', 'eva@contoso.com']],
      ['eva@contoso.com', ['ana@contoso.com', 'ben@contoso.com']],
    ])
  })

  it('the owner goes on working, and their deeds are not the attacker’s', () => {
    const [incident] = judge([...habits(), ...takeOver(T, 'hetzner')])
    expect(new Set(incident!.timeline.map(({ address }) => address))).toEqual(new Set(['95.217.3.3']))
    expect(incident!.timeline).toHaveLength(3)
  })
})

describe('people with unusual lives', () => {
  const everyDay = (days: number, make: (midnight: number, day: number) => Activity[]) =>
    Array.from({ length: days }, (_, day) => make(START + day * DAY, day)).flat()

  it('a VPN user who comes out somewhere new', () => {
    const exits: PlaceName[] = ['nord', 'm247', 'proton']
    expect(
      judge([
        ...habits(),
        ...everyDay(20, (midnight, day) => [
          act(midnight + 20 * HOUR, exits[day % 3]!, { session: `vpn-${day}`, mfa: 'earlier' }),
        ]),
        act(T, 'ovh', { session: 'vpn-new', mfa: 'passed' }),
        deed(T + HOUR, 'ovh', 'mfa-method-added'),
        deed(T + HOUR, 'ovh', 'mail-read', { itemCount: 60 }),
      ]),
    ).toEqual([])
  })

  it('a service account that works from one rented machine', () => {
    const user = 'backup@contoso.com'
    expect(
      judge([
        ...habits(),
        ...everyDay(30, midnight => [
          act(midnight + 2 * HOUR, 'hetzner', {
            user,
            client: 'python-requests',
            flow: 'ropc',
            isInteractive: false,
          }),
          deed(midnight + 2 * HOUR, 'hetzner', 'mail-read', {
            user,
            client: 'python-requests',
            itemCount: 5000,
          }),
        ]),
      ]),
    ).toEqual([])
  })

  it('an administrator at work in the office', () => {
    const user = 'admin@contoso.com'
    expect(
      judge([
        ...habits(user),
        ...(
          [
            'role-assigned',
            'user-created',
            'policy-changed',
            'mailbox-audit-off',
            'app-credential-added',
          ] as const
        ).map((action, index) =>
          deed(T + index * MINUTE, 'office', action, { user, targetUser: 'x@contoso.com' }),
        ),
      ]),
    ).toEqual([])
  })

  it('a colleague’s first day at the office that everybody uses', () => {
    const user = 'guest@contoso.com'
    expect(
      judge([
        ...['a', 'b', 'c', 'd'].flatMap(name => habits(`${name}@contoso.com`)),
        ...habits(user, 12).map(activity => ({
          ...activity,
          ...act(activity.at, 'hotel', activity),
          ...{ address: '80.10.5.5' },
        })),
        act(T, 'office', { user, client: 'Edge on Windows', session: 'o' }),
        deed(T + MINUTE, 'office', 'mfa-method-added', { user }),
      ]),
    ).toEqual([])
  })
})

describe('sessions tell the thief from the owner', () => {
  const phished = (session: string) =>
    act(T, 'ovh', {
      session,
      client: 'Chrome on Android',
      mfa: 'passed',
      appId: '4765445b-32c6-49b0-83e6-1d93765276ca',
    })

  it('a phished session that goes on at the owner’s own provider is the attacker’s there too', () => {
    const near = { ...act(T + 2 * HOUR, 'home', { session: 'p' }), address: '81.99.7.7' }
    const rule = {
      ...deed(T + 3 * HOUR, 'home', 'inbox-rule-set', { session: 'p', rule: HIDING }),
      address: '81.99.7.7',
    }
    const incidents = judge([...habits(), phished('p'), near, rule])
    expect(incidents.map(({ occurredAt, addresses }) => [occurredAt, addresses])).toEqual([
      [T, ['51.77.4.4', '81.99.7.7']],
    ])
    expect(judge([...habits(), near, { ...rule, rule: null }])).toEqual([])
  })

  it('a phished session in another client is the attacker’s on a mobile network that the owner uses too', () => {
    const passed = { ...phished('p'), client: 'Chrome on Windows' }
    const taken = (client: string) => ({
      ...deed(T + HOUR, 'mobile', 'file-download', { session: 'p', client, itemCount: 700 }),
      address: '95.60.99.9',
    })
    expect(judge([...habits(), passed])).toEqual([])
    expect(judge([...habits(), passed, taken('Outlook on iOS')])).toEqual([])
    expect(judge([...habits(), taken('python-requests')])).toEqual([])
    const incidents = judge([...habits(), passed, taken('python-requests')])
    expect(incidents.map(({ occurredAt, addresses }) => [occurredAt, addresses])).toEqual([
      [T, ['51.77.4.4', '95.60.99.9']],
    ])
  })

  it('a session in two browsers at a strange place weighs', () => {
    const [first, second] = ['Chrome on Windows', 'Firefox on Windows']
    const forwarding = deed(T + HOUR, 'neighbour', 'mailbox-forwarding-set', {
      session: 'f',
      client: null,
      rule: inboxRule({ forwardTo: ['x@evil.example'] }),
    })
    const story = (client: string) => [
      ...habits().filter(({ at }) => Math.abs(at - T) > 4 * HOUR),
      act(T, 'neighbour', { session: 'f', client: first! }),
      act(T + MINUTE, 'neighbour', { session: 'f', client }),
      forwarding,
    ]
    expect(judge(story(second!))).toHaveLength(1)
    expect(judge(story(first!))).toEqual([])
  })

  it('a phone’s session in two far countries at once is its provider’s way, a computer’s is not', () => {
    const story = (client: string) => [
      ...habits(),
      act(T, 'hotel', { session: 'm', client, isInteractive: false }),
      act(T + 10 * MINUTE, 'farHotel', { session: 'm', client, isInteractive: false }),
      deed(T + 11 * MINUTE, 'farHotel', 'mail-read', { session: 'm', client: 'REST' }),
    ]
    expect(judge(story('Outlook on iOS'))).toEqual([])
    expect(judge(story('Chrome on Windows'))).toHaveLength(1)
  })

  it('a guest’s mail domain is outside, a colleague’s is not', () => {
    const story = (isGuest: boolean) => [
      ...habits(),
      act(T - DAY, 'home', { user: 'eva@evil.example', isGuest }),
      act(T, 'neighbour', { session: 'f' }),
      act(T + MINUTE, 'neighbour', { session: 'f', client: 'Firefox on Windows' }),
      deed(T + HOUR, 'neighbour', 'mailbox-forwarding-set', {
        session: 'f',
        client: null,
        rule: inboxRule({ forwardTo: ['x@evil.example'] }),
      }),
    ]
    expect(judge(story(true))).toHaveLength(1)
    expect(judge(story(false))).toEqual([])
  })

  it('a session on another system than its owner’s, while they go on working, is stolen wherever it is', () => {
    const session = 'ana@contoso.com-20'
    const incidents = judge([
      ...habits(),
      act(T, 'neighbour', { session, client: 'Chrome on macOS', isInteractive: false }),
    ])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([T])
    // A tablet shows itself as a computer.
    const tablet = habits().map(each =>
      each.client === 'Chrome on Windows' ? { ...each, client: 'Safari on iOS' } : each,
    )
    expect(
      judge([...tablet, act(T, 'neighbour', { session, client: 'Safari on macOS', isInteractive: false })]),
    ).toEqual([])
  })

  it('a VPN that the person’s own machine uses as well is the person’s', () => {
    const bound = habits().map(each =>
      each.client === 'Chrome on Windows' && each.action === 'sign-in'
        ? [
            each,
            { ...each, id: `${each.id}t`, client: 'Teams on Windows', deviceId: 'd1', session: 'machine' },
          ]
        : [each],
    )
    const browser = [
      phishedByVpn(T),
      deed(T + HOUR, 'ovh', 'password-changed', { session: 'v' }),
      deed(T + HOUR, 'ovh', 'mfa-method-added', { session: 'v' }),
    ]
    const machine = ['Teams on Windows', 'Outlook on Windows'].map((client, n) =>
      act(T + n * MINUTE, 'ovh', { client, deviceId: 'd1', session: 'machine', isInteractive: false }),
    )
    expect(judge([...bound.flat(), ...browser])).toHaveLength(1)
    expect(judge([...bound.flat(), ...browser, ...machine])).toEqual([])
  })

  const phishedByVpn = (at: number) => ({ ...phished('v'), at, client: 'Chrome on Windows' })
})

describe('many wrong passwords', () => {
  const newcomer = 'new@contoso.com'
  const mistyped = (from: PlaceName) =>
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name, n) =>
      act(T - n * MINUTE, from, {
        user: `${name}@contoso.com`,
        outcome: 'failure',
        errorCode: 50126,
      }),
    )
  const settlesIn = (from: PlaceName) => [
    act(T, from, { user: newcomer, session: 'n', mfa: 'passed' }),
    deed(T + MINUTE, from, 'mfa-method-added', { user: newcomer, session: 'n' }),
  ]

  it('are a spray where one account then opens', () => {
    expect(judge([...mistyped('hetzner'), ...settlesIn('hetzner')])).toHaveLength(1)
  })

  it('but not at the gateway of a whole company', () => {
    expect(judge([...mistyped('gateway'), ...settlesIn('gateway')])).toEqual([])
  })

  it('nor when none opens', () => {
    expect(judge([...habits(), ...mistyped('hetzner')])).toEqual([])
  })
})

describe('what people have told', () => {
  const abroad = [
    act(T, 'farHotel', { session: 't', client: 'Edge on macOS', isInteractive: false }),
    deed(T + MINUTE, 'farHotel', 'mfa-method-added', { session: 't' }),
    deed(T + 2 * MINUTE, 'farHotel', 'consent-granted', { session: 't', target: 'Notes' }),
    deed(T + 9 * MINUTE, 'farHotel', 'file-download', { session: 't', itemCount: 300 }),
  ]
  const travel = { user: 'ana@contoso.com', countries: ['JP'], from: T - DAY, until: T + DAY }

  it('declared travel lowers', () => {
    expect(judge([...habitsAround(abroad), ...abroad])).toHaveLength(1)
    expect(judge([...habitsAround(abroad), ...abroad], { travel: [travel] })).toHaveLength(0)
  })

  it('and ends by itself', () => {
    expect(
      judge([...habitsAround(abroad), ...abroad], { travel: [{ ...travel, until: T - 1 }] }),
    ).toHaveLength(1)
  })

  it('a trusted network lowers, by address or by number', () => {
    for (const network of ['126.1.0.0/16', 'AS17676'])
      expect(
        judge([...habitsAround(abroad), ...abroad], { trusted: [{ network, until: null }] }),
      ).toHaveLength(0)
    expect(
      judge([...habitsAround(abroad), ...abroad], { trusted: [{ network: 'AS17676', until: T - 1 }] }),
    ).toHaveLength(1)
  })

  it('neither silences what is decisive', () => {
    const stolen = [
      ...abroad,
      deed(T + HOUR, 'farHotel', 'inbox-rule-set', { session: 't', rule: HIDING }),
      deed(T + HOUR, 'farHotel', 'mailbox-forwarding-set', {
        session: 't',
        rule: inboxRule({ forwardTo: ['x@evil.example'] }),
      }),
      deed(T + HOUR, 'farHotel', 'federation-changed', { session: 't' }),
    ]
    expect(judge([...habits(), ...stolen], { travel: [travel] })).toHaveLength(1)
  })
})
