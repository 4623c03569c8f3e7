// Whose machine it is that comes from a strange place: the owner's behind a VPN, or another's while the owner's stays at home.
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
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 11 * HOUR
const OFFICE_PORTAL = '4765445b-32c6-49b0-83e6-1d93765276ca'

/** Days of work with a browser that names its machine, in one session for all of them. */
const bound = (days = 30): Activity[] =>
  habits('ana@contoso.com', days).map(each =>
    each.client === 'Chrome on Windows'
      ? { ...each, client: 'Edge on Windows', deviceId: 'd1', session: 'machine' }
      : each,
  )

describe('a session without the machine that it belongs to', () => {
  const away = (at: number) =>
    act(at, 'neighbour', { session: 'machine', client: 'Edge on Windows', isInteractive: false })

  it('is stolen when owner and thief are at work by turns, whoever began', () => {
    // The thief is there before the owner's day begins, and after it has.
    const early = START + 20 * DAY + 7 * HOUR
    const incidents = judge(bound(), [away(early), away(early + 90 * MINUTE)])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([early])
    expect(incidents[0]!.why.join()).toContain('while the owner went on working')
  })

  it('is stolen also from somebody who is always on a VPN, and what their machine does is theirs', () => {
    const exits: PlaceName[] = ['nord', 'm247', 'proton']
    const traveller = Array.from({ length: 20 }, (_, day) =>
      ['Edge on Windows', 'Teams on Windows', 'Chrome on Windows'].map((client, n) =>
        act(START + day * DAY + (8 + n) * HOUR, exits[day % 3]!, {
          ...(n < 2 ? { session: 'machine', deviceId: 'd1' } : { session: 'browser' }),
          client,
          isInteractive: false,
        }),
      ),
    ).flat()
    const thief = (client: string) =>
      act(T, 'ovh', { session: 'machine', client, mfa: 'earlier', isInteractive: false })
    const [incident, ...others] = judge(traveller, [thief('Chrome on Windows')])
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['51.77.4.4'], []])
    expect(judge(traveller, [{ ...thief('Edge on Windows'), deviceId: 'd1' }])).toEqual([])
  })

  it('is stolen on two lines of others; with its machine it travels', () => {
    const night = START + 20 * DAY + 3 * HOUR
    const another = { address: '83.44.1.1', place: { ...PLACES.neighbour.place, asn: 6739, network: 'Ono' } }
    const onTwo = [away(night), { ...away(night + DAY), ...another }]
    expect(judge(bound(), onTwo).map(({ occurredAt }) => occurredAt)).toEqual([night])
    expect(judge(bound(), [away(night), away(night + DAY)])).toEqual([])
    expect(
      judge(
        bound(),
        onTwo.map(each => ({ ...each, deviceId: 'd1' })),
      ),
    ).toEqual([])
  })

  it('is stolen also when who has it is seen in it before its owner', () => {
    const early = START + 20 * DAY + 7 * HOUR
    const first = (client: string) => act(early, 'nord', { session: 'ana@contoso.com-20', client })
    const [incident, ...others] = judge(habits(), [first('Chrome on macOS')])
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([early, ['185.203.8.8'], []])
    expect(judge(habits(), [first('Chrome on Windows')])).toEqual([])
  })

  it('may be the owner’s when they are nowhere else', () => {
    const night = START + 20 * DAY + 3 * HOUR
    expect(judge(bound(), [away(night), away(night + 30 * MINUTE)])).toEqual([])
  })
})

describe('a session that was opened through a VPN', () => {
  const opened = (client: string) =>
    act(T, 'nord', { session: 'p', client, mfa: 'passed', appId: OFFICE_PORTAL })
  const addMethod = (from: PlaceName, client: string) =>
    deed(T + 2 * HOUR, from, 'mfa-method-added', { client, session: null })

  it('without the device that the browser has always named is an attacker’s, also at the person’s address', () => {
    const goesOn = (client: string) => [
      act(T + HOUR, 'home', { session: 'p', client, isInteractive: false }),
      addMethod('home', client),
    ]
    const [incident] = judge(bound(), [opened('Edge on Windows')], goesOn('Firefox on Windows'))
    expect([incident?.occurredAt, incident?.evidence.map(({ signal }) => signal)]).toEqual([
      T,
      expect.arrayContaining(['session-moved', 'mfa-method-added']),
    ])
    expect(judge(bound(), [opened('Edge on Windows')], goesOn('Edge on Windows'))).toEqual([])
  })

  it('and goes on at another machine is an attacker’s, also on a mobile network that the person uses', () => {
    const goesOn = (client: string) => [
      act(T + HOUR, 'mobile', { session: 'p', client, isInteractive: false }),
      addMethod('mobile', client),
    ]
    expect(judge(habits(), [opened('Chrome on Windows')], goesOn('Edge on macOS'))).toHaveLength(1)
    expect(judge(habits(), [opened('Chrome on Windows')], goesOn('Outlook on iOS'))).toEqual([])
    expect(judge(habits(), goesOn('Edge on macOS'))).toEqual([])
  })
})

it('a session of the owner’s in a browser and on a system that they never had is stolen, also at their provider', () => {
  const goesOn = (client: string) =>
    act(T, 'home', {
      address: '81.47.80.9',
      session: 'ana@contoso.com-20',
      client,
      isInteractive: false,
    })
  expect(judge(habits(), [goesOn('Chrome on Linux')])).toHaveLength(1)
  expect(judge(habits(), [goesOn('Chrome on Windows')])).toEqual([])
})

describe('what a phishing page got', () => {
  const page = (from: PlaceName, session: string | null) =>
    act(T, from, { session, mfa: 'passed', appId: OFFICE_PORTAL })

  it('abroad is the page’s, though it passes the person’s own client on, once another machine follows', () => {
    const past = habits().map(each => ({ ...each, session: null }))
    const follows = (from: PlaceName, client: string) =>
      act(T + 2 * HOUR, from, { session: null, client, isInteractive: false, mfa: 'earlier' })
    expect(judge(past, [page('aws', null), follows('hetzner', 'Firefox on Linux')])).toHaveLength(1)
    expect(judge(past, [follows('hetzner', 'Firefox on Linux')])).toEqual([])
    const desktop = { ...page('aws', null), place: { ...PLACES.aws.place, country: 'ES' } }
    expect(judge(past, [desktop])).toEqual([])
  })

  it('goes on where people sit, in a country that is not the person’s, also with the client that they have', () => {
    const goesOn = [1, 26].map(hours =>
      act(T + hours * HOUR, 'residential', { session: 'p', isInteractive: false }),
    )
    const gone = habits().filter(({ at }) => at < T - 8 * HOUR || at > T + 3 * DAY)
    const unknownFactor = { ...page('hetzner', 'p'), mfa: null }
    expect(judge(gone, [unknownFactor], goesOn).map(({ occurredAt }) => occurredAt)).toEqual([T])
    expect(judge(gone, goesOn)).toEqual([])
  })

  it('is where an attack began that follows within hours, though nothing else ties them', () => {
    const follows = (hours: number) => [
      act(T + hours * HOUR, 'residential', { session: 'y' }),
      deed(T + hours * HOUR + MINUTE, 'residential', 'inbox-rule-set', { session: 'y', rule: HIDING }),
    ]
    const gone = habits().filter(({ at }) => at < T - 8 * HOUR || at > T + 3 * DAY)
    const begins = (...stories: Activity[][]) => judge(gone, ...stories).map(({ occurredAt }) => occurredAt)
    expect(begins([page('ovh', 'p')], follows(2))).toEqual([T])
    expect(begins([page('ovh', 'p')], follows(6))).toEqual([T + 6 * HOUR])
    expect(begins([page('nord', 'p')], follows(2))).toEqual([T + 2 * HOUR])
    expect(begins([page('ovh', 'p')])).toEqual([])
  })

  it('goes on at another machine, also of somebody whose own sessions hold several', () => {
    const mixed = [3, 4].map(day =>
      act(START + day * DAY + 11 * HOUR, day % 2 ? 'home' : 'office', {
        session: `ana@contoso.com-${day}`,
        client: 'Edge on macOS',
        isInteractive: false,
      }),
    )
    const goesOn = act(T + 2 * HOUR, 'residential', {
      session: 'p',
      client: 'Edge on macOS',
      isInteractive: false,
    })
    expect(judge(habits(), mixed, [page('ovh', 'p'), goesOn]).map(({ occurredAt }) => occurredAt)).toEqual([
      T,
    ])
    expect(judge(habits(), mixed, [goesOn])).toEqual([])
  })
})

