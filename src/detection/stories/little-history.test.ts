// Logs of a day or of hours, of one kind only, or that leave half of it out: what can still be said, and what must not be.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { createDetector } from '../detector.ts'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  habits,
  inboxRule,
  MINUTE,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'

const T = START + 3 * DAY + 11 * HOUR
/** After ten days of habits. */
const LATER = START + 11 * DAY + 11 * HOUR
const OFFICE_PORTAL = '4765445b-32c6-49b0-83e6-1d93765276ca'
const THEIRS = { session: 'x', client: 'Firefox on Linux' }
const FORWARDS = inboxRule({ forwardTo: ['a@evil.example'] })

const beginnings = (activities: Activity[]) => {
  const detector = createDetector()
  detector.take(activities)
  return detector.conclude().map(({ occurredAt }) => occurredAt)
}

/** The same from an address of which nothing is known. */
const from = (address: string, activities: Activity[]) =>
  activities.map(activity => ({ ...activity, address, place: null }))

const countries = (activities: Activity[]) => {
  const detector = createDetector()
  detector.take(activities)
  return [
    ...new Set(detector.people().flatMap(({ traces }) => traces.map(({ origin }) => origin?.country))),
  ].sort()
}

const refused = (count: number, from: PlaceName, said: Partial<Activity>) =>
  Array.from({ length: count }, (_, n) =>
    act(T - (n + 1) * 3 * MINUTE, from, { outcome: 'failure', errorCode: 50126, ...said }),
  )
const sprayed = (from: PlaceName) =>
  Array.from({ length: 12 }, (_, n) => refused(1, from, { user: `u${n}@contoso.com` })).flat()
const signInsOf = (activities: Activity[]) => activities.filter(({ action }) => action === 'sign-in')
const phished = (at: number, said: Partial<Activity> = {}) =>
  act(at, 'hetzner', { session: 'x', mfa: 'passed', appId: OFFICE_PORTAL, ...said })

