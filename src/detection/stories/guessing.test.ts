// Passwords and second factors that were tried until they gave way, and people who only mistyped.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HOUR,
  habits,
  MINUTE,
  PLACES,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 2 * HOUR
const LINUX = 'Firefox on Linux'

/** Tries before T, and a success at T. */
const tried = (from: PlaceName, times: number, said: Partial<Activity>) => [
  ...Array.from({ length: times }, (_, n) =>
    act(T - (n + 1) * MINUTE, from, { outcome: 'failure', errorCode: 50126, ...said }),
  ),
  act(T, from, said),
]
const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)

describe('a few wrong passwords, and then the right one', () => {
  it('from a rented machine with a client never seen are an attacker’s', () => {
    expect(beginnings(habits(), tried('hetzner', 3, { client: LINUX }))).toEqual([T])
    expect(beginnings(habits(), tried('hetzner', 1, { client: LINUX }))).toEqual([])
  })

  it('with what the person always uses are theirs', () => {
    expect(beginnings(habits(), tried('hetzner', 5, {}))).toEqual([])
    expect(beginnings(habits(), tried('hotel', 5, {}))).toEqual([])
  })

  it('from abroad count, but do not by themselves', () => {
    const added = deed(T + MINUTE, 'residential', 'device-registered', { client: LINUX })
    expect(beginnings(habits(), tried('residential', 3, { client: LINUX }))).toEqual([])
    expect(beginnings(habits(), tried('residential', 0, { client: LINUX }), [added])).toEqual([])
    expect(beginnings(habits(), tried('residential', 3, { client: LINUX }), [added])).toEqual([T])
  })
})

describe('a wrong password now and then, each from another line', () => {
  const wrong = (from: PlaceName, before: number, client: string) =>
    act(T - before, from, { outcome: 'failure', errorCode: 50126, client })
  const comesIn = (client: string) => [
    act(T, 'neighbour', { client, session: 'x' }),
    deed(T + HOUR, 'neighbour', 'mail-send', { client, session: 'x', itemCount: 40 }),
  ]
  const overDays = (client: string, ...places: PlaceName[]) => [
    ...places.map((from, n) => wrong(from, (n + 1) * 20 * HOUR, client)),
    ...comesIn(client),
  ]
  const lines: PlaceName[] = ['hotel', 'neighbour', 'farHotel']

  it('and then the right one with a client never seen is somebody behind other people’s lines', () => {
    const [incident, ...others] = judge(habits(), overDays(LINUX, ...lines))
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.why.join()).toContain(`with ${LINUX}, after wrong passwords with it from 3 places`)
  })

  it('from all over the world it is enough by itself, wherever the right one comes from', () => {
    const from = (n: number, country: string): Partial<Activity> => ({
      address: `60.${n}.1.1`,
      place: { ...PLACES.hotel.place, country, asn: 5000 + n, network: `Provider ${n}` },
    })
    const tries = (countries: string[], client: string) =>
      Array.from({ length: 9 }, (_, n) => ({
        ...wrong('hotel', (n + 1) * 5 * MINUTE, client),
        ...from(n, countries[n % countries.length]!),
      }))
    const gotIn = (client: string) => [act(T, 'proton', { client })]
    const story = (countries: string[], client = LINUX) =>
      beginnings(habits(), tries(countries, client), gotIn(client))
    expect(story(['BR', 'VN', 'UA'])).toEqual([T])
    expect(story(['BR', 'VN'])).toEqual([])
    expect(story(['BR', 'VN', 'UA'], 'Chrome on Windows')).toEqual([])
    const rush = [
      ...tries(['BR', 'VN'], 'Chrome on Windows'),
      ...tries(['UA', 'MX'], 'Chrome on Windows'),
    ].map((each, n) => ({ ...each, address: `61.${n}.1.1` }))
    const reads = deed(T + MINUTE, 'proton', 'mail-search', {
      client: 'Chrome on Windows',
      detail: 'invoice',
    })
    expect(beginnings(habits(), rush, gotIn('Chrome on Windows'), [reads])).toEqual([T])
    expect(beginnings(habits(), rush.slice(0, 9), gotIn('Chrome on Windows'), [reads])).toEqual([])
  })

  it('within a day it is enough by itself', () => {
    const tries = (['hotel', 'farHotel', 'residential'] as const).map((from, n) =>
      wrong(from, (n + 1) * HOUR, LINUX),
    )
    const [comes] = comesIn(LINUX)
    expect(beginnings(habits(), [...tries, comes!])).toEqual([T])
    expect(beginnings(habits(), [...tries.slice(1), comes!])).toEqual([])
    // One provider may hand out several addresses on one day.
    const changing = tries.map((each, n) => ({ ...each, address: `80.${n}.5.5`, place: tries[0]!.place }))
    expect(beginnings(habits(), [...changing, comes!])).toEqual([])
  })

  it.each<[string, Activity[]]>([
    ['with what they always use', overDays('Chrome on Windows', ...lines)],
    ['at two places', overDays(LINUX, 'neighbour', 'hotel', 'neighbour')],
    ['never here', overDays(LINUX, 'hotel', 'farHotel', 'residential')],
  ])('may be the person: %s', (_name, acts) => expect(judge(habits(), acts)).toEqual([]))
})