describe('on a mobile network that the person uses', () => {
  const flagrant = inboxRule({ name: '  ', deletes: true, looksFor: ['hacked', 'phish', 'virus'] })
  const hides = (from: PlaceName, said: Partial<Activity> = {}) => [
    act(T, from, { session: 'x', client: 'Edge on Windows', ...said }),
    deed(T + MINUTE, from, 'inbox-rule-set', {
      session: 'x',
      client: 'Edge on Windows',
      rule: flagrant,
      ...said,
    }),
  ]
  /** A provider that sells mobile lines and the lines of homes under one number. */
  const tethered = Array.from({ length: 6 }, (_, n) =>
    act(START + n * 3 * DAY + 15 * HOUR, 'mobile', {
      session: 'machine',
      client: 'Edge on Windows',
      deviceId: 'd1',
      isInteractive: false,
    }),
  )

  it('nobody is at their desk: what nobody does for themselves is another’s', () => {
    expect(judge(bound(), tethered, hides('mobile'))).toHaveLength(1)
    expect(judge(bound(), tethered, hides('home', { deviceId: 'd1', session: 'machine' }))).toEqual([])
  })

  it('who comes with the client that always names its device, but without it, is among strangers', () => {
    const [incident] = judge(bound(), tethered, hides('mobile'))
    expect(incident!.why.join()).toContain('Edge on Windows has always named its device for this account')
    const named = judge(bound(), tethered, hides('mobile', { deviceId: 'd1' }))
    expect(named.flatMap(({ why }) => why).join()).not.toContain('has always named its device')
  })
})

describe('in a data centre while the owner’s machine is at home', () => {
  const day = START + 21 * DAY
  const reading = (from: PlaceName, at: number): Activity[] => [
    act(at, from, { session: 'v', isInteractive: false }),
    deed(at + 20 * MINUTE, from, 'mail-read', { session: 'v', client: null, itemCount: 400 }),
    deed(at + 50 * MINUTE, from, 'mail-read', { session: 'v', client: null, itemCount: 20 }),
  ]

  it('it is another’s', () => {
    const at = day + 9 * HOUR + 30 * MINUTE
    const incidents = judge(habits(), reading('nord', at))
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([at])
    expect(incidents[0]!.why.join()).toContain('went on working on Windows at Telefonica (Spain)')
  })

  it('also where no more is told than in which spans of the day both were at work', () => {
    const at = day + 12 * HOUR + 10 * MINUTE
    const said = { session: 'ana@contoso.com-21', isInteractive: false } as const
    // Of one browser the log tells the first and the last of each day.
    const often = (from: PlaceName, times: number, first: number) =>
      Array.from({ length: times }, (_, n) => act(first + n * 40 * MINUTE, from, said))
    const turns = (times: number) =>
      judge(habits(), often('home', 15, at - 220 * MINUTE), often('hetzner', times, at))
    const [incident, ...others] = turns(6)
    expect([incident?.occurredAt, others]).toEqual([at, []])
    expect(incident!.why.join()).toContain('went on working on Windows at Telefonica (Spain)')
    expect(turns(1)).toEqual([])
  })

  it('all the more in a session that is never at home', () => {
    const at = day + 9 * HOUR + 30 * MINUTE
    const phished = act(at - 13 * HOUR, 'ovh', { session: 'p', mfa: 'passed', appId: OFFICE_PORTAL })
    const reads = [0, 40].map(minutes =>
      deed(at + minutes * MINUTE, 'ovh', 'mail-read', { session: 'p', client: 'Chrome on Windows' }),
    )
    const atHome = act(at + 9 * HOUR, 'home', { session: 'p', isInteractive: false })
    expect(judge(habits(), [phished, ...reads])).toHaveLength(1)
    expect(judge(habits(), [phished, ...reads, atHome])).toEqual([])
    expect(judge(habits(), [phished])).toEqual([])
  })

  it('in the owner’s own session too, where nobody rents a VPN', () => {
    const at = day + 9 * HOUR + 30 * MINUTE
    const session = 'ana@contoso.com-21'
    const quiet = (from: PlaceName, when = at) => [
      act(when, from, { session, isInteractive: false }),
      act(when + 50 * MINUTE, from, { session, isInteractive: false }),
    ]
    const abroad = { ...judge(habits(), quiet('hetzner'))[0] }
    expect([abroad.occurredAt, abroad.addresses]).toEqual([at, ['95.217.3.3']])
    expect(judge(habits(), quiet('nord'))).toEqual([])
    // Whoever was there in the week before has it for a habit.
    const before = act(at - 8 * DAY, 'hetzner', { session: 'ana@contoso.com-13', isInteractive: false })
    expect(judge(habits(), [before], quiet('hetzner'))).toEqual([])
  })

  it('unless nothing was done at home between its acts', () => {
    expect(judge(habits(), reading('nord', day + 14 * HOUR))).toEqual([])
  })

  it('nor where the browser alone has been on the VPN for days', () => {
    const before = [5, 9, 13].flatMap(n => [
      act(START + n * DAY + 9 * HOUR + 40 * MINUTE, 'nord', { session: `v${n}`, isInteractive: false }),
      act(START + n * DAY + 10 * HOUR + 20 * MINUTE, 'nord', { session: `v${n}`, isInteractive: false }),
    ])
    expect(judge(habits(), before, reading('nord', day + 9 * HOUR + 30 * MINUTE))).toEqual([])
  })
})

describe('a script that names the person’s machine', () => {
  const script = (from: PlaceName) =>
    act(T, from, { client: 'python-requests', deviceId: 'd1', session: 'machine', isInteractive: false })

  it('is on another’s in a data centre, and on theirs at home', () => {
    expect(judge(bound(), [script('hetzner')]).map(({ occurredAt }) => occurredAt)).toEqual([T])
    expect(judge(bound(), [script('home')])).toEqual([])
    expect(judge(bound(), [{ ...script('hetzner'), client: 'Edge on Windows' }])).toEqual([])
  })
})

describe('a machine rented from Microsoft', () => {
  const signsIn = act(T, 'azure', {
    session: 'x',
    mfa: 'passed',
    client: 'Edge on Windows',
    appId: OFFICE_PORTAL,
    isInteractive: true,
  })
  const takes = (session: string) =>
    deed(T + DAY, 'azure', 'file-download', { session, client: 'Edge on Windows', itemCount: 90 })

  it('is where everything is done in a session that began there by hand', () => {
    expect(judge(bound(), [signsIn])).toEqual([])
    expect(judge(bound(), [signsIn, takes('x')]).map(({ occurredAt }) => occurredAt)).toEqual([T])
    expect(judge(bound(), [signsIn, takes('machine')])).toEqual([])
  })

  it('is where everything is done on the day of a sign-in by hand, where no log tells sessions', () => {
    const without = (one: Activity, at = one.at): Activity => ({ ...one, session: null, at })
    const beginnings = (...acts: Activity[]) => judge(bound(), acts).map(({ occurredAt }) => occurredAt)
    expect(beginnings(without(signsIn), without(takes(''), T + 5 * HOUR))).toEqual([T])
    expect(beginnings(without(signsIn), without(takes('')))).toEqual([])
  })
})

