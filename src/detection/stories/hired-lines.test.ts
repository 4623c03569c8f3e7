// Where people sit: phishing pages on hired lines, browsers from one line to the next, a phone that never comes home, and what
// speaks for the person.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HOUR,
  habits,
  habitsAround,
  inboxRule,
  MINUTE,
  PLACES,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 19 * HOUR

/** Near her: on another line of a provider that Ana uses. */
const near = { ...PLACES.home, address: '81.45.77.3' }

const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)

describe('a program that tries the account where a browser gets in', () => {
  const got = (from: PlaceName): Activity[] => [
    act(T, from, { session: 'x', mfa: 'passed' }),
    deed(T + 10 * MINUTE, from, 'mfa-method-added', { session: 'x' }),
  ]
  const tries = (at: number, said: Partial<Activity> = {}) =>
    act(at, 'neighbour', { client: 'axios', userAgent: 'axios/1.7.9', outcome: 'interrupted', ...said })

  it('is a phishing page’s', () => {
    const [incident, ...others] = judge(habits(), [tries(T - MINUTE)], got('neighbour'))
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.why.join()).toContain('a minute after a program (axios) tried to at the same address')
  })

  it('is nobody’s at another address, hours apart, or by an old mail protocol', () => {
    expect(beginnings(habits(), got('neighbour'))).toEqual([])
    expect(beginnings(habits(), [tries(T - MINUTE)], got('hotel'))).toEqual([])
    expect(beginnings(habits(), [tries(T - 3 * HOUR)], got('neighbour'))).toEqual([])
    expect(beginnings(habits(), [tries(T - MINUTE, { flow: 'legacy' })], got('neighbour'))).toEqual([])
  })

  it('is the person’s who works with such programs', () => {
    const works = act(START + 5 * DAY + 15 * HOUR, 'home', { client: 'axios', userAgent: 'axios/1.7.9' })
    expect(beginnings(habits(), [works], [tries(T - MINUTE)], got('neighbour'))).toEqual([])
  })
})

describe('a browser that the person never used', () => {
  const LINES = [
    PLACES.neighbour,
    { address: '83.44.1.1', place: { ...PLACES.neighbour.place, asn: 6739, network: 'Ono' } },
    { address: '88.6.9.9', place: { ...PLACES.neighbour.place, asn: 57269, network: 'Digi ES' } },
  ]
  const reads = (count: number, client: string): Activity[] => [
    ...LINES.slice(0, count).flatMap((line, n) => [
      act(T + 2 * n * DAY, 'neighbour', { ...line, session: 'x', client }),
      deed(T + 2 * n * DAY + MINUTE, 'neighbour', 'mail-read', { ...line, session: 'x', client: null }),
    ]),
    deed(T + 2 * (count - 1) * DAY + HOUR, 'neighbour', 'mfa-method-added', {
      ...LINES[count - 1]!,
      session: 'x',
      client: null,
    }),
  ]

  it('is another’s that goes from line to line in one session', () => {
    expect(beginnings(habits(), reads(3, 'Firefox on Windows'))).toEqual([T])
  })

  it('may be the person’s on one line and another, or one that they have', () => {
    expect(beginnings(habits(), reads(2, 'Firefox on Windows'))).toEqual([])
    expect(beginnings(habits(), reads(3, 'Chrome on Windows'))).toEqual([])
  })
})

describe('a session that began without the device that its browser always names', () => {
  const machine = { client: 'Edge on Windows', deviceId: 'd1' }
  const bound = habits().map(each => (each.client === 'Chrome on Windows' ? { ...each, ...machine } : each))
  const goesOn = (at: { address: string; place: Activity['place'] }, said: Partial<Activity> = {}) => [
    act(T, 'neighbour', { session: 'x', client: 'Edge on Windows', mfa: 'passed' }),
    ...[2, 4].map(days =>
      deed(T + days * DAY, 'home', 'mail-read', {
        ...at,
        session: 'x',
        client: 'Edge on Windows',
        ...said,
      }),
    ),
    deed(T + 6 * DAY, 'hotel', 'mfa-method-added', { session: 'x', client: 'Edge on Windows' }),
  ]

  it('is no more the person’s at a new address of a provider that they use, and the attack began with it', () => {
    expect(beginnings(bound, goesOn(near))).toEqual([T])
  })

  it('is the person’s once it has been at their own place, or on their machine', () => {
    expect(beginnings(bound, goesOn(PLACES.home))).not.toContain(T)
    expect(beginnings(bound, goesOn(near, { deviceId: 'd1' }))).not.toContain(T)
  })
})