describe('many wrong passwords from a data centre', () => {
  const forgotten = tried('ovh', 9, { session: 's' })
  const reset = deed(T - 30_000, 'office', 'password-reset', {
    user: 'help@contoso.com',
    targetUser: 'ana@contoso.com',
  })

  it('are guesses, unless it is another password that was right in the end', () => {
    expect(beginnings(habits(), habits('help@contoso.com'), forgotten)).toEqual([T])
    expect(beginnings(habits(), habits('help@contoso.com'), forgotten, [reset])).toEqual([])
    const byThemselves = deed(T - 30_000, 'ovh', 'password-reset', { session: null })
    expect(beginnings(habits(), forgotten, [byThemselves])).toEqual([])
  })
})

describe('a spray that comes from everywhere', () => {
  const program = 'Go-http-client'
  const wrong = (people: number, client: string) =>
    Array.from({ length: people }, (_, n) =>
      act(T - (n + 1) * 5 * MINUTE, 'residential', {
        user: `p${n}@contoso.com`,
        address: `105.${n}.7.7`,
        outcome: 'failure',
        errorCode: 50126,
        client,
      }),
    )
  const opened = (client: string) => act(T, 'neighbour', { session: 's', client })

  it('is known by its program, when one account opens', () => {
    expect(beginnings(habits(), wrong(12, program), [opened(program)])).toEqual([T])
  })

  it('is none by a few, by a browser that everybody has, or by what the person uses', () => {
    expect(beginnings(habits(), wrong(8, program), [opened(program)])).toEqual([])
    expect(beginnings(habits(), wrong(12, 'Chrome on Windows'), [opened('Chrome on Windows')])).toEqual([])
    const uses = [3, 5, 8].map(day => act(START + day * DAY + 9 * HOUR, 'office', { client: program }))
    expect(beginnings(habits(), uses, wrong(12, program), [opened(program)])).toEqual([])
  })

  it('is none where a device code was entered instead of a password', () => {
    const coded = {
      ...opened(program),
      appId: '04b07795-8ddb-461a-bbee-02f9e1bf7b46',
      flow: 'deviceCode',
    } as const
    const why = (...stories: Activity[][]) => judge(habits(), ...stories).flatMap(({ why }) => why)
    expect(why(wrong(12, program), [coded]).join()).not.toContain('were tried and refused')
  })

  it('is none that opened what came with a token', () => {
    const renewed = { ...opened(program), mfa: 'earlier', isInteractive: false } as const
    const why = judge(habits(), wrong(12, program), [renewed]).flatMap(each => each.why)
    expect(why.join()).not.toContain('were tried and refused')
  })

  it('is none by a program of the company’s', () => {
    const colleagues = Array.from({ length: 12 }, (_, n) =>
      act(START + 3 * DAY + n * MINUTE, 'office', { user: `u${n}@contoso.com`, client: program }),
    )
    expect(beginnings(habits(), colleagues, wrong(12, program), [opened(program)])).toEqual([])
  })
})

