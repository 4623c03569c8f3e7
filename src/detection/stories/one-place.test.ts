// One person is in one place: what is done elsewhere between two things that the owner did is another's.
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

/** A day at the office: mail is sent from there at ten, and a file fetched at noon. */
const OFFICE_DAY = START + 20 * DAY
const T = OFFICE_DAY + 10 * HOUR + 20 * MINUTE
const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)

/** Whose computer has always named itself. */
const managed = () =>
  habits().map(each => (each.client === 'Chrome on Windows' ? { ...each, deviceId: 'd1' } : each))
const sent = (at: number, from: PlaceName) =>
  deed(at, from, 'mail-send', { session: 'ana@contoso.com-20', deviceId: 'd1' })

describe('another computer on a line nearby', () => {
  const reader = (from: PlaceName = 'neighbour', at = T) => [
    act(at, from, { session: 'x', mfa: 'passed' }),
    deed(at + MINUTE, from, 'mail-read', { session: 'x', itemCount: 12 }),
  ]
  const meanwhile = [sent(T + 30 * MINUTE, 'office')]

  it('without the device that was always named, while the owner is at work, is a thief’s', () => {
    const [incident, ...others] = judge(managed(), meanwhile, reader())
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.evidence.map(({ signal }) => signal)).toContain('owner-at-work-elsewhere')
    expect(incident!.title).toBe('Account used from Jazztel (Spain) while its owner worked elsewhere')
  })

  it('is a thief’s also where the log of what was done tells no session', () => {
    const [signIn, read] = reader()
    const before = { ...signIn!, at: T - 3 * HOUR, isInteractive: false }
    expect(beginnings(managed(), meanwhile, [before, { ...read!, session: null }])).toEqual([T - 3 * HOUR])
    expect(beginnings(managed(), meanwhile, [before])).toEqual([])
  })

  it('may be the owner’s before or after work, or with what they always use', () => {
    expect(beginnings(managed(), meanwhile, reader('neighbour', OFFICE_DAY + 19 * HOUR))).toEqual([])
    expect(beginnings(habits(), meanwhile, reader())).toEqual([])
  })

  it('may be used on the way from one place of the owner’s to another', () => {
    const way = [sent(T - 10 * MINUTE, 'home'), sent(T + 30 * MINUTE, 'office')]
    const day = managed().filter(({ at }) => at < OFFICE_DAY || at > OFFICE_DAY + 12 * HOUR)
    expect(beginnings(day, way, reader())).toEqual([])
  })

  it('that signs in by itself is one that was left on', () => {
    const leftOn = [0, 10, 25].map(minutes =>
      act(T + minutes * MINUTE, 'neighbour', { session: 'x', isInteractive: false }),
    )
    expect(beginnings(managed(), meanwhile, leftOn)).toEqual([])
  })

  it('says nothing of an account that several people use', () => {
    const others = [12, 14, 16].flatMap(day => {
      const at = START + day * DAY + 10 * HOUR
      return [
        deed(at + 5 * MINUTE, 'home', 'mail-send', { session: 'second', deviceId: 'd2' }),
        deed(at + 10 * MINUTE, 'office', 'mail-send', { session: 'first', deviceId: 'd1' }),
      ]
    })
    expect(beginnings(managed(), others, meanwhile, reader())).toEqual([])
  })
})

describe('a session without the device that its client has always named', () => {
  const lines = ['77.230.3.9', '77.231.40.2', '77.235.6.80']
  const wandering = (count: number) =>
    lines.slice(0, count).map((address, day) =>
      act(OFFICE_DAY + (day * 24 + 20) * HOUR, 'neighbour', {
        address,
        session: 'x',
        isInteractive: day === 0,
      }),
    )

  it('on one new line after another is a thief’s', () => {
    expect(beginnings(managed(), wandering(3))).toEqual([OFFICE_DAY + 20 * HOUR])
  })

  it('may be a new machine of the owner’s on one or two', () => {
    expect(beginnings(managed(), wandering(2))).toEqual([])
    expect(
      beginnings(
        managed(),
        wandering(3).map(each => ({ ...each, address: lines[0]! })),
      ),
    ).toEqual([])
  })
})