describe('people who use VPNs', () => {
  const exits: PlaceName[] = ['nord', 'proton', 'ovh']
  const vpnDays = (days: number[]) =>
    days.flatMap(day =>
      ['Chrome on Windows', 'Teams on Windows', 'Outlook on Windows'].map((client, n) =>
        act(START + day * DAY + 20 * HOUR + n * MINUTE, exits[day % 3]!, {
          client,
          session: n === 0 ? 'vpn' : 'machine',
          deviceId: n === 0 ? null : 'd1',
          isInteractive: false,
        }),
      ),
    )
  const some = [2, 4, 5, 7, 9, 12, 14, 15]

  it('keep their session in one browser: in another one at another data centre it is stolen', () => {
    const taken = (client: string) => [
      act(T, 'm247', { session: 'vpn', client, isInteractive: false }),
      deed(T + MINUTE, 'm247', 'mail-read', { session: 'vpn', client: 'Outlook on the web' }),
      // In everybody's hands: this does not make the browsers one.
      deed(START + 15 * DAY + 21 * HOUR, 'nord', 'mail-read', {
        session: 'vpn',
        client: 'Outlook on the web',
      }),
    ]
    const [incident, ...others] = judge(habits(), vpnDays(some), taken('Firefox on Windows'))
    expect([incident?.addresses, others]).toEqual([['146.70.9.9'], []])
    expect(judge(habits(), vpnDays(some), taken('Chrome on Windows'))).toEqual([])
  })

  it('are known by fewer days where they have hardly a past', () => {
    const signIn = act(START + 9 * DAY + 8 * HOUR, 'hetzner', {
      session: 'new',
      mfa: 'passed',
      appId: OFFICE_PORTAL,
    })
    const doings = [
      signIn,
      deed(signIn.at + HOUR, 'hetzner', 'mail-delete', { session: 'new', itemCount: 140 }),
    ]
    const past = habits('ana@contoso.com', 9)
    expect(judge(past, vpnDays([1, 2, 3, 4]), doings)).toEqual([])
    expect(judge(past, doings)).toHaveLength(1)
  })

  it('share their provider with whoever guesses their password there', () => {
    const always = Array.from({ length: 20 }, (_, day) => day)
    const guesses = Array.from({ length: 30 }, (_, n) =>
      act(T - (40 - n) * MINUTE, 'nord', {
        session: null,
        client: 'BAV2ROPC',
        outcome: 'failure',
        errorCode: 50126,
      }),
    )
    const past = always.map(day => act(START + day * DAY + 20 * HOUR, 'nord', { isInteractive: false }))
    const enters = (client: string) => act(T, 'nord', { session: 'g', client })
    expect(judge(habits(), past, guesses, [enters('Firefox on macOS')])).toHaveLength(1)
    expect(judge(habits(), past, guesses, [enters('Chrome on Windows')])).toEqual([])
  })
})

describe('a new machine behind a VPN', () => {
  const setUp = (isDeviceKnown: boolean | null): Activity[] => [
    act(T, 'ovh', {
      client: 'Firefox on macOS',
      session: 'b',
      mfa: 'passed',
      appId: OFFICE_PORTAL,
    }),
    ...['Outlook on macOS', 'Teams on macOS'].map((client, n) =>
      act(T + n * MINUTE, 'ovh', {
        client,
        deviceId: 'd9',
        isDeviceKnown,
        session: 'm',
        isInteractive: false,
      }),
    ),
  ]

  it('is the person’s when the company manages it', () => {
    expect(judge(habits(), setUp(true))).toEqual([])
    expect(judge(habits(), setUp(false))).toHaveLength(1)
  })

  const registered = deed(T + 5 * MINUTE, 'ovh', 'device-registered', { session: 'b', client: null })

  it('but not when it was registered from there on that day', () => {
    expect(judge(habits(), setUp(true), [registered])).toHaveLength(1)
  })

  it('nor when it was registered in those weeks, wherever that was, and is never where people sit', () => {
    const placeless = { ...registered, address: null, place: null, session: null, at: T - 5 * DAY }
    expect(judge(habits(), setUp(true), [placeless])).toHaveLength(1)
    const atHome = act(T + 20 * HOUR, 'home', { client: 'Teams on macOS', deviceId: 'd9', session: 'm' })
    expect(judge(habits(), setUp(true), [placeless, atHome])).toEqual([])
  })

  it('unless it comes home', () => {
    const atHome = act(T + 20 * HOUR, 'home', {
      client: 'Firefox on macOS',
      session: 'b',
      isInteractive: false,
    })
    expect(judge(habits(), setUp(true), [registered, atHome])).toEqual([])
    // A session that was stolen is used at home by its owner, who opened it there.
    const stolen = setUp(false).map(each => ({ ...each, mfa: 'earlier' as const }))
    expect(judge(habits(), stolen, [registered, atHome])).toHaveLength(1)
  })

  it('comes home also in a look-back that begins with the day it is used on', () => {
    const evening = START + 19 * HOUR
    const [opened] = setUp(false)
    const atHome = { ...opened!, ...PLACES.office, at: evening + 3 * DAY, id: 'home', isInteractive: false }
    expect(judge(habits(), [{ ...opened!, at: evening }])).toHaveLength(1)
    expect(
      judge(habits(), [
        { ...opened!, at: evening },
        { ...atHome, mfa: 'earlier' },
      ]),
    ).toEqual([])
  })

  describe('that comes out where the person’s laptop does on other days', () => {
    const [browser] = setUp(false)
    const laptop = (days: number, deviceId: string) =>
      ['Outlook on Windows', 'Teams on Windows'].map((client, n) =>
        act(T + days * DAY + n * MINUTE, 'ovh', { client, deviceId, session: 'l', isInteractive: false }),
      )

    it('is theirs', () => {
      expect(judge(bound(), [browser!])).toHaveLength(1)
      expect(judge(bound(), [browser!], laptop(-5, 'd1'))).toEqual([])
      expect(judge(bound(), [browser!], laptop(5, 'd1'))).toEqual([])
    })

    it('is not when that is a machine that was never at home, or comes out at another address', () => {
      const theirs = [laptop(1, 'd7'), laptop(2, 'd7'), laptop(3, 'd7')].flat()
      expect(judge(bound(), [browser!], theirs)).toHaveLength(1)
      const elsewhere = laptop(-5, 'd1').map(each => ({ ...each, address: '51.77.9.9' }))
      expect(judge(bound(), [browser!], elsewhere)).toHaveLength(1)
    })
  })
})

