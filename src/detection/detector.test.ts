import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Activity } from '../events/activity.ts'
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
} from './fixtures/activities.ts'
import { judge } from './fixtures/judge.ts'

const T = START + 20 * DAY + 11 * HOUR
/** The session Ana herself opened that morning. */
const OWN = 'ana@contoso.com-20'
const LINUX = { client: 'Firefox on Linux' }

const steal = (from: PlaceName, said: Partial<Activity> = {}) => [
  act(T, from, { session: OWN, isInteractive: false, ...LINUX, ...said }),
  deed(T + 5 * MINUTE, from, 'mail-read', { session: OWN, itemCount: 40, client: null }),
]

const attacks: Record<string, { acts: Activity[]; start?: number; signal: string }> = {
  'a session stolen and used from a hosting provider': {
    acts: steal('hetzner'),
    signal: 'session-on-second-network',
  },
  'a session stolen and used from a home in another country, then an MFA method': {
    acts: [
      ...steal('residential'),
      deed(T + HOUR, 'residential', 'mfa-method-added', { session: OWN, client: null }),
    ],
    signal: 'session-on-second-network',
  },
  'a phishing proxy, its session used from elsewhere': {
    acts: [
      act(T, 'hetzner', { session: 's1', mfa: 'passed', appId: '4765445b-32c6-49b0-83e6-1d93765276ca' }),
      act(T + 10 * MINUTE, 'nord', { session: 's1', isInteractive: false, ...LINUX }),
      deed(T + 12 * MINUTE, 'nord', 'mail-read', { session: 's1', itemCount: 30, client: null }),
    ],
    signal: 'session-moved',
  },
  'a phishing proxy with the own client, then a hiding rule from a VPN': {
    acts: [
      act(T, 'ovh', { session: 's1', mfa: 'passed', appId: '4765445b-32c6-49b0-83e6-1d93765276ca' }),
      deed(T + 12 * MINUTE, 'nord', 'inbox-rule-set', { rule: HIDING, session: 's1', client: null }),
    ],
    signal: 'inbox-rule-hides',
  },
  'a device code redeemed on a hosting provider': {
    acts: [act(T, 'hetzner', { session: 's1', flow: 'deviceCode' })],
    signal: 'device-code-sign-in',
  },
  'a device code let in at home, the session used elsewhere': {
    acts: [
      act(T, 'office', { session: 's1', flow: 'deviceCode', client: 'Chrome on Windows' }),
      act(T + 2 * MINUTE, 'ovh', { session: 's1', isInteractive: false, client: null }),
    ],
    signal: 'device-code-session-elsewhere',
  },
  'MFA requests until one is approved': {
    acts: [
      ...[0, 2, 4].map(minute =>
        act(T - 20 * MINUTE + minute * MINUTE, 'm247', {
          outcome: 'failure',
          errorCode: 500121,
          mfa: 'refused',
        }),
      ),
      act(T, 'm247', { session: 's1', mfa: 'passed' }),
    ],
    signal: 'mfa-fatigue',
  },
  'a password guessed, then mail read in bulk': {
    acts: [
      ...Array.from({ length: 12 }, (_, index) =>
        act(T - HOUR + index * MINUTE, 'hetzner', { outcome: 'failure', errorCode: 50126, ...LINUX }),
      ),
      act(T, 'hetzner', { session: 's1', ...LINUX }),
      deed(T + 5 * MINUTE, 'hetzner', 'mail-read', { session: 's1', itemCount: 900 }),
    ],
    signal: 'password-guessed',
  },
  'a password spray that opens one account': {
    acts: [
      ...Array.from({ length: 9 }, (_, index) =>
        act(T - HOUR + index * MINUTE, 'nord', {
          user: `p${index}@contoso.com`,
          outcome: 'failure',
          errorCode: 50126,
        }),
      ),
      act(T, 'nord', { session: 's1' }),
    ],
    signal: 'password-spray-succeeded',
  },
  'an unfamiliar country and system, then mail forwarded outside': {
    acts: [
      act(T, 'residential', { session: 's1', ...LINUX }),
      deed(T + 9 * MINUTE, 'residential', 'mailbox-forwarding-set', {
        session: 's1',
        client: null,
        rule: inboxRule({ name: null, forwardTo: ['collector@gmail.com'], looksFor: [] }),
      }),
    ],
    signal: 'mailbox-forwards-outside',
  },
  'a VPN with the own client, then a hiding rule': {
    acts: [
      act(T, 'nord', { session: 's1', mfa: 'earlier' }),
      deed(T + 9 * MINUTE, 'nord', 'inbox-rule-set', { session: 's1', client: null, rule: HIDING }),
    ],
    signal: 'inbox-rule-hides',
  },
  'a hosting provider, then files downloaded in bulk': {
    acts: [
      act(T, 'hetzner', { session: 's1' }),
      ...Array.from({ length: 40 }, (_, index) =>
        deed(T + index * MINUTE, 'hetzner', 'file-download', { session: 's1', itemCount: 10, client: null }),
      ),
    ],
    signal: 'mass-download',
  },
  'a hosting provider, then an MFA method in a log without addresses': {
    acts: [
      act(T, 'hetzner', { session: 's1', ...LINUX }),
      deed(T + 20 * MINUTE, null, 'mfa-method-added', { client: null, log: 'auditlogs' }),
    ],
    signal: 'mfa-method-added',
  },
  'Tor with a browser of its own, mail read': {
    acts: [
      act(T, 'tor', { session: 's1', client: 'Firefox on Windows', mfa: 'passed' }),
      deed(T + 9 * MINUTE, 'tor', 'mail-read', { session: 's1', itemCount: 10, client: null }),
    ],
    signal: 'tor-network',
  },
  'a rented machine at which mail is read on three days, beside its owner': {
    acts: [0, 1, 2].flatMap(day => [
      act(T + day * DAY, 'hetzner', { session: 's1', client: 'Edge on Windows', isInteractive: day === 0 }),
      deed(T + day * DAY + MINUTE, 'hetzner', 'mail-read', { session: 's1', itemCount: 2, client: null }),
    ]),
    signal: 'comes-back',
  },
  'a home in another country between two acts at the own desk, with the own kind of client': {
    acts: [
      act(T, 'residential', { session: 's1', mfa: 'passed' }),
      deed(T + 9 * MINUTE, 'residential', 'mail-read', { session: 's1', itemCount: 12, client: null }),
    ],
    signal: 'two-places-at-once',
  },
  'a new network nearby, and a rule that nobody makes for themselves': {
    acts: [
      act(T, 'neighbour', { session: 's1', mfa: 'passed' }),
      deed(T + 9 * MINUTE, 'neighbour', 'inbox-rule-set', { session: 's1', client: null, rule: HIDING }),
    ],
    signal: 'inbox-rule-hides',
  },
  'a hosting provider, then many links that anybody can open': {
    acts: [
      act(T, 'hetzner', { session: 's1' }),
      ...Array.from({ length: 40 }, (_, index) =>
        deed(T + index * MINUTE, 'hetzner', 'file-share', {
          session: 's1',
          client: null,
          operation: 'AnonymousLinkCreated',
        }),
      ),
    ],
    signal: 'mass-share',
  },
  'a home in another country, then by command and without a session a rule that sends all mail outside': {
    acts: [
      act(T, 'residential', { session: 's1', ...LINUX }),
      deed(T + 9 * MINUTE, 'residential', 'mail-flow-rule-set', {
        client: null,
        rule: inboxRule({ name: 'Journal', forwardTo: ['archive@evil.example'], looksFor: [] }),
      }),
    ],
    signal: 'mail-flow-forwards-outside',
  },
  'IMAP with a known password from a hosting provider, mail read': {
    acts: [
      act(T, 'ovh', { flow: 'legacy', client: 'IMAP', isInteractive: false }),
      deed(T + 3 * MINUTE, 'ovh', 'mail-read', { client: null, itemCount: 400 }),
    ],
    signal: 'legacy-protocol',
  },
}