describe('a phone that the person never had, abroad', () => {
  const NIGHT = OFFICE_DAY + 2 * HOUR
  const abroad = (client: string) => [
    act(NIGHT, 'farHotel', { session: 'x', client, mfa: 'none' }),
    deed(NIGHT + MINUTE, 'farHotel', 'mail-read', { session: 'x', itemCount: 9 }),
  ]
  /** What their own phone does by itself on their line at home, before and after. */
  const ownPhone = [NIGHT - 3 * HOUR, NIGHT + 4 * HOUR].map(at =>
    act(at, 'home', { session: 'ana@contoso.com-phone', client: 'Outlook on iOS', isInteractive: false }),
  )
  const without = habits().filter(({ at }) => Math.abs(at - NIGHT) > 14 * HOUR)
  /** A provider's mobile addresses that nobody can tell from its lines. */
  const onLine = { address: '81.47.80.9', place: PLACES.home.place }

  it('is a thief’s while their own stays at home', () => {
    const [incident, ...others] = judge(without, ownPhone, abroad('Chrome on Android'))
    expect([incident?.occurredAt, others]).toEqual([NIGHT, []])
    expect(incident!.evidence.map(({ signal }) => signal)).toContain('two-places-at-once')
  })

  it('may be a new one on a journey, and a known one may be on a journey while another stays at home', () => {
    expect(beginnings(without, abroad('Chrome on Android'))).toEqual([])
    expect(beginnings(without, ownPhone, abroad('Chrome on Windows'))).toEqual([])
    const roaming = ownPhone.map(each => ({ ...each, address: '81.47.80.9' }))
    const before = without.map(each => (each.client === 'Outlook on iOS' ? { ...each, ...onLine } : each))
    expect(beginnings(before, roaming, abroad('Chrome on Android'))).toEqual([])
  })
})

describe('a phone’s browser at home, while the owner is abroad for days', () => {
  const NOON = OFFICE_DAY + 7 * DAY + 4 * HOUR
  const without = habits().filter(({ at }) => at < OFFICE_DAY - 12 * HOUR)
  const journey = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(day =>
    [0, 6].map(hours =>
      act(OFFICE_DAY + day * DAY + hours * HOUR, 'farHotel', {
        session: 'ana@contoso.com-19',
        mfa: 'earlier',
      }),
    ),
  )
  const comesOut = (client: string) => [
    act(NOON, 'home', { address: '81.40.77.3', session: 'x', client, mfa: 'passed' }),
  ]

  it('is theirs, whose card comes out there', () => {
    expect(beginnings(without, journey, comesOut('Safari on iOS'))).toEqual([])
  })

  it('is theirs, wherever their phone’s provider lets it out', () => {
    const foreign = { ...PLACES.mobile.place, country: 'FR', latitude: 48.9, longitude: 2.4 }
    const out = { session: 'x', client: 'Safari on iOS', address: '95.60.200.9', place: foreign }
    const atWork = [2, 4].map(hours => act(T + hours * HOUR, 'office', { session: 'ana@contoso.com-20' }))
    expect(beginnings(habits(), atWork, [act(T + 3 * HOUR, 'mobile', out)])).toEqual([])
    const others = { ...out, place: { ...foreign, asn: 3215 } }
    expect(beginnings(habits(), atWork, [act(T + 3 * HOUR, 'mobile', others)])).toEqual([T + 3 * HOUR])
  })

  it('is another’s on a system that they never had', () => {
    expect(beginnings(without, journey, comesOut('Chrome on Android'))).toEqual([NOON])
  })
})