describe('found', () => {
  it.each<[string, number, Activity[]]>([
    [
      'a phished session, by sign-ins alone, after three days',
      T,
      [
        ...signInsOf(habits('ana@contoso.com', 3)),
        phished(T),
        act(T + 20 * MINUTE, 'm247', { ...THEIRS, session: 'x' }),
      ],
    ],
    [
      'a phished session, with nothing before it',
      T,
      [phished(T), act(T + 20 * MINUTE, 'residential', THEIRS)],
    ],
    [
      'MFA passed for the portal from a data centre on a system that is not the person’s',
      START + 20 * DAY,
      [...signInsOf(habits()), phished(START + 20 * DAY, { client: 'Chrome on Linux' })],
    ],
    [
      'a device code redeemed in a data centre',
      T,
      [
        act(T, 'hetzner', { flow: 'deviceCode', session: 'x' }),
        deed(T + MINUTE, 'hetzner', 'mail-read', { session: 'x', itemCount: 300 }),
      ],
    ],
    [
      'the same in a short log, of most days of which the session tells how it was let in',
      T,
      [
        ...habits('ana@contoso.com', 12),
        ...[0, 1, 2, 3].map(days =>
          act(T + days * DAY, 'hetzner', {
            flow: 'deviceCode',
            session: 'x',
            client: 'Chrome on Windows',
            isInteractive: days === 0,
          }),
        ),
      ],
    ],
    [
      'a rule that hides, then mail to many, from anywhere',
      T,
      [
        act(T, 'residential', THEIRS),
        deed(T + MINUTE, 'residential', 'inbox-rule-set', { ...THEIRS, rule: HIDING }),
        deed(T + HOUR, 'residential', 'mail-send', { ...THEIRS, itemCount: 60 }),
      ],
    ],
    [
      'forwarding, in logs that name neither client nor session',
      LATER,
      [
        ...habits('ana@contoso.com', 10),
        act(LATER, 'hetzner'),
        deed(LATER + HOUR, 'hetzner', 'mailbox-forwarding-set', { rule: FORWARDS }),
      ].map(each => ({ ...each, client: null, session: null })),
    ],
    [
      'a rule that hides and mail to many, where nobody knows where addresses are',
      LATER,
      [
        ...habits('ana@contoso.com', 10),
        act(LATER, 'hetzner', THEIRS),
        deed(LATER + HOUR, 'hetzner', 'inbox-rule-set', { ...THEIRS, rule: HIDING }),
        deed(LATER + HOUR, 'hetzner', 'mail-send', { ...THEIRS, itemCount: 60 }),
      ].map(each => ({ ...each, place: null })),
    ],
    [
      'a rule that hides, an hour after the owner was on another continent',
      T,
      [
        act(T - 3 * HOUR, 'home'),
        act(T - HOUR, 'home'),
        act(T, 'residential', THEIRS),
        deed(T + HOUR, 'residential', 'inbox-rule-set', { ...THEIRS, rule: HIDING }),
      ],
    ],
    [
      'a spray that opens an account, from a data centre',
      T,
      [...sprayed('hetzner'), act(T, 'hetzner', { user: 'u3@contoso.com' })],
    ],
    [
      'a spray that opens an account, from somebody’s line',
      T,
      [...sprayed('residential'), act(T, 'residential', { user: 'u3@contoso.com' })],
    ],
    [
      'MFA requests until one is approved',
      T,
      [
        ...refused(9, 'residential', { errorCode: 500121, mfa: 'refused' }),
        act(T, 'residential', { mfa: 'passed', session: 'x' }),
      ],
    ],
    [
      'guessing by a program that ends in success',
      T,
      [
        ...refused(30, 'hetzner', { client: 'BAV2ROPC', flow: 'ropc' }),
        act(T, 'hetzner', { client: 'BAV2ROPC', flow: 'ropc' }),
      ],
    ],
    [
      'an application let in, that reads mail from a data centre',
      T,
      [
        deed(T, 'home', 'consent-granted', { target: 'Viewer', targetId: 'a1', detail: 'Mail.Read' }),
        deed(T + HOUR, 'hetzner', 'mail-read', {
          ...{ appId: 'a1', appName: 'Viewer', itemCount: 120 },
          ...{ client: 'python-requests', session: 'z' },
        }),
      ],
    ],
    [
      'forwarding set from a data centre',
      T,
      [
        act(T, 'hetzner', THEIRS),
        deed(T + MINUTE, 'hetzner', 'mailbox-forwarding-set', { ...THEIRS, rule: FORWARDS }),
      ],
    ],
    [
      'an administrator’s account on a VPN: secrets, roles, auditing off',
      T,
      [
        act(T, 'm247', THEIRS),
        ...(['app-credential-added', 'role-assigned', 'mailbox-audit-off'] as const).map((action, n) =>
          deed(T + n * MINUTE, 'm247', action, THEIRS),
        ),
      ],
    ],
    [
      'a session stolen on the third of four days: from the theft on, not from the owner’s sign-in',
      START + 2 * DAY + 11 * HOUR,
      [
        ...habits('ana@contoso.com', 4),
        act(START + 2 * DAY + 11 * HOUR, 'hetzner', {
          session: 'ana@contoso.com-2',
          client: 'Firefox on Linux',
          isInteractive: false,
        }),
      ],
    ],
    [
      'the attacker who comes back after the password was reset, as the same attack',
      START + 20 * DAY,
      [
        ...habits(),
        act(START + 20 * DAY, 'hetzner', THEIRS),
        deed(START + 20 * DAY + HOUR, 'hetzner', 'inbox-rule-set', { ...THEIRS, rule: HIDING }),
        deed(START + 21 * DAY, 'office', 'password-reset'),
        act(START + 23 * DAY, 'ovh', { ...THEIRS, session: 'y' }),
        deed(START + 23 * DAY + HOUR, 'ovh', 'mail-send', { ...THEIRS, session: 'y', itemCount: 90 }),
      ],
    ],
  ])('%s', (_, occurredAt, activities) => {
    expect(beginnings(activities)).toEqual([occurredAt])
  })
})