describe('MFA that is asked for again and again', () => {
  const asked = (times: number, client: string) => [
    ...Array.from({ length: times }, (_, n) =>
      act(T - (n + 1) * 3 * MINUTE, 'neighbour', {
        outcome: 'interrupted',
        errorCode: 50074,
        mfa: 'asked',
        client,
      }),
    ),
    act(T, 'neighbour', { mfa: 'passed', client }),
    deed(T + MINUTE, 'neighbour', 'mfa-method-added', { client }),
  ]

  it('until it is passed was worn through, though no log says that it was refused', () => {
    expect(beginnings(habits(), asked(7, LINUX))).toEqual([T])
  })

  it('is nothing where it was passed soon, or by what the person always uses', () => {
    expect(beginnings(habits(), asked(2, LINUX))).toEqual([])
    expect(beginnings(habits(), asked(7, 'Chrome on Windows'))).toEqual([])
  })
})

describe('MFA requests in vain, and then one that is passed', () => {
  const OWN = 'Chrome on Windows'
  const requests = (from: PlaceName, client: string, ...answers: Activity['mfa'][]) => [
    ...answers.map((mfa, n) =>
      act(T - (n + 1) * 2 * MINUTE, from, { outcome: 'failure', errorCode: 500121, mfa, client }),
    ),
    act(T, from, { mfa: 'passed', client }),
  ]
  const failed: Activity['mfa'][] = Array(5).fill('failed')

  it('are a phone on a bad line, where nobody refused and all else is the person’s', () => {
    expect(beginnings(habits(), requests('neighbour', OWN, ...failed))).toEqual([])
    // The same requests, as the unified audit log tells of them.
    const twice = requests('neighbour', OWN, ...Array(5).fill('refused')).map(
      (activity): Activity => ({ ...activity, log: 'unified' }),
    )
    expect(beginnings(habits(), requests('neighbour', OWN, ...failed), twice)).toEqual([])
  })

  it('are the person’s own, where their own machine asks', () => {
    const machine = (activities: Activity[]) =>
      activities.map(each => (each.client === OWN ? { ...each, deviceId: 'd1' } : each))
    const refused = requests('neighbour', OWN, ...Array(7).fill('refused'))
    expect(beginnings(machine(habits()), machine(refused))).toEqual([])
    expect(beginnings(machine(habits()), refused)).toEqual([T])
  })

  it('are little where they were few, abroad too', () => {
    expect(beginnings(habits(), requests('residential', OWN, 'failed', 'failed', 'refused'))).toEqual([])
    expect(beginnings(habits(), requests('neighbour', OWN, 'failed', 'refused', 'refused'))).toEqual([])
  })

  it.each<[string, Activity[]]>([
    ['one was refused', requests('neighbour', OWN, ...failed, 'refused')],
    ['it is another client', requests('neighbour', LINUX, ...failed)],
    ['it is abroad', requests('residential', OWN, ...failed)],
    ['two of three were refused abroad', requests('residential', OWN, 'failed', 'refused', 'refused')],
    ['there were many', requests('neighbour', OWN, ...failed, ...failed)],
  ])('are an attack where %s', (_name, story) => expect(beginnings(habits(), story)).toEqual([T]))
})

describe('somebody who is abroad at night, and at home by day', () => {
  const nights = (count: number, from: PlaceName, client: string) =>
    Array.from({ length: count }, (_, n) => act(T + n * DAY, from, { session: 'n', client }))

  it('is two people, when it happens again', () => {
    expect(beginnings(habits(), nights(2, 'residential', LINUX))).toEqual([T])
    expect(beginnings(habits(), nights(1, 'residential', LINUX))).toEqual([])
  })

  it('is one with a phone of odd ways, or with what they use at home', () => {
    expect(beginnings(habits(), nights(2, 'residential', 'Chrome on Android'))).toEqual([])
    expect(beginnings(habits(), nights(2, 'hotel', 'Chrome on Windows'))).toEqual([])
  })

  it('is away when nobody is at home meanwhile', () => {
    const away = habits().filter(({ at }) => at < T - DAY || at > T + 3 * DAY)
    expect(beginnings(away, nights(2, 'residential', LINUX))).toEqual([])
  })
})