describe('all mail sent on to a private address', () => {
  const at = T - 2 * HOUR
  const forwards = (where: { address: string; place: Activity['place'] }, client: string) => [
    act(at, 'home', { ...where, session: 'x', client }),
    deed(at + MINUTE, 'home', 'mailbox-forwarding-set', {
      ...where,
      session: 'x',
      client,
      rule: inboxRule({ name: null, forwardTo: ['ana.ruiz77@mail.example'], looksFor: [] }),
    }),
  ]

  it('is an attacker’s on another line with a browser that the person never used', () => {
    expect(beginnings(habits(), forwards(near, 'Firefox on Windows'))).toEqual([at])
  })

  it('may be the person’s with what they always use, or at home, and an administrator’s for another', () => {
    expect(beginnings(habits(), forwards(PLACES.neighbour, 'Chrome on Windows'))).toEqual([])
    expect(beginnings(habits(), forwards(near, 'Chrome on Windows'))).toEqual([])
    const another = forwards(near, 'Firefox on Windows').map(each =>
      each.action === 'sign-in' ? each : { ...each, targetUser: 'ben@contoso.com' },
    )
    expect(beginnings(habits(), another)).toEqual([])
    expect(beginnings(habits(), forwards(PLACES.home, 'Firefox on Windows'))).toEqual([])
  })
})

describe('a phone far abroad', () => {
  const LAGOS = {
    address: '102.89.36.174',
    place: { ...PLACES.residential.place, asn: 29465, network: 'MTN', networkKind: 'mobile' as const },
  }
  const day = START + 20 * DAY
  /** While Ana works in Madrid, between nine and five. */
  const reads = (days: number, said: Partial<Activity> = {}): Activity[] => {
    const phone = { ...LAGOS, session: 'p', client: 'Outlook on iOS', ...said }
    return [
      act(day + 8 * HOUR + 30 * MINUTE, 'residential', { ...phone, client: 'Safari on iOS' }),
      ...Array.from({ length: days }, (_, n) =>
        deed(day + n * DAY + 11 * HOUR, 'residential', 'mail-read', phone),
      ),
    ]
  }
  const iphone = act(START + 3 * DAY + 18 * HOUR, 'mobile', {
    session: 'ana@contoso.com-phone',
    client: 'Safari on iOS',
  })

  it('is another’s when it never comes home and its owner works there meanwhile', () => {
    const [incident, ...others] = judge(habits(), [iphone], reads(3))
    expect([incident?.occurredAt, others]).toEqual([day + 8 * HOUR + 30 * MINUTE, []])
    expect(incident!.title).toBe('Account used on a phone at MTN (Nigeria) while its owner worked elsewhere')
  })

  it('may be the owner’s on one day, with the session it has at home, or when it comes home', () => {
    expect(beginnings(habits(), [iphone], reads(1))).toEqual([])
    expect(beginnings(habits(), [iphone], reads(3, { session: 'ana@contoso.com-phone' }))).toEqual([])
    const comesHome = deed(day + 20 * HOUR, 'home', 'mail-read', { session: 'p', client: 'Outlook on iOS' })
    expect(beginnings(habits(), [iphone], reads(3), [comesHome])).toEqual([])
  })

  it('is the owner’s when they have gone there', () => {
    const before = habits().filter(({ at }) => at < day)
    expect(beginnings(before, [iphone], reads(5))).toEqual([])
  })
})

describe('the person’s own laptop at a hotel', () => {
  const laptop = (at: number, from: PlaceName, client: string) =>
    act(at, from, { session: 'machine', deviceId: 'd1', client, isInteractive: false })
  const desk = Array.from({ length: 18 }, (_, day) =>
    ['Teams on Windows', 'Outlook on Windows'].map(client =>
      laptop(START + day * DAY + 9 * HOUR, 'office', client),
    ),
  ).flat()
  const browser: Activity[] = [
    act(T + HOUR, 'hotel', { session: 'b', client: 'Firefox on Windows', mfa: 'passed' }),
    deed(T + 2 * HOUR, 'hotel', 'mfa-method-added', { session: 'b', client: null }),
    deed(T + 2 * HOUR, 'hotel', 'inbox-rule-set', {
      session: 'b',
      client: null,
      rule: inboxRule({ name: 'Old', deletes: true }),
    }),
  ]
  const found = (...there: Activity[]) => {
    const all = [...desk, ...browser, ...there]
    return beginnings(habitsAround(all), all).length
  }

  it('vouches for the place by several programs, also at two addresses of its network', () => {
    const teams = laptop(T, 'hotel', 'Teams on Windows')
    const outlook = laptop(T, 'hotel', 'Outlook on Windows')
    expect(found()).toBe(1)
    expect(found(teams)).toBe(1)
    expect(found(teams, outlook)).toBe(0)
    expect(found(teams, { ...outlook, address: '2a01:cb00:12:7::3' })).toBe(0)
    // On another network it says nothing of this one.
    expect(found(teams, { ...outlook, ...PLACES.farHotel })).toBe(1)
  })
})