describe('what belongs to an attack', () => {
  const takeOver = [
    act(T, 'hetzner', { session: 'x', client: 'Firefox on Linux' }),
    deed(T + 20 * MINUTE, 'hetzner', 'inbox-rule-set', { session: 'x', client: null, rule: HIDING }),
  ]

  it('not the evening before, when the owner’s own session came through a VPN', () => {
    const evening = act(T - 16 * HOUR, 'ovh', { session: 'ana@contoso.com-19', isInteractive: false })
    const [incident, ...others] = judge(habits(), [evening], takeOver)
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['95.217.3.3'], []])
  })

  it('nor the owner’s browser, in whose session the attacker has brought another', () => {
    const session = 'ana@contoso.com-20'
    const stolen = [
      act(T, 'hetzner', { session, client: 'Firefox on Windows' }),
      deed(T + MINUTE, 'hetzner', 'mailbox-forwarding-set', {
        session,
        client: null,
        rule: inboxRule({ forwardTo: ['x@evil.example'] }),
      }),
    ]
    const machine = (at: number, from: PlaceName) =>
      ['Teams on Windows', 'Outlook on Windows'].map(client =>
        act(at, from, { client, deviceId: 'd1', session: 'machine', isInteractive: false }),
      )
    const owner = [
      ...machine(START + 4 * DAY, 'office'),
      ...machine(T + 20 * HOUR, 'nord'),
      act(T + 20 * HOUR, 'nord', { session, isInteractive: false }),
    ]
    const [incident] = judge(habits(), stolen, owner)
    expect(incident?.addresses).toEqual(['95.217.3.3'])
  })

  it('nor the owner’s journey, which the attacker at home makes impossible', () => {
    const own = { session: 'ana@contoso.com-19' }
    const journey = [
      act(T - 7 * HOUR, 'farHotel', own),
      act(T + HOUR, 'farHotel', { ...own, address: '126.80.7.7' }),
    ]
    const worn = [
      ...Array.from({ length: 6 }, (_, n) =>
        act(T - (n + 1) * MINUTE, 'home', { session: 'x', outcome: 'failure', mfa: 'refused' }),
      ),
      act(T, 'home', { session: 'x', mfa: 'passed' }),
      deed(T + MINUTE, 'home', 'inbox-rule-set', { session: 'x', rule: HIDING }),
    ].map(each => ({ ...each, address: '81.40.77.77' }))
    const before = habits('ana@contoso.com', 20).filter(({ at }) => at < T - 20 * HOUR)
    const [incident, ...others] = judge(before, journey, worn)
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['81.40.77.77'], []])
  })

  it('of what logs tell without an address, what was done with the attacker’s client', () => {
    const phone = [
      act(T - 2 * HOUR, 'farHotel', { session: 'ana@contoso.com-phone', client: 'Outlook on iOS' }),
      deed(T + 10 * MINUTE, 'farHotel', 'mail-read', {
        session: 'ana@contoso.com-phone',
        client: 'Outlook on iOS',
      }),
    ]
    const administers = (client: string) =>
      (['role-assigned', 'policy-changed', 'user-created'] as const).map((action, n) =>
        deed(T + (30 + n) * MINUTE, null, action, { client, target: 'x' }),
      )
    const before = habits('ana@contoso.com', 20)
    const [incident, ...others] = judge(before, phone, takeOver, administers('Firefox on Linux'))
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['95.217.3.3'], []])
    expect(incident!.why.join()).toContain('Made an account')
  })

  it('what would not be enough by itself, if it is soon after', () => {
    const phished = (at: number) => [
      act(at, 'ovh', { session: 'p', mfa: 'passed', appId: OFFICE_PORTAL }),
      deed(at + MINUTE, 'ovh', 'mail-read', { session: 'p', client: 'Outlook on the web' }),
    ]
    const addressesOf = (at: number) =>
      judge(habits('ana@contoso.com', 50), takeOver, phished(at)).map(({ addresses }) => addresses)
    expect(judge(habits('ana@contoso.com', 50), phished(T + 3 * DAY))).toEqual([])
    expect(addressesOf(T + 3 * DAY)).toEqual([['51.77.4.4', '95.217.3.3']])
    expect(addressesOf(T + 20 * DAY)).toEqual([['95.217.3.3']])
  })
})

describe('a provider that gives out another address every day', () => {
  /** A neighbour's address, of the provider that the person has at home. */
  const today = (activity: Activity): Activity => ({ ...activity, address: '81.52.7.7' })
  const day = START + 21 * DAY
  const newPhone = [
    act(day + 18 * HOUR, 'home', { client: 'Safari on iOS', session: 'n' }),
    deed(day + 19 * HOUR, 'home', 'mfa-method-added', { client: 'Safari on iOS', session: null }),
    deed(day + 19 * HOUR, 'home', 'device-registered', { client: 'Safari on iOS', session: null }),
  ]
  const refusals = Array.from({ length: 6 }, (_, n) =>
    act(day + 17 * HOUR + n * MINUTE, 'home', {
      outcome: 'failure',
      errorCode: 500121,
      mfa: 'refused',
      session: 'r',
    }),
  )
  const approved = act(day + 17 * HOUR + 10 * MINUTE, 'home', { mfa: 'passed', session: 'r' })
  const ownSession = act(day + 16 * HOUR, 'home', {
    session: 'ana@contoso.com-20',
    isInteractive: false,
  })

  it('is known by the session that goes on there', () => {
    expect(judge(habits(), [...refusals, approved].map(today))).toHaveLength(1)
    expect(judge(habits(), [...refusals.slice(0, 4), approved].map(today))).toEqual([])
    expect(judge(habits(), [ownSession, ...refusals, approved, ...newPhone].map(today))).toEqual([])
  })

  it('but nobody makes a nameless rule for their invoices there', () => {
    const rule = deed(day + 18 * HOUR, 'home', 'inbox-rule-set', {
      session: 'ana@contoso.com-20',
      rule: HIDING,
    })
    expect(judge(habits(), [ownSession, rule].map(today))).toHaveLength(1)
    expect(judge(habits(), [ownSession, rule])).toEqual([])
  })
})

describe('the owner’s session', () => {
  const session = 'ana@contoso.com-20'

  it('is stolen where it goes to and fro between two lines of one provider, and takes much', () => {
    const other = { session, address: '195.77.40.9' }
    const thief = (...hours: number[]) =>
      hours.flatMap(hour => [
        deed(START + 20 * DAY + hour * HOUR, 'office', 'file-download', { ...other, itemCount: 36 }),
        deed(START + 20 * DAY + hour * HOUR + MINUTE, 'office', 'mail-read', { ...other, itemCount: 120 }),
      ])
    expect(judge(habits(), thief(8.5, 9.5, 11, 13))).toHaveLength(1)
    // One line gives way to another.
    expect(judge(habits(), thief(18, 18.5, 19, 19.5))).toEqual([])
  })

  it('in another browser abroad is stolen, whatever the hour', () => {
    const night = START + 20 * DAY + 23 * HOUR
    const abroad = (client: string) => [act(night, 'residential', { session, client, isInteractive: false })]
    expect(judge(habits(), abroad('Firefox on Windows'))).toHaveLength(1)
    expect(judge(habits(), abroad('Chrome on Windows'))).toEqual([])
    const onMobile = (client: string) =>
      abroad(client).map(each => ({ ...each, place: { ...each.place!, networkKind: 'mobile' as const } }))
    expect(judge(habits(), onMobile('Firefox on Windows'))).toHaveLength(1)
    expect(judge(habits(), onMobile('Chrome on Windows'))).toEqual([])
  })

  it('on one machine that names two systems is not', () => {
    const named = (client: string, at: number) =>
      act(at, 'neighbour', { session: 'machine', client, deviceId: 'd1', isInteractive: false })
    const both = [named('Edge on Windows', T), named('Office on macOS', T + MINUTE)]
    expect(judge(bound(), both)).toEqual([])
    expect(
      judge(
        bound(),
        both.map(each => ({ ...each, deviceId: null })),
      ),
    ).toHaveLength(1)
  })

  it('on a phone whose app two logs call differently is not, though lists take its address for a data centre’s', () => {
    const phone = (...clients: string[]) =>
      clients.map((client, n) =>
        act(T + n * MINUTE, 'ovh', { session: 'ana@contoso.com-phone', client, isInteractive: false }),
      )
    expect(judge(habits(), phone('Outlook on iOS', 'Outlook on Android'))).toEqual([])
    expect(judge(habits(), phone('Outlook on iOS', 'Chrome on Android'))).toHaveLength(1)
  })

  it('is what an application that they let in goes on with', () => {
    const app = { appId: 'app-1', appName: 'Pipeline', session, client: null }
    const [incident] = judge(habits(), [
      deed(T, 'office', 'consent-granted', {
        session,
        target: 'Pipeline',
        targetId: 'app-1',
        detail: 'Mail.Read offline_access',
      }),
      deed(T + HOUR, 'ovh', 'mail-read', app),
    ])
    expect(incident?.evidence.map(({ signal }) => signal)).not.toContain('session-on-second-network')
  })

  it('let in with a device code is the attacker’s where it goes at once, not where the owner takes it weeks later', () => {
    const code = act(START + 5 * DAY + 8 * HOUR, 'office', { session: 'code', flow: 'deviceCode' })
    const elsewhere = (at: number, client: string) => [
      code,
      act(at, 'neighbour', { session: 'code', client, isInteractive: false }),
    ]
    expect(judge(habits(), elsewhere(code.at + MINUTE, 'Chrome on Windows'))).toHaveLength(1)
    expect(judge(habits(), elsewhere(code.at + 12 * DAY, 'Chrome on Windows'))).toEqual([])
    expect(judge(habits(), elsewhere(code.at + 12 * DAY, 'Firefox on Linux'))).toHaveLength(1)
  })
})