describe('an old protocol that the person’s own program speaks', () => {
  const imap = { client: 'IMAP', flow: 'legacy', isInteractive: false } as const
  const program = Array.from({ length: 30 }, (_, day) => act(START + day * DAY + 9 * HOUR, 'home', imap))
  const NOON = START + 20 * DAY + 11 * HOUR
  const fetched = (from: PlaceName) => [act(NOON, from, imap), act(NOON + HOUR, from, imap)]

  it('is another’s abroad, while the owner works at home', () => {
    expect(beginnings(habits(), program, fetched('residential'))).toEqual([NOON])
  })

  it('is the person’s on a journey, or at a new place in their country', () => {
    const away = habits().filter(({ at }) => at < NOON - DAY || at > NOON + DAY)
    expect(beginnings(away, program, fetched('residential'))).toEqual([])
    expect(beginnings(habits(), program, fetched('neighbour'))).toEqual([])
  })
})

describe('a session that comes up on another system', () => {
  const session = 'ana@contoso.com-20'
  const mobileAbroad = { ...act(T, 'mobile').place!, country: 'NG', city: 'Lagos', asn: 29465 }
  const moved = (said: Partial<Activity>) => [
    act(T + 11 * HOUR, 'mobile', { session, client: LINUX, isInteractive: false, ...said }),
  ]

  it('abroad is stolen, on a mobile network too', () => {
    expect(beginnings(habits(), moved({ address: '197.210.5.5', place: mobileAbroad }))).toEqual([
      T + 11 * HOUR,
    ])
  })
})

it('who does nothing but chat is not an account of the company', () => {
  const attack = tried('hetzner', 9, { client: LINUX })
  const chats = (user: string) => [
    deed(T + HOUR, 'hetzner', 'message-send', { user, itemCount: 40, client: LINUX }),
  ]
  const users = (...stories: Activity[][]) => judge(habits(), attack, ...stories).map(({ user }) => user)
  expect(users(chats('help@outside.example'))).toEqual(['ana@contoso.com'])
  expect(users(habits('ben@contoso.com'), chats('ben@contoso.com'))).toEqual([
    'ana@contoso.com',
    'ben@contoso.com',
  ])
})

describe('a browser that calls itself what few do', () => {
  const agent = (version: number) => `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/${version}.0.0.0`
  /** From another line and country each time. */
  const guesses = (people: number, userAgent: string) =>
    Array.from({ length: people }, (_, n) =>
      act(T - (n + 1) * MINUTE, 'hotel', {
        user: `c${n}@contoso.com`,
        userAgent,
        outcome: 'failure',
        errorCode: 50126,
        address: `60.${n}.1.1`,
        place: { ...PLACES.hotel.place, asn: 5000 + n, network: `Provider ${n}` },
      }),
    )
  const opened = (userAgent: string) => [act(T, 'neighbour', { session: 'x', userAgent })]

  it('and was refused for many is the guesser’s, wherever it gets in', () => {
    const [incident, ...others] = judge(habits(), guesses(12, agent(103)), opened(agent(103)))
    expect([incident?.user, incident?.occurredAt, others]).toEqual(['ana@contoso.com', T, []])
    expect(incident!.why.join()).toContain(
      'with the very Chrome on Windows by which within a day passwords of 12 accounts were tried and refused',
    )
  })

  it('is the person’s when it is another, when few were refused, and when many have it', () => {
    expect(beginnings(habits(), guesses(12, agent(103)), opened(agent(140)))).toEqual([])
    expect(beginnings(habits(), guesses(8, agent(103)), opened(agent(103)))).toEqual([])
    const others = (count: number, refused: number) =>
      beginnings(
        habits(),
        Array.from({ length: count }, (_, n) =>
          act(T - 3 * DAY, 'office', { user: `d${n}@contoso.com`, userAgent: agent(103) }),
        ),
        guesses(refused, agent(103)),
        opened(agent(103)),
      )
    expect(others(2, 12)).toEqual([T])
    expect(others(3, 12)).toEqual([])
    expect(others(4, 20)).toEqual([T])
    expect(others(5, 40)).toEqual([])
  })
})