const calm: Record<string, Activity[]> = {
  'nothing but work': [],
  'a hotel abroad with the own laptop': [
    act(T, 'hotel', { session: OWN, isInteractive: false }),
    act(T + DAY, 'hotel', { session: 'trip', mfa: 'passed' }),
    deed(T + DAY + HOUR, 'hotel', 'file-download', { session: 'trip', itemCount: 30 }),
  ],
  'a virtual desktop at a data centre, with the own laptop’s browser, for a week': [0, 1, 2, 3, 4].flatMap(
    day => [act(T + day * DAY, 'hetzner', { session: `v${day}`, isInteractive: false })],
  ),
  'a customer’s network that leaves in another country, same session': [
    act(T, 'hotel', { session: OWN, isInteractive: false }),
    deed(T + MINUTE, 'hotel', 'mail-send', { session: OWN }),
  ],
  'many links made at the own desk': Array.from({ length: 40 }, (_, index) =>
    deed(T + index * MINUTE, 'office', 'file-share', { session: OWN, operation: 'AnonymousLinkCreated' }),
  ),
  'a hotel at the other end of the world, two days later': [
    act(T + 2 * DAY, 'farHotel', { session: 'trip', mfa: 'passed' }),
    deed(T + 2 * DAY + HOUR, 'farHotel', 'mail-read', { session: 'trip', itemCount: 100 }),
  ],
  'a VPN switched on, same session and client': [
    act(T, 'nord', { session: OWN, isInteractive: false }),
    deed(T + MINUTE, 'nord', 'mail-read', { session: OWN, itemCount: 10 }),
    act(T + HOUR, 'm247', { session: OWN, isInteractive: false }),
  ],
  'a new phone, registered for MFA at home': [
    act(T, 'home', { client: 'Outlook on Android', session: 's1', mfa: 'passed' }),
    deed(T + MINUTE, 'home', 'mfa-method-added', { client: null }),
    deed(T + 2 * MINUTE, 'home', 'device-registered', { client: null }),
  ],
  'a new phone on another mobile network': [
    act(T, 'relay', { client: 'Safari on iOS', session: 's1', mfa: 'passed' }),
    deed(T + MINUTE, 'relay', 'mfa-method-added', { client: null }),
  ],
  'a password mistyped in a hotel': [
    ...[3, 2, 1].map(minute => act(T - minute * MINUTE, 'hotel', { outcome: 'failure', errorCode: 50126 })),
    act(T, 'hotel', { session: 's1', mfa: 'passed' }),
  ],
  'MFA not answered at home, then passed': [
    ...[3, 2, 1].map(minute =>
      act(T - minute * MINUTE, 'home', { outcome: 'failure', errorCode: 500121, mfa: 'failed' }),
    ),
    act(T, 'home', { session: 's1', mfa: 'passed' }),
  ],
  'MFA not answered in a hotel, then passed': [
    ...[3, 2, 1].map(minute =>
      act(T - minute * MINUTE, 'hotel', { outcome: 'failure', errorCode: 500121, mfa: 'failed' }),
    ),
    act(T, 'hotel', { session: 's1', mfa: 'passed' }),
  ],
  'a spray that opens nothing': Array.from({ length: 30 }, (_, index) =>
    act(T + index * MINUTE, 'tor', { outcome: 'failure', errorCode: 50126 }),
  ),
  'a sign-in blocked by policy from Tor': [
    act(T, 'tor', { outcome: 'failure', errorCode: 53003, mfa: 'asked' }),
  ],
  'a hiding rule made at the own desk': [deed(T, 'office', 'inbox-rule-set', { rule: HIDING, session: OWN })],
  'a new laptop that downloads everything at home': [
    act(T, 'home', { client: 'OneDrive on macOS', session: 's1' }),
    ...Array.from({ length: 50 }, (_, index) =>
      deed(T + index * MINUTE, 'home', 'file-download', { session: 's1', itemCount: 50, client: null }),
    ),
  ],
  'a device code at the own desk': [act(T, 'office', { session: 's1', flow: 'deviceCode' })],
  'a VPN once, and nothing else': [act(T, 'nord', { session: 's1', mfa: 'passed' })],
}