describe('left alone', () => {
  it.each<[string, Activity[]]>([
    ['guesses that all failed', refused(30, 'hetzner', {})],
    ['a spray that opened nothing', sprayed('hetzner')],
    [
      'an office at which many work and some mistype',
      [
        ...sprayed('office').slice(0, 6),
        ...Array.from({ length: 40 }, (_, n) =>
          act(T + n * MINUTE, 'office', { user: `u${n}@contoso.com`, mfa: 'passed', session: `o${n}` }),
        ),
      ],
    ],
    [
      'a sign-in that a policy refused',
      [
        ...habits(),
        act(START + 20 * DAY, 'hetzner', {
          outcome: 'failure',
          errorCode: 53003,
          client: 'python-requests',
        }),
      ],
    ],
    [
      'a first day on a VPN',
      [
        act(T, 'm247', { mfa: 'passed', appId: OFFICE_PORTAL, session: 's' }),
        deed(T + MINUTE, 'm247', 'mail-read', { session: 's', itemCount: 40 }),
        deed(T + HOUR, 'm247', 'mail-send', { session: 's', itemCount: 5 }),
        act(T + 5 * HOUR, 'home', { session: 's' }),
      ],
    ],
    [
      'a hotel after two days',
      [
        ...habits('ana@contoso.com', 2),
        act(T, 'hotel', { session: 'h' }),
        deed(T + HOUR, 'hotel', 'mail-read', { session: 'h', itemCount: 80 }),
      ],
    ],
    [
      'a first day at work, weeks after a program began to read the mailbox',
      [
        ...Array.from({ length: 20 }, (_, day) =>
          deed(T - (20 - day) * DAY, 'azure', 'mail-read', { client: 'REST' }),
        ),
        act(T, 'home', { session: 's', client: 'Outlook on iOS' }),
        act(T + HOUR, 'office', { session: 't', mfa: 'passed' }),
        deed(T + HOUR + MINUTE, 'office', 'password-changed', { session: 't' }),
        deed(T + HOUR + 5 * MINUTE, 'office', 'mfa-method-added', { session: 't' }),
        deed(T + HOUR + 9 * MINUTE, 'office', 'device-registered', { session: 't' }),
      ],
    ],
    [
      'an administrator’s first day',
      [
        act(T, 'home', { session: 'a' }),
        ...(
          [
            'role-assigned',
            'user-created',
            'policy-changed',
            'app-credential-added',
            'mailbox-access-granted',
          ] as const
        ).map((action, n) =>
          deed(T + n * MINUTE, 'home', action, { session: 'a', targetUser: 'z@contoso.com' }),
        ),
      ],
    ],
    [
      'a program’s first day',
      [
        act(T, 'hetzner', { client: 'python-requests', isInteractive: false }),
        deed(T + MINUTE, 'hetzner', 'mail-read', { client: 'python-requests', itemCount: 200 }),
      ],
    ],
    [
      'a newsletter',
      [
        act(T, 'home', { session: 's' }),
        deed(T + MINUTE, 'home', 'mail-send', { session: 's', itemCount: 150 }),
      ],
    ],
    [
      'a bad line during MFA',
      [...refused(4, 'home', { errorCode: 500121, mfa: 'refused' }), act(T, 'home', { mfa: 'passed' })],
    ],
    [
      'a forgotten password',
      [
        ...refused(5, 'home', {}),
        act(T, 'home', { mfa: 'passed' }),
        deed(T + MINUTE, 'home', 'password-reset'),
      ],
    ],
  ])('%s', (_, activities) => {
    expect(beginnings(activities)).toEqual([])
  })
})

describe('a short look-back that begins with the attack', () => {
  const days = habits('ana@contoso.com', 14)
  const began = START + 2 * DAY + 11 * HOUR
  /** Three days in a row: more than a fifth of all. */
  const visits = (from: PlaceName, said: Partial<Activity>) =>
    [0, 1, 2].map(day => act(began + day * DAY, from, { session: 'v', ...said }))
  const method = (from: PlaceName, said: Partial<Activity>) =>
    deed(began + HOUR, from, 'mfa-method-added', { session: 'v', ...said })

  it('knows that a country where the person seldom is is not theirs', () => {
    const said = { client: 'Firefox on Linux' }
    expect(beginnings([...days, ...visits('residential', said), method('residential', said)])).toEqual([
      began,
    ])
  })

  it('knows journeys', () => {
    const away = days.filter(({ at }) => at < began - 4 * HOUR || at > began + 3 * DAY)
    expect(beginnings([...away, ...visits('hotel', {}), method('hotel', {})])).toEqual([])
  })
})