describe('a device code that is let in on a journey', () => {
  const own = { client: 'Edge on Windows', deviceId: 'd1' }
  const evening = act(T - 14 * HOUR, 'hotel', { ...own, session: 'machine', isInteractive: false })
  const letIn = act(T, 'hotel', { ...own, session: 'code', flow: 'deviceCode' })
  const redeemed = (from: PlaceName, client: string) =>
    act(T + MINUTE, from, { session: 'code', client, flow: 'deviceCode', isInteractive: false })
  const alone = (days = 20) => bound(days).filter(({ at }) => at < evening.at)

  it('is where the attack begins, and the hotel is the owner’s', () => {
    const [incident, ...others] = judge(alone(), [evening, letIn, redeemed('neighbour', 'App on Android')])
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['77.230.3.9'], []])
    expect(incident!.why.join()).toContain('its owner let in with a device code at Orange FR (France)')
  })

  it('also where the attacker is on a mobile network that the person uses', () => {
    const [incident] = judge(alone(), [letIn, redeemed('mobile', 'App on Android')])
    expect(incident?.occurredAt).toBe(T)
  })

  it('is nothing by itself, nor for another machine at home', () => {
    expect(judge(alone(), [evening, letIn])).toEqual([])
    expect(judge(alone(), [letIn, redeemed('home', 'App on Android')])).toEqual([])
  })

  it('is an attacker’s who lets it in with a machine of their own', () => {
    const strange = { ...letIn, deviceId: null, client: 'Firefox on Linux' }
    expect(judge(alone(), [strange])).toHaveLength(1)
  })
})

describe('a session that was opened in a data centre', () => {
  const night = START + 20 * DAY + 2 * HOUR
  const opened = (client: string) => act(night, 'hetzner', { session: 'p', client })

  it('and comes up in another browser there is a phished one', () => {
    const next = (client: string) => [act(night + 5 * MINUTE, 'hetzner', { session: 'p', client })]
    const [own, other] = ['Chrome on Windows', 'Edge on Windows'] as const
    expect(judge(habits(), [opened(own)], next(other))).toHaveLength(1)
    expect(judge(habits(), [opened(own)], next(own))).toEqual([])
  })

  it('with a client never seen, and goes on at a line in another country, went to whoever phished it', () => {
    const next = (client: string) => [act(night + 6 * MINUTE, 'neighbour', { session: 'p', client })]
    const strange = 'Firefox on Linux'
    expect(judge(habits(), [opened(strange)], next(strange))).toHaveLength(1)
    expect(judge(habits(), [opened('Chrome on Windows')], next('Chrome on Windows'))).toEqual([])
  })
})

describe('a session that is stolen on a journey', () => {
  const taken = T + 3 * HOUR
  const past = bound(20).filter(({ at }) => at < T - HOUR)
  const machine = { deviceId: 'd1', session: 'machine', isInteractive: false }
  /** The owner's machine, and their other browser in a session of its own. */
  const ownersAt = (at: number, from: PlaceName): Activity[] => [
    act(at, from, { ...machine, client: 'Outlook on Windows' }),
    act(at + MINUTE, from, { ...machine, client: 'Teams on Windows' }),
    act(at + 2 * MINUTE, from, { client: 'Chrome on Windows', session: 'web' }),
  ]
  const used = act(START + 3 * DAY + 8 * HOUR, 'home', { client: 'Chrome on Windows', session: 'old' })

  it('is the owner’s again where their machine is at work', () => {
    const [incident, ...others] = judge(
      [used],
      past,
      ownersAt(T, 'hotel'),
      [
        act(taken, 'ovh', { client: 'Firefox on macOS', session: 'web', isInteractive: false }),
        deed(taken + MINUTE, 'ovh', 'mail-read', { session: 'web', client: null, itemCount: 400 }),
      ],
      ownersAt(taken + 2 * HOUR, 'neighbour'),
    )
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([taken, ['51.77.4.4'], []])
  })
})

describe('people on a journey', () => {
  it('seem to be at home too, through the gateway of their company', () => {
    const machine = { deviceId: 'd1', session: 'machine' }
    const method = deed(T + 10 * MINUTE, 'farHotel', 'mfa-method-added', {
      session: null,
      client: 'Edge on Windows',
    })
    const journey = (deviceId: string | null) => [
      act(T, 'farHotel', { ...machine, deviceId, client: 'Outlook on Windows', isInteractive: false }),
      act(T + 5 * MINUTE, 'farHotel', { ...machine, deviceId, client: 'Teams on Windows' }),
      method,
      act(T + HOUR, 'office', { client: 'Outlook on iOS', session: 'phone' }),
      act(T + 90 * MINUTE, 'farHotel', { ...machine, deviceId, client: 'Teams on Windows' }),
    ]
    const past = bound(20).filter(({ at }) => at < T - DAY)
    expect(judge(past, journey('d1'))).toEqual([])
    expect(judge(past, journey(null))).toHaveLength(1)
  })
})

describe('a phone that comes out abroad', () => {
  const known = [2, 5, 9, 13].map(day =>
    act(START + day * DAY + 15 * HOUR, 'mobile', { client: 'Safari on iOS', session: `phone-${day}` }),
  )
  const abroad = (client: string) =>
    act(START + 20 * DAY + 9 * HOUR + 30 * MINUTE, 'residential', { client, session: 'roaming' })

  it('is a phone of its provider’s ways, also in its browser; a computer’s browser is another’s', () => {
    expect(judge(habits(), known, [abroad('Safari on iOS')])).toEqual([])
    expect(judge(habits(), known, [abroad('Chrome on Windows')])).toHaveLength(1)
  })
})

describe('a session that began in a browser of nobody’s', () => {
  const near = (at: number, said: Partial<Activity>): Activity => ({
    ...act(at, 'home', said),
    address: '81.47.200.9',
  })
  const goesOn = (client: string) => [
    act(T, 'neighbour', { session: 'x', client: 'Firefox on Windows' }),
    near(T + HOUR, { session: 'x', client, isInteractive: false }),
    near(T + 2 * HOUR, {
      session: 'x',
      client,
      action: 'mailbox-forwarding-set',
      operation: 'Set-Mailbox',
      log: 'unified',
      rule: inboxRule({ forwardTo: ['box@evil.example'], looksFor: [] }),
    }),
  ]

  it('does not become the person’s in another one, on a line of their provider', () => {
    expect(judge(habits(), goesOn('Chrome on Windows'))).toHaveLength(1)
    expect(judge(habits(), goesOn('Chrome on Windows').slice(1))).toEqual([])
  })
})

describe('a password that is tried in an odd way on one day', () => {
  it('is one attacker’s, also from the network of the owner', () => {
    const odd = { flow: 'ropc', isInteractive: false } as const
    const first = act(T, 'home', { ...odd, session: 'r1' })
    const second = act(T + 4 * HOUR, 'tor', { ...odd, session: 'r2', client: 'Firefox on Windows' })
    const starts = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)
    expect(starts(habits(), [first, second])).toEqual([T])
    expect(starts(habits(), [{ ...first, at: T - 2 * DAY }, second])).toEqual([second.at])
    expect(starts(habits(), [first])).toEqual([])
  })
})

describe('what began in an attack', () => {
  it('goes on as the attacker’s when its address is no longer new', () => {
    const session = 'near'
    const home = { ...act(0, 'home').place! }
    const near = (at: number, said: Partial<Activity> = {}): Activity => ({
      ...act(at, 'home', { session, ...said }),
      address: '81.47.200.9',
      place: home,
    })
    const rule = inboxRule({ name: 'Old', deletes: true, looksFor: ['invoice', 'payment', 'wire'] })
    const [incident] = judge(habits(), [
      near(T),
      near(T + HOUR, { action: 'inbox-rule-set', operation: 'New-InboxRule', log: 'unified', rule }),
      near(T + DAY),
      near(T + 2 * DAY),
    ])
    expect([incident?.occurredAt, incident?.addresses, incident?.lastSeenAt]).toEqual([
      T,
      ['81.47.200.9'],
      T + 2 * DAY,
    ])
  })
})