describe('where logs tell neither session nor device, the kind of browser that the person has, abroad', () => {
  const NOON = OFFICE_DAY + 12 * HOUR
  const without = habits()
    .filter(({ at }) => Math.abs(at - NOON) > 8 * HOUR)
    .map(each => ({ ...each, session: null }))
  const abroad = [act(NOON, 'farHotel'), act(NOON + 30 * MINUTE, 'farHotel', { isInteractive: false })]
  const phone = (from: PlaceName) =>
    [NOON - HOUR, NOON + 2 * HOUR].map(at =>
      act(at, from, { client: 'Outlook on iOS', isInteractive: false }),
    )
  const byHand = act(NOON - 2 * HOUR, 'office')
  const beginningsOf = (...stories: Activity[][]) => beginnings(without, ...stories)

  it('is a thief’s between two acts of their phone at the office, at which they had just been', () => {
    expect(beginningsOf(phone('office'), [byHand], abroad)).toEqual([NOON])
  })

  it('may be theirs while the phone stays at home, and on their company’s VPN', () => {
    expect(beginningsOf(phone('office'), abroad)).toEqual([])
    expect(beginningsOf([byHand], abroad)).toEqual([])
    expect(beginningsOf(phone('mobile'), [byHand], abroad)).toEqual([])
  })

  it('may be theirs on a VPN', () => {
    const vpn = abroad.map(each => ({ ...each, ...PLACES.nord }))
    expect(beginningsOf(phone('office'), [byHand], vpn)).toEqual([])
  })
})

describe('new countries far from each other within days', () => {
  const NIGHT = OFFICE_DAY + 20 * HOUR
  const tour = (said: Partial<Activity>, apart = 20 * HOUR) =>
    (['residential', 'farHotel', 'hotel'] as const).map((from, n) =>
      act(NIGHT + n * apart, from, { session: `t${n}`, client: 'Firefox on Linux', ...said }),
    )
  const gone = habits().filter(({ at }) => at < NIGHT - 4 * HOUR || at > NIGHT + 20 * DAY)

  it('are nobody’s way', () => {
    const [incident, ...others] = judge(gone, tour({}))
    expect([incident?.occurredAt, others]).toEqual([NIGHT, []])
    expect(incident!.evidence.map(({ signal }) => signal)).toContain('many-countries-at-once')
  })

  it('may be a journey with time for it, or where a phone’s card and the owner’s VPN come out', () => {
    expect(beginnings(gone, tour({}, 4 * DAY))).toEqual([])
    expect(beginnings(gone, tour({ client: 'Chrome on Android' }))).toEqual([])
    expect(beginnings(gone, tour({ session: 'ana@contoso.com-20', client: 'Chrome on Windows' }))).toEqual([])
    expect(beginnings(gone, tour({ deviceId: 'd', isDeviceKnown: true }))).toEqual([])
  })
})

describe('the owner’s session on one line after another', () => {
  /** Signed in by hand in the middle of days at the desk. */
  const lines = (places: PlaceName[], said: Partial<Activity> = {}) =>
    places.map((from, n) =>
      act(T + n * 21 * HOUR, from, { session: 'ana@contoso.com-20', mfa: 'earlier', ...said }),
    )
  /** The desk is left on: what it does by itself is in the same session. */
  const desk = [0, 1, 2].flatMap(n => [
    act(T + n * 21 * HOUR - 30 * MINUTE, 'office', { session: `desk-${n}` }),
    act(T + n * 21 * HOUR + 40 * MINUTE, 'office', { session: `desk-${n}` }),
  ])

  it('too far from where they work is hired by a thief', () => {
    const [incident, ...others] = judge(habits(), desk, lines(['residential', 'farHotel', 'hotel']))
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.title).toBe('Stolen session used from Airtel NG (Nigeria)')
  })

  it('in two countries where they have never been, sooner than anybody gets there, is a thief’s', () => {
    // The browser that has the session, at home and abroad by turns.
    const browser = (places: PlaceName[], hoursAfter: number, said: Partial<Activity> = {}) =>
      places.flatMap((from, n) => {
        const at = T + n * 3 * DAY
        const own = { session: 'ana@contoso.com-20', isInteractive: false, mfa: 'earlier' as const, ...said }
        return [act(at - hoursAfter * HOUR, 'office', own), act(at, from, own)]
      })
    expect(beginnings(habits(), browser(['residential', 'farHotel'], 1))).toEqual([T])
    expect(beginnings(habits(), browser(['residential', 'residential'], 1))).toEqual([])
    expect(beginnings(habits(), browser(['residential', 'farHotel'], 15))).toEqual([])
    expect(beginnings(habits(), browser(['nord', 'm247'], 1))).toEqual([])
    expect(beginnings(managed(), browser(['residential', 'farHotel'], 1, { deviceId: 'd1' }))).toEqual([])
  })

  it('may be misplaced once, or be where they have gone with their machine', () => {
    expect(beginnings(habits(), desk, lines(['residential', 'residential']))).toEqual([])
    const said = { deviceId: 'd1' }
    expect(beginnings(managed(), desk, lines(['residential', 'farHotel', 'hotel'], said))).toEqual([])
  })
})