describe('a country where hardly anybody else is, from the first days of a log on', () => {
  const PEOPLE = Array.from({ length: 12 }, (_, n) => `p${n}@contoso.com`)
  const ana = habits('ana@contoso.com', 20)
  /** Whoever has Ana's session is in it from there with a browser of their own, every other day. */
  const inHers = [2, 4, 6, 8, 10, 12].flatMap(day => {
    const session = `ana@contoso.com-${day - 1}`
    return [
      act(START + day * DAY + 3 * HOUR, 'residential', { ...THEIRS, session }),
      deed(START + day * DAY + 4 * HOUR, 'residential', 'mail-read', { ...THEIRS, session, itemCount: 9 }),
    ]
  })

  it('tells nothing of what is the person’s', () => {
    const others = PEOPLE.flatMap(user => habits(user, 3))
    expect(beginnings([...others, ...ana, ...inHers])).toEqual([START + 2 * DAY + 3 * HOUR])
  })

  it('tells it of who is mostly there', () => {
    const others = PEOPLE.flatMap(user => habits(user, 3))
    const lives = Array.from({ length: 20 }, (_, day) =>
      act(START + day * DAY + 9 * HOUR, 'residential', { session: `s${day % 3}` }),
    )
    const visits = [3, 4].map(day => act(START + day * DAY + 15 * HOUR, 'office', { session: 's0' }))
    const adds = deed(START + 2 * DAY + 10 * HOUR, 'residential', 'mfa-method-added')
    expect(beginnings([...others, ...lives, ...visits, adds])).toEqual([])
  })
})

describe('a country that fills half of six days', () => {
  const week = habits('ana@contoso.com', 6)
  const opened = START + 2 * DAY + 11 * HOUR
  const abroad = [0, 1, 2].map(day =>
    act(opened + day * DAY + 10 * MINUTE, 'residential', { session: 'x', mfa: 'earlier' }),
  )

  it('is an attacker’s while the person is at home', () => {
    expect(beginnings([...week, phished(opened, { client: 'Chrome on Windows' }), ...abroad])).toEqual([
      opened,
    ])
  })

  it('is the person’s who has gone there', () => {
    const away = week.filter(({ at }) => at < opened - 14 * HOUR || at > opened + 3 * DAY)
    expect(beginnings([...away, ...abroad])).toEqual([])
  })
})

describe('a data centre that fills half of a week', () => {
  const week = habits('ana@contoso.com', 7)
  const days = [0, 1, 2, 3, 4]
  /** From the first night of the log on. */
  const began = START + 3 * HOUR
  const visits = (said: Partial<Activity>) =>
    days.flatMap(day => [
      act(began + day * DAY, 'hetzner', { session: 'v', ...said }),
      deed(began + day * DAY + MINUTE, 'hetzner', 'mail-read', { session: 'v', ...said }),
    ])
  const hides = (said: Partial<Activity>) =>
    deed(began + HOUR, 'hetzner', 'inbox-rule-set', { session: 'v', rule: HIDING, ...said })

  it('is an attacker’s who is there with what the person has nowhere else', () => {
    const said = { client: 'Firefox on Windows' }
    expect(beginnings([...week, ...visits(said), hides(said)])).toEqual([began])
  })

  it('is the owner’s VPN if their browser comes through it, or nothing of theirs is anywhere else', () => {
    expect(beginnings([...week, ...visits({}), hides({})])).toEqual([])
    const phones = week.filter(({ client }) => client === 'Outlook on iOS')
    const said = { client: 'Firefox on Windows' }
    expect(beginnings([...phones, ...visits(said)])).toEqual([])
  })

  it('is never theirs after their password was guessed there', () => {
    const old = { client: null, flow: 'legacy' as const }
    const guesses = Array.from({ length: 12 }, (_, n) =>
      act(began - (n + 1) * 3 * MINUTE, 'hetzner', { ...old, outcome: 'failure', errorCode: 50126 }),
    )
    const uses = days.slice(0, 4).map(day => act(began + day * DAY, 'hetzner', old))
    expect(beginnings([...week, ...guesses, ...uses])).toEqual([began])
    expect(beginnings([...week, ...uses])).toEqual([])
  })
})

describe('somebody who is seldom seen', () => {
  const home = [0, 2, 15, 17, 22, 23, 38].flatMap(day =>
    [10, 13].map(hour => act(START + day * DAY + hour * HOUR, 'home', { session: `h${day}` })),
  )
  const began = START + 17 * DAY + 11 * HOUR
  const rented = [0, 1, 2].map(day =>
    act(began + day * DAY, 'aws', { session: 'x', client: 'Chrome on Linux', mfa: 'passed' }),
  )

  it('does not have the computer of whoever is in a data centre for three of those days', () => {
    expect(beginnings([...home, ...rented])).toEqual([began])
  })

  it('may have a phone that is always on a VPN', () => {
    expect(beginnings([...home, ...rented.map(one => ({ ...one, client: 'Outlook on iOS' }))])).toEqual([])
  })
})