describe('attackers in the small hours', () => {
  it('stay attackers after midnight', () => {
    const midnight = START + 21 * DAY
    const strange = { client: 'Firefox on Linux', session: 'x' }
    const rule = deed(midnight + 5 * MINUTE, 'neighbour', 'inbox-rule-set', {
      session: 'x',
      client: null,
      rule: inboxRule({ movesTo: 'RSS Feeds', looksFor: ['invoice'], marksRead: true }),
    })
    const known = [3, 8].map(day => ({
      ...act(START + day * DAY + 9 * HOUR, 'neighbour', { isInteractive: false }),
      address: '77.230.90.1',
    }))
    const [incident] = judge(habits(), known, [
      act(midnight - HOUR, 'neighbour', strange),
      act(midnight - 50 * MINUTE, 'neighbour', { ...strange, client: 'Chrome on macOS' }),
      rule,
    ])
    expect(incident?.timeline.map(({ action }) => action)).toContain('inbox-rule-set')
  })

  it('from four countries within the hour are many', () => {
    const lines: PlaceName[] = ['neighbour', 'hotel', 'farHotel', 'residential']
    const from = (places: PlaceName[]) => {
      const scans = places.map((place, n) =>
        act(T + n * 5 * MINUTE, place, { user: 'scanner@contoso.com', isInteractive: false }),
      )
      const office = Array.from({ length: 20 }, (_, n) =>
        act(START + n * DAY + 9 * HOUR, 'office', { user: 'scanner@contoso.com', isInteractive: false }),
      )
      return judge(office, scans)
    }
    expect(from(lines)).toHaveLength(1)
    expect(from(lines.slice(0, 3))).toEqual([])
  })
})

it('who forwards mail from a country where the person never was is another', () => {
  const forwards = (from: PlaceName, networkKind: 'mobile' | 'access') =>
    [
      act(T, from, { session: 'f', client: 'Edge on Windows' }),
      deed(T + 15 * MINUTE, from, 'inbox-rule-set', {
        session: 'f',
        client: null,
        rule: inboxRule({ name: 'ok', forwardTo: ['x@evil.example'], looksFor: ['newsletter'] }),
      }),
    ].map(activity => ({ ...activity, place: { ...activity.place!, networkKind } }))
  const quiet = habits().filter(({ at }) => at < T - 12 * HOUR || at > T + 12 * HOUR)
  expect(judge(quiet, forwards('residential', 'mobile'))).toHaveLength(1)
  expect(judge(quiet, forwards('neighbour', 'access'))).toEqual([])
})

it('who has all mail forwarded from a new place with a client never seen is another', () => {
  const forwards = (client: string) => [
    act(T, 'neighbour', { session: 'f', client }),
    deed(T + 15 * MINUTE, 'neighbour', 'mailbox-forwarding-set', {
      session: 'f',
      client: null,
      rule: inboxRule({ forwardTo: ['x@evil.example'] }),
    }),
  ]
  const away = habits().filter(({ at }) => Math.abs(at - T) > 4 * HOUR)
  expect(judge(away, forwards('Firefox on Windows'))).toHaveLength(1)
  expect(judge(away, forwards('Chrome on Windows'))).toEqual([])
  // With what the owner always uses it is another too, while the owner is at work.
  expect(judge(habits(), forwards('Chrome on Windows'))).toHaveLength(1)
})

describe('OneDrive that copies everything', () => {
  const copies = (
    from: PlaceName,
    said: Partial<Activity> = {},
    more: Partial<Activity> = {},
  ): Activity[] => [
    act(T, from, { session: 'c', client: 'Chrome on Windows', ...said }),
    ...Array.from({ length: 20 }, (_, n) =>
      deed(T + n * MINUTE, from, 'file-download', {
        session: 'c',
        client: 'OneDrive on Windows',
        operation: 'FileSyncDownloadedFull',
        itemCount: 15,
        ...said,
        ...more,
      }),
    ),
  ]

  it('to a rented machine takes it away', () => {
    const [incident] = judge(habits(), copies('hetzner'))
    expect([incident?.occurredAt, incident?.why.join()]).toEqual([
      T,
      expect.stringContaining('Downloaded 300 files'),
    ])
  })

  it('sets up a laptop, also behind a VPN in a data centre if the company manages it', () => {
    expect(judge(habits(), copies('nord'))).toEqual([])
    expect(judge(habits(), copies('neighbour'))).toEqual([])
    expect(judge(habits(), copies('hetzner', { deviceId: 'd2', isDeviceKnown: true }))).toEqual([])
  })

  it('is OneDrive alone: what asks in its way is a tool', () => {
    expect(judge(habits(), copies('nord', {}, { client: 'rclone' }))).toHaveLength(1)
  })
})

describe('an administrator abroad', () => {
  const days = [0, 1]
  /** Programs in the sessions that they have at home, on machines that name no device. */
  const own = (client: string, session: string, from: PlaceName, hour: number) =>
    days.map(day => act(T + day * DAY + hour * HOUR, from, { client, session, isInteractive: false }))
  const athome = [
    ['Teams on Windows', 'laptop'],
    ['Outlook on iOS', 'ana@contoso.com-phone'],
  ].flatMap(([client, session]) =>
    [3, 5, 8].map(day =>
      act(START + day * DAY + 9 * HOUR, 'home', { client: client!, session: session!, isInteractive: false }),
    ),
  )
  const past = [...habits('ana@contoso.com', 20).filter(({ at }) => at < T - 3 * HOUR), ...athome]
  const browser = { client: 'Chrome on Windows', session: 'browser' }
  const administers = [
    act(T, 'farHotel', { ...browser, mfa: 'passed' }),
    deed(T + HOUR, 'farHotel', 'app-credential-added', { ...browser, target: 'Reports' }),
    deed(T + HOUR, 'farHotel', 'role-assigned', { ...browser, target: 'Exchange Administrator' }),
    deed(T + HOUR, 'farHotel', 'mail-flow-rule-set', { ...browser, target: 'External tag' }),
  ]
  const phone = own('Outlook on iOS', 'ana@contoso.com-phone', 'farHotel', 2)
  const laptop = own('Teams on Windows', 'laptop', 'farHotel', 3)

  it('whose phone and laptop came along is themselves', () => {
    expect(judge(past, administers, phone, laptop)).toEqual([])
  })

  it('may be anybody with what one machine had, or with machines of their own', () => {
    expect(judge(past, administers)).toHaveLength(1)
    expect(judge(past, administers, laptop)).toHaveLength(1)
    const another = own('Outlook on Android', 'ana@contoso.com-phone', 'farHotel', 2)
    expect(judge(past, administers, another, laptop)).toHaveLength(1)
  })
})