describe('by turns here with the device and abroad without it, in the first days of a log that tells no sessions', () => {
  const at = (hours: number, from: PlaceName, deviceId: string | null) =>
    act(START + hours * HOUR, from, { client: 'Edge on Windows', deviceId })
  const before = [at(8, 'office', 'd1'), at(32, 'office', 'd1')]

  it('is two people', () => {
    const there = START + 51 * HOUR
    const turns = [at(51, 'farHotel', null), at(54, 'home', 'd1'), at(57, 'farHotel', null)]
    expect(beginnings(before, turns)).toEqual([there])
    const others = [at(50, 'home', 'd1'), at(53, 'farHotel', null), at(56, 'home', 'd1')]
    expect(beginnings(before, others)).toEqual([START + 53 * HOUR])
  })

  it('may be one who has the time to travel, or takes the device along', () => {
    expect(
      beginnings(before, [at(51, 'farHotel', null), at(75, 'home', 'd1'), at(99, 'farHotel', null)]),
    ).toEqual([])
    expect(
      beginnings(before, [at(51, 'farHotel', 'd1'), at(54, 'home', 'd1'), at(57, 'farHotel', 'd1')]),
    ).toEqual([])
  })
})

describe('far abroad between two acts at home', () => {
  const far = (at: number) => [act(at, 'farHotel', { session: 'x', client: 'Firefox on Linux' })]
  /** Ana works until five on one day, and from eight on the next: fifteen hours, and Tokyo is eleven away. */
  const evening = OFFICE_DAY + 19 * HOUR
  const worked = [
    deed(OFFICE_DAY + 18 * HOUR, 'office', 'mail-send', { session: 'ana@contoso.com-20' }),
    deed(evening + 13 * HOUR, 'home', 'mail-send', { session: 'ana@contoso.com-21' }),
  ]

  it('is nobody who could have come there and be back, though one way could be flown', () => {
    expect(beginnings(habits(), worked, far(evening))).toEqual([evening])
  })

  it('may be the owner, who has a day for it', () => {
    const gone = habits().filter(({ at }) => at < OFFICE_DAY || at > OFFICE_DAY + 3 * DAY)
    expect(beginnings(gone, far(OFFICE_DAY + DAY))).toEqual([])
  })

  it('may be the owner’s phone with a browser that is new, while their computer comes out at the office', () => {
    const phone = (...clients: string[]) =>
      clients.map((client, n) =>
        act(evening + n * MINUTE, 'farHotel', { session: 'ana@contoso.com-phone', client, mfa: 'earlier' }),
      )
    expect(beginnings(habits(), worked, phone('Outlook on iOS', 'Chrome on iOS'))).toEqual([])
    expect(beginnings(habits(), worked, phone('Chrome on Android'))).toEqual([evening])
  })
})