describe('an attack becomes one incident with the right user and start', () => {
  it.each(Object.entries(attacks))('%s', (_name, { acts, start = T, signal }) => {
    const incidents = judge([...habits(), ...acts])
    expect(incidents.map(({ user, occurredAt }) => ({ user, occurredAt }))).toEqual([
      { user: 'ana@contoso.com', occurredAt: start },
    ])
    expect(incidents[0]!.evidence.map(evidence => evidence.signal)).toContain(signal)
  })
})

describe('what people do is no incident', () => {
  it.each(Object.entries(calm))('%s', (_name, acts) => {
    expect(judge([...habitsAround(acts), ...acts]).map(({ why }) => why)).toEqual([])
  })
})

describe('the same records in any order give the same incidents', () => {
  it('shuffled, and some of them twice', () => {
    const all = [
      ...habits(),
      ...habits('ben@contoso.com'),
      ...Object.values(attacks)
        .slice(0, 3)
        .flatMap(({ acts }) => acts),
    ]
    const expected = judge(all)
    expect(expected.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.integer(), seed => {
        const again = all.filter((_, index) => (index * 7 + seed) % 5 === 0)
        expect(judge(shuffled([...all, ...again], seed))).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})

function shuffled<T>(values: T[], seed: number): T[] {
  const left = [...values]
  let state = seed | 1
  for (let index = left.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
    const other = Math.abs(state >> 8) % (index + 1)
    ;[left[index], left[other]] = [left[other]!, left[index]!]
  }
  return left
}