describe('MFA passed after five requests in vain, in the first days', () => {
  const colleagues = Array.from({ length: 11 }, (_, n) => habits(`c${n}@contoso.com`, 4)).flat()
  const wornOut = (from: PlaceName) => [
    ...refused(5, from, { errorCode: 500121, mfa: 'refused', client: 'Chrome on Windows' }),
    act(T, from, { mfa: 'passed', session: 'x' }),
  ]

  it('is an attacker’s where nobody of the company has been, and may be the person at home', () => {
    const days = habits('ana@contoso.com', 3)
    expect(beginnings([...colleagues, ...days, ...wornOut('residential')])).toEqual([T])
    expect(beginnings([...colleagues, ...days, ...wornOut('neighbour')])).toEqual([])
  })
})

describe('a look-back that begins with a holiday', () => {
  const phone = { session: 'phone', client: 'Outlook on iOS', isInteractive: false }
  const onPhone = (days: number, from: PlaceName) =>
    Array.from({ length: days }, (_, day) => act(START + day * DAY + 10 * HOUR, from, phone))
  const back = START + 9 * DAY
  const oldProgram = (from: PlaceName) =>
    [9, 13, 20].map(hour =>
      act(back + hour * HOUR, from, { session: null, client: 'BAV2ROPC', flow: 'legacy' }),
    )

  it('knows whoever is at their desk afterwards by that', () => {
    const work = habits('ana@contoso.com', 14, back)
    expect(beginnings([...onPhone(9, 'hotel'), ...work, ...oldProgram('home')])).toEqual([])
    expect(beginnings([...onPhone(9, 'hotel'), ...work, ...oldProgram('neighbour')])).toEqual([
      back + 9 * HOUR,
    ])
  })

  it('knows whoever has nothing but a phone by that', () => {
    expect(beginnings([...onPhone(24, 'mobile'), ...oldProgram('home')])).toEqual([back + 9 * HOUR])
  })
})

describe('addresses of which not everything is known', () => {
  const rule = deed(LATER + 20 * MINUTE, 'hetzner', 'inbox-rule-set', { client: null, rule: HIDING })
  const attack = [act(LATER, 'hetzner', THEIRS), deed(LATER + MINUTE, 'hetzner', 'mail-read', THEIRS), rule]

  it('examples stand for places, each for another', () => {
    const days = from('203.0.113.10', habits('ana@contoso.com', 30))
    expect(beginnings([...days, ...from('203.0.113.99', attack)])).toEqual([LATER])
    expect(beginnings([...days, ...from('203.0.113.10', attack)])).toEqual([])
  })

  it('where an address is, one record tells for all', () => {
    const [first, ...others] = attack
    const address = '203.0.113.99'
    const found = [...habits(), { ...first!, address }, ...from(address, others)]
    expect(beginnings(found)).toEqual([LATER])
    const detector = createDetector()
    detector.take(found)
    const [incident] = detector.conclude()
    expect(incident!.evidence.filter(({ signal }) => signal.startsWith('unfamiliar-network'))).toHaveLength(0)
  })

  it('what a record says against the lists holds for the same address in other logs', () => {
    const atHome = act(START, 'home')
    const wrong = { ...atHome.place!, country: 'NO', city: 'Trondheim', asn: 57963 }
    const days = habits().map(activity =>
      activity.address !== atHome.address
        ? activity
        : {
            ...activity,
            place: activity.action === 'sign-in' ? { ...activity.place!, isTold: true } : wrong,
          },
    )
    expect(beginnings(days)).toEqual([])
    expect(countries(days)).toEqual(['ES'])
    expect(countries(days.filter(({ action }) => action !== 'sign-in'))).toEqual(['ES', 'NO'])
  })
})

describe('of a deed that two logs tell of', () => {
  const adds = (said: Partial<Activity>, at = T) =>
    deed(at, 'office', 'mfa-method-added', { session: null, client: null, ...said })
  const nameless = (at: number) => adds({ log: 'auditlogs', address: null, place: null }, at)
  const later = act(T + HOUR, 'ovh', { session: 'vpn', mfa: 'passed', appId: OFFICE_PORTAL })
  const days = habits('ana@contoso.com', 3)

  it('the one that names the owner’s desk speaks for the other', () => {
    expect(beginnings([...days, adds({}), nameless(T + 1000), later])).toEqual([])
  })

  it('only one that was at the same time does', () => {
    expect(beginnings([...days, adds({}, T - HOUR), nameless(T + 1000), later])).toEqual([T + 1000])
  })
})