describe('a stranger far abroad, before and after whom nobody was seen for days', () => {
  const COMES = T - 4 * HOUR
  const said = { session: 'x', client: 'Firefox on Linux' }
  const entry = [act(COMES, 'residential', { ...said, mfa: 'passed' })]
  const goesOn = act(T + 2 * HOUR, 'residential', { ...said, isInteractive: false })
  const away = habits().filter(({ at }) => Math.abs(at - T) > 3 * DAY)
  const atWork = [sent(T, 'office')]

  it('is not the owner, who is at work before they could have come, while the machine abroad goes on', () => {
    const [incident, ...others] = judge(away, atWork, entry, [goesOn])
    expect([incident?.occurredAt, others]).toEqual([COMES, []])
    expect(incident!.evidence.map(({ signal }) => signal)).toContain('two-places-at-once')
    expect(incident!.why.join('\n')).toContain('4 hours before the owner worked at Vodafone ES (Spain)')
  })

  it('may be the owner, if nobody is at work elsewhere too soon', () => {
    expect(beginnings(away, entry, [goesOn])).toEqual([])
    expect(beginnings(away, [sent(T + 20 * HOUR, 'office')], entry, [goesOn])).toEqual([])
  })

  it('counts for less where nothing is told of the machine after it, and is looked at with what is done', () => {
    expect(beginnings(away, atWork, entry)).toEqual([])
    for (const action of ['mail-send', 'device-registered'] as const) {
      const done = deed(COMES + HOUR, 'residential', action, { ...said, itemCount: 30 })
      expect(beginnings(away, entry, [done]), action).toEqual([])
      expect(beginnings(away, atWork, entry, [done]), action).toEqual([COMES])
    }
  })
})

describe('a phone and a computer that the person never had, at one place far abroad', () => {
  const byItself = { isInteractive: false } as const
  const strange = [
    act(T, 'residential', { session: 'x', client: 'Firefox on Linux', mfa: 'passed' }),
    act(T + 10 * MINUTE, 'residential', { session: 'y', client: 'Outlook on Android', mfa: 'passed' }),
    act(T + 5 * HOUR, 'residential', { session: 'y', client: 'Outlook on Android', ...byItself }),
  ]
  const away = habits().filter(({ at }) => Math.abs(at - T) > 3 * DAY)
  const computer = [1, 3].map(hours => act(T + hours * HOUR, 'office', { session: 'desk', ...byItself }))
  const phone = [
    act(T + 2 * HOUR, 'mobile', { session: 'ana@contoso.com-phone', client: 'Outlook on iOS', ...byItself }),
  ]

  it('are another’s, while both of theirs are at home', () => {
    const [incident, ...others] = judge(away, computer, phone, strange)
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.why.join('\n')).toContain(
      'while the owner’s phone and computer were at Vodafone ES (Spain)',
    )
  })

  it('may be new ones on a journey, with one of the others left at home', () => {
    expect(beginnings(away, computer, strange)).toEqual([])
    expect(beginnings(away, phone, strange)).toEqual([])
    expect(beginnings(away, computer, phone, strange.slice(0, 1))).toEqual([])
    expect(beginnings(away, computer, phone, strange.slice(1))).toEqual([])
  })

  it('may be theirs, where a machine of theirs is as well, and where nobody signed in by hand', () => {
    const own = act(T + HOUR, 'residential', { deviceId: 'd1', session: 'desk', ...byItself })
    expect(beginnings(managed(), [own], computer, phone, strange.slice(2))).toEqual([])
    expect(
      beginnings(
        away,
        computer,
        phone,
        strange.map(each => ({ ...each, ...byItself })),
      ),
    ).toEqual([])
  })

  it('in a data centre may be servers of theirs', () => {
    const hired = strange.map(each => ({ ...each, ...PLACES.aws }))
    expect(
      judge(away, computer, phone, hired)
        .flatMap(({ why }) => why)
        .join(),
    ).not.toContain('were at Vodafone')
  })
})