describe('a computer’s session on two lines by turns', () => {
  const session = 'ana@contoso.com-20'
  const reads = (at: number) => deed(at, 'neighbour', 'mail-read', { session, client: 'Outlook on the web' })
  const turns = [1, 2, 3].flatMap(n => [
    act(T + n * 10 * MINUTE, 'office', { session, isInteractive: false }),
    reads(T + (n * 10 + 5) * MINUTE),
  ])
  const takes = deed(T + HOUR, 'neighbour', 'file-download', { session, itemCount: 120 })

  it('is used by two, when one of them takes files', () => {
    expect(judge(habits(), turns, [takes])).toHaveLength(1)
  })

  it('may be carried to and fro once', () => {
    expect(judge(habits(), turns.slice(0, 2), [takes])).toEqual([])
  })

  it('is nothing by itself', () => {
    expect(judge(habits(), turns)).toEqual([])
  })

  const allDay = (from: PlaceName) =>
    [0, 1, 2].flatMap(n => [
      act(T + n * HOUR, 'office', { session, isInteractive: false }),
      deed(T + (n + 0.5) * HOUR, from, 'mail-read', { session, client: 'Outlook on the web' }),
      act(T + (n + 0.6) * HOUR, from, { session, isInteractive: false }),
    ])
  const programs = (from: PlaceName) =>
    [0.5, 1.5].map(hours =>
      act(T + hours * HOUR, from, {
        session: 'programs',
        client: 'Outlook on Windows',
        isInteractive: false,
      }),
    )
  const past = [
    ...habits(),
    ...[3, 6].map(day => ({ ...programs('office')[0]!, id: `p${day}`, at: START + day * DAY })),
  ]

  it('is in two hands all day long, while the machine’s programs stay at home', () => {
    const [incident, ...others] = judge(past, allDay('neighbour'), programs('office'))
    expect([incident?.occurredAt, others]).toEqual([T + HOUR / 2, []])
    expect(incident!.title).toBe('Stolen session used from Jazztel (Spain)')
    expect(incident!.why.join()).toContain('by turns: 5 turns on that day, or more')
  })

  it('may be one machine on two lines when its programs come along, or nothing tells of them', () => {
    expect(judge(past, allDay('neighbour'), programs('neighbour'))).toEqual([])
    expect(judge(past, allDay('neighbour'))).toEqual([])
  })

  it('is in two hands too where an office’s second line would have shown others', () => {
    const colleagues = ['ben@contoso.com', 'cleo@contoso.com'].flatMap(user => habits(user))
    const [incident, ...others] = judge(past, colleagues, allDay('neighbour'))
    expect([incident?.occurredAt, others]).toEqual([T + HOUR / 2, []])
    const onIt = act(START + 9 * DAY, 'neighbour', { user: 'ben@contoso.com', session: 'ben@contoso.com-9' })
    expect(judge(past, colleagues, [onIt], allDay('neighbour'))).toEqual([])
  })

  it('is one machine’s on a line that speaks both protocols', () => {
    const six = allDay('neighbour').map(each =>
      each.address === '77.230.3.9' ? { ...each, address: '2a02:9000:1:2::3' } : each,
    )
    expect(judge(past, six, programs('office'))).toEqual([])
  })

  it('is a phone’s, on Wi-Fi and its own network', () => {
    const phones = allDay('neighbour').map(each => ({ ...each, client: 'Safari on iOS' }))
    expect(judge(past, phones, programs('office'))).toEqual([])
  })

  it('is weighed also of a VPN that is switched on and off again and again', () => {
    const reads = (hours: number) =>
      deed(T + hours * HOUR, 'nord', 'mail-read', { session, client: 'Outlook on the web', itemCount: 400 })
    expect(judge(past, allDay('nord'), [reads(2.6)])).toHaveLength(1)
    expect(judge(past, allDay('nord').slice(1, 3), [reads(0.7)])).toEqual([])
  })
})

describe('a VPN that is begun', () => {
  const said = (client: string, session: string) => ({ client, session, isInteractive: false })
  const installed = (at: number, from: PlaceName) =>
    ['Outlook on Windows', 'OneDrive on Windows'].map(client => act(at, from, said(client, 'installed')))
  const past = [...habits(), ...[3, 5, 8, 12].flatMap(day => installed(START + day * DAY + 9 * HOUR, 'home'))]
  const browser = { session: 'ana@contoso.com-20', isInteractive: false }
  const away = [act(T, 'ovh', browser), act(T + 30 * MINUTE, 'ovh', browser)]
  const atHome = act(T + 10 * MINUTE, 'office', said('Teams on Windows', 'teams'))

  it('takes along the machine’s programs with the browser: what is left at home is another machine', () => {
    expect(judge(past, away, [atHome], installed(T + 5 * MINUTE, 'ovh'))).toEqual([])
  })

  it('is where the person takes many files, too', () => {
    const taken = deed(T + HOUR, 'ovh', 'file-download', { session: browser.session, itemCount: 600 })
    expect(judge(past, away, [taken], installed(T + 5 * MINUTE, 'ovh'))).toEqual([])
    expect(judge(past, away, [taken])).toHaveLength(1)
  })

  it('is a thief’s where the browser’s session is alone', () => {
    expect(judge(past, away, [atHome])).toHaveLength(1)
    const ofBrowser = installed(T + 5 * MINUTE, 'ovh').map(each => ({ ...each, session: browser.session }))
    expect(judge(past, away, [atHome], ofBrowser)).toHaveLength(1)
  })
})

describe('how much was taken', () => {
  const taken = (files: number, from: PlaceName, said: Partial<Activity> = {}) => [
    act(T, from, { session: 'ana@contoso.com-20', isInteractive: false, ...said }),
    deed(T + MINUTE, from, 'file-download', { session: 'ana@contoso.com-20', itemCount: files, ...said }),
  ]

  it('tells whether it was the person on a VPN', () => {
    expect(judge(habits(), taken(100, 'nord'))).toEqual([])
    expect(judge(habits(), taken(600, 'nord'))).toHaveLength(1)
  })

  it('tells also on a line nearby, where the person has never been', () => {
    expect(judge(habits(), taken(600, 'neighbour'))).toHaveLength(1)
    expect(judge(habits(), taken(150, 'neighbour'))).toEqual([])
    expect(judge(habits(), taken(600, 'home'))).toEqual([])
  })

  it('but not by the person’s own machine there', () => {
    const machine = { client: 'Edge on Windows', deviceId: 'd1', session: 'machine' }
    expect(judge(bound(), taken(600, 'neighbour', machine))).toEqual([])
  })

  it('nor where they log on to Windows there, in a log that tells neither sessions nor machines', () => {
    const untold = habits().flatMap(each =>
      each.client === 'Chrome on Windows' && each.action === 'sign-in'
        ? [each, { ...each, id: `w${each.id}`, at: each.at + MINUTE, client: 'Windows sign-in on Windows' }]
        : [each],
    )
    const past = untold.map(each => ({ ...each, session: null }))
    const there = taken(600, 'neighbour', { session: null })
    const logsOn = act(T - HOUR, 'neighbour', { client: 'Windows sign-in on Windows' })
    expect(judge(past, there)).toHaveLength(1)
    expect(judge(past, there, [logsOn])).toEqual([])
  })
})

describe('the VPN of somebody who uses them', () => {
  const exits: PlaceName[] = ['nord', 'proton', 'm247']
  const used = [2, 4, 6, 8, 11, 19].map((day, n) =>
    act(START + day * DAY + 20 * HOUR, exits[n % 3]!, {
      session: `v${day}`,
      mfa: 'passed',
      appId: OFFICE_PORTAL,
    }),
  )
  const there = { session: 'a', address: '146.70.44.44' }
  const attack = [
    act(T, 'm247', { ...there, flow: 'deviceCode', client: 'Firefox on Linux' }),
    act(T + MINUTE, 'm247', { ...there, client: 'Chrome on Windows', isInteractive: false }),
  ]

  it('is not where an attack begins that comes from the same provider', () => {
    const [incident, ...others] = judge(habits(), used, attack)
    expect([incident?.occurredAt, others]).toEqual([T, []])
  })
})

describe('a thief at a rented machine of Microsoft’s', () => {
  const said = { session: 'x', client: 'Firefox on Linux', address: '20.52.70.70' }
  const attack = [
    act(T, 'azure', { ...said, mfa: 'passed', appId: OFFICE_PORTAL }),
    deed(T + MINUTE, 'azure', 'inbox-rule-set', { ...said, rule: HIDING }),
    // The directory's log tells no session.
    deed(T + 5 * MINUTE, 'azure', 'mfa-method-added', { address: said.address, client: null }),
  ]
  /** What Microsoft's machines do for the person, in no session either. */
  const fetched = deed(T - 5 * HOUR, 'azure', 'message-send', { client: null })

  it('has done nothing of what other machines of Microsoft’s did on that day', () => {
    const [incident, ...others] = judge(habits(), [fetched], attack)
    expect([incident?.occurredAt, others]).toEqual([T, []])
  })
})

describe('a domain that is handed to another system for signing in', () => {
  const handed = (from: PlaceName, said: Partial<Activity> = {}) => [
    act(T, from, { session: 'x', mfa: 'passed', ...said }),
    deed(T + 15 * MINUTE, from, 'federation-changed', { target: 'contoso.com', ...said }),
  ]

  const away = habits().filter(({ at }) => Math.abs(at - T) > DAY)

  it('is an incident from another browser on a line nearby', () => {
    expect(judge(away, handed('neighbour', { client: 'Firefox on Windows' }))).toHaveLength(1)
  })

  it('may be done with what an administrator always uses, there and at home', () => {
    expect(judge(away, handed('neighbour'))).toEqual([])
    expect(judge(habits(), handed('home', { client: 'Chrome on macOS' }))).toEqual([])
  })
})

describe('a browser that goes on in a data centre while the machine stays at home', () => {
  /** On those days the browser comes out there, between two acts of the machine's other programs. */
  const split = (days: number[], from: PlaceName) =>
    days.flatMap(day => {
      const noon = START + day * DAY + 12.5 * HOUR
      const browser = { session: 'browser', isInteractive: false }
      return [
        act(noon - 20 * MINUTE, from, browser),
        act(noon, 'home', { session: 'outlook', client: 'Outlook on Windows', isInteractive: false }),
        act(noon + 20 * MINUTE, from, browser),
      ]
    })
  const often = Array.from({ length: 16 }, (_, n) => 2 + n)

  it('was there before behind a gateway: whoever has only their browser behind one has it behind the next', () => {
    expect(judge(habits(), split(often, 'gateway'), split([20], 'hetzner'))).toEqual([])
  })

  it('is another’s where it never was behind one', () => {
    expect(judge(habits(), split(often, 'home'), split([20], 'hetzner'))).toHaveLength(1)
  })
})

describe('a data centre, day after day', () => {
  const days = [1, 2, 3].map(n => T + n * DAY + 10 * HOUR)
  const mail = (at: number) =>
    deed(at, 'hetzner', 'mail-read', { session: null, client: 'Outlook on Android', itemCount: 5 })
  const phone = (at: number) =>
    act(at - MINUTE, 'hetzner', {
      session: 'phone',
      client: 'App on Android',
      deviceId: 'p1',
      isInteractive: false,
    })
  const atHome = Array.from({ length: 20 }, (_, n) =>
    act(START + n * DAY + 19 * HOUR, 'home', {
      session: 'phone',
      client: 'App on Android',
      deviceId: 'p1',
      isInteractive: false,
    }),
  )

  it('with a client that is used nowhere else is another’s, but not at the address of their own phone', () => {
    expect(judge(bound(), atHome, days.map(mail))).toHaveLength(1)
    expect(judge(bound(), atHome, days.map(mail), days.map(phone))).toEqual([])
  })
})

describe('a browser in a data centre while the machine is on a VPN', () => {
  const said = { isInteractive: false } as const
  const program = { ...said, session: 'apps', client: 'Outlook on Windows', deviceId: 'd1' } as const
  const works = act(T + 25 * MINUTE, 'nord', program)
  const away = (minutes: number) =>
    act(T + minutes * MINUTE, 'hetzner', { ...said, session: 'b', client: 'Chrome on Windows' })
  const past = habits().map(each => (each.client === 'Chrome on Windows' ? { ...each, session: 'b' } : each))
  const apps = Array.from({ length: 20 }, (_, n) =>
    act(START + n * DAY + 9 * HOUR, n % 2 ? 'home' : 'office', program),
  )

  it('is at two places at once, if the machine names itself', () => {
    const others = [away(0), away(50)]
    expect(judge(past, apps, [works], others)).toHaveLength(1)
    expect(judge(past, apps, others)).toEqual([])
  })
})

describe('a browser’s session that shows a system it never had', () => {
  const atHome = Array.from({ length: 20 }, (_, n) =>
    act(START + n * DAY + 9 * HOUR, n % 2 ? 'home' : 'office', {
      session: 'tab',
      client: 'Safari on macOS',
      isInteractive: false,
    }),
  )
  const posed = act(START + 5 * DAY + 10 * HOUR, 'home', {
    session: 'tab',
    client: 'Safari on iOS',
    isInteractive: false,
  })
  const away = [
    act(T, 'neighbour', { session: 'tab', client: 'Safari on iOS', isInteractive: false }),
    deed(T + MINUTE, 'neighbour', 'mail-read', { session: 'tab', client: 'Safari on iOS', itemCount: 900 }),
  ]

  it('though a tablet may pose as a computer, is strange where much is read', () => {
    expect(judge(habits(), atHome, away)).toHaveLength(1)
    expect(judge(habits(), atHome, [posed], away)).toEqual([])
    expect(judge(habits(), atHome, away.slice(0, 1))).toEqual([])
  })
})

describe('a phone behind its VPN', () => {
  const app = { session: 'app', client: 'Outlook on iOS', isInteractive: false } as const
  const browser = { client: 'Safari on iOS', session: 'tab', mfa: 'passed' } as const
  const portal = act(T + MINUTE, 'hetzner', {
    ...browser,
    appId: '4765445b-32c6-49b0-83e6-1d93765276ca',
  })
  const days = (from: PlaceName, hour: number, said: Partial<Activity>) =>
    Array.from({ length: 28 }, (_, n) => act(START + n * DAY + hour * HOUR, from, said))
  const withoutPhone = habits().filter(({ client }) => client !== 'Outlook on iOS')

  it('has its browser there as well', () => {
    const atHome = days('home', 19, app)
    expect(judge(withoutPhone, atHome, [portal])).toHaveLength(1)
    expect(judge(withoutPhone, atHome, [portal, act(T, 'hetzner', app)])).toEqual([])
    // Which app it is does not tell whose it is, only the session that was at home.
    expect(
      judge(withoutPhone, atHome, [portal, act(T, 'hetzner', { ...app, session: 'other' })]),
    ).toHaveLength(1)
  })

  it('may be there always, if it is the only one', () => {
    const always = days('hetzner', 20, app)
    const looks = [1, 4].map(day => ({
      ...portal,
      id: `looks ${day}`,
      mfa: null,
      at: START + day * DAY + 21 * HOUR,
    }))
    expect(judge(withoutPhone, always, looks)).toEqual([])
  })

  it('takes back a message as anybody does', () => {
    const erased = [
      act(T, 'hetzner', app),
      deed(T + HOUR, 'hetzner', 'mail-send', { session: 'app', client: app.client }),
      deed(T + HOUR + MINUTE, 'hetzner', 'mail-sent-delete', { session: 'app', client: app.client }),
    ]
    const later = act(T + DAY, 'hetzner', {
      session: 'mail',
      client: 'Outlook on the web',
      isInteractive: false,
    })
    expect(judge(withoutPhone, days('home', 19, app), erased, [later])).toEqual([])
  })
})

describe('a new session of the browser that the person has, in a data centre', () => {
  const anew = { session: 'anew', client: 'Chrome on Windows' } as const
  const taken = [
    act(T, 'nord', anew),
    deed(T + 10 * MINUTE, 'nord', 'file-download', { ...anew, itemCount: 150 }),
  ]
  const inOne = habits().map(each => (each.client === anew.client ? { ...each, session: 'b' } : each))

  it('is another’s where much is taken and the session of that browser goes on', () => {
    expect(judge(inOne, taken)).toHaveLength(1)
    expect(
      judge(
        inOne.filter(({ at }) => at < T),
        taken,
      ),
    ).toEqual([])
  })

  it('is told also where the other session ends in Microsoft’s cloud', () => {
    const mail = deed(T + 2 * DAY, null, 'mail-read', { session: 'b', client: 'Outlook on the web' })
    const [incident] = judge(
      inOne.filter(({ at }) => at < T + DAY),
      taken,
      [mail],
    )
    expect(incident!.why.join()).toContain('while the session that the same browser has goes on at')
  })

  it('may be theirs on another computer', () => {
    expect(judge(inOne, taken.slice(0, 1))).toEqual([])
  })
})

it('a session that is stolen from a machine in Microsoft’s cloud was its owner’s until then', () => {
  const cloud = { session: 'cloud', client: 'Firefox on Windows' } as const
  const works = (at: number) =>
    act(at, 'azure', { ...cloud, deviceId: 'pc', isDeviceKnown: true, isInteractive: false })
  const days = Array.from({ length: 20 }, (_, n) => works(START + n * DAY + 9 * HOUR))
  const stolen = [
    act(T, 'hetzner', { ...cloud, client: 'Chrome on macOS' }),
    deed(T + 20 * MINUTE, 'hetzner', 'inbox-rule-set', { ...cloud, rule: HIDING }),
  ]
  const [incident, ...others] = judge(habits(), days, [works(T - 2 * HOUR), works(T + 2 * HOUR)], stolen)
  expect([incident?.occurredAt, others]).toEqual([T, []])
})
