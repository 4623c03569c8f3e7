// The kinds of attack in the story: what each is called, what gave it away and what was done about it.
import type { Severity } from '../database/types.ts'
import type { Move } from '../incidents/moves.ts'
import { attackerOrigin, type Origin, placeName } from './places.ts'
import type { Random } from './random.ts'

interface Kind {
  title: string
  severity: Severity
  finding: string
  remedies: string[]
}

const RESET = 'Password reset, authentication methods checked with the user, sign-in allowed again.'

const KINDS = {
  'stolen session': {
    title: 'Session stolen through a look-alike sign-in page',
    severity: 'high',
    finding:
      'A session begun at the office went on from {address} in {place} on a device never seen before: a stolen session.',
    remedies: ['Inbox rule removed, password reset, sign-in allowed again.', RESET],
  },
  'new authenticator': {
    title: 'Attacker added their own authenticator',
    severity: 'high',
    finding:
      'Sign-in from {address} in {place}, {minutes} minutes after one from home; a new authenticator was added at once.',
    remedies: ['The added authenticator removed, password reset, sign-in allowed again.'],
  },
  'password spray': {
    title: 'Password found by spraying',
    severity: 'high',
    finding:
      'After {count} refused passwords from {address} one was accepted, with no second factor asked for.',
    remedies: ['Password reset and a second factor set up; older protocols switched off.', RESET],
  },
  'prompt bombing': {
    title: 'Sign-in prompt approved after many refusals',
    severity: 'high',
    finding: 'The user approved a sign-in from {place} after {few} prompts within ten minutes.',
    remedies: ['Password reset, number matching explained to the user, sign-in allowed again.'],
  },
  'device code': {
    title: 'Device code phishing',
    severity: 'high',
    finding:
      'A device code begun at {address} was confirmed by the user; the token was then used from {place}.',
    remedies: ['Device code sign-in blocked for this tenant, password reset, sign-in allowed again.'],
  },
  'inbox rule': {
    title: 'Inbox rule hides replies about invoices',
    severity: 'critical',
    finding:
      'A new inbox rule moves mail about invoices to an archive folder; it was made from {address} in {place}.',
    remedies: ['Inbox rule removed, password reset, the bank details in the sent mail corrected by phone.'],
  },
  consent: {
    title: 'Consent given to an unknown application',
    severity: 'high',
    finding:
      'Consent was given to an unknown application that may read all mail; {count} messages were read within the hour.',
    remedies: ['Consent to the application withdrawn, password reset, sign-in allowed again.'],
  },
  'mass download': {
    title: 'Files downloaded in bulk',
    severity: 'high',
    finding: '{count} files were downloaded from {address}, a hosting network this user never used.',
    remedies: ['Password reset; the customer informed of which files were taken.', RESET],
  },
  'sent phishing': {
    title: 'Phishing sent from this mailbox',
    severity: 'critical',
    finding:
      '{count} messages with the same link were sent to colleagues, minutes after a sign-in from {place}.',
    remedies: ['Password reset and security key handed out; recipients of the sent mail warned.'],
  },
  unfamiliar: {
    title: 'Sign-in from an unfamiliar place',
    severity: 'medium',
    finding: 'Sign-in from {address} in {place}, a network and a country this user never used before.',
    remedies: [RESET],
  },
} as const satisfies Record<string, Kind>

export type AttackKind = keyof typeof KINDS

export interface Attack {
  kind: AttackKind
  title: string
  severity: Severity
  origin: Origin
  /** Passwords tried, files taken or messages sent; prompts; minutes since the user's own sign-in. */
  count: number
  few: number
  minutes: number
  reason: string
}

const TAKEOVERS = (Object.keys(KINDS) as AttackKind[]).filter(kind => kind !== 'unfamiliar')

/** `place` puts it first in turn: one of each kind before any comes again. */
export function attackOf(
  random: Random,
  { isFalseAlarm, place }: { isFalseAlarm: boolean; place?: number },
): Attack {
  const kind: AttackKind = isFalseAlarm
    ? 'unfamiliar'
    : place === undefined
      ? random.pick(TAKEOVERS)
      : TAKEOVERS[place % TAKEOVERS.length]!
  const { title, severity, finding } = KINDS[kind]
  const attack = {
    kind,
    title,
    severity: isFalseAlarm && random.chance(0.4) ? ('low' as const) : severity,
    origin: attackerOrigin(random),
    // Each refused password is a record of its own.
    count: kind === 'password spray' ? random.between(9, 24) : random.between(11, 240),
    few: random.between(4, 14),
    minutes: random.between(6, 55),
  }
  return { ...attack, reason: fillIn(attack, finding) }
}

const CONTAINMENTS = [
  'Sessions revoked and sign-in blocked.',
  'Sign-in blocked after a call with the customer; sessions revoked.',
]
const FALSE_ALARMS = [
  'The user confirms: on a business trip to {place}.',
  'A new VPN of the company with its exit in {place}; its network is known now.',
  'The user confirms: a new phone, set up while visiting family in {place}.',
  'Our own phishing exercise, run from {place}.',
]
const RETURNS = [
  'The attacker is back: the same network signed in with the new password from {place}.',
  'Closed too early: another session from {place} was still alive.',
]

/** Why somebody made a move, in words that fit the attack. */
export function reasonFor(random: Random, attack: Attack, move: Move): string {
  const sentences = {
    contain: CONTAINMENTS,
    remediate: KINDS[attack.kind].remedies,
    'mark as false positive': FALSE_ALARMS,
    reopen: RETURNS,
  }[move]
  return fillIn(attack, random.pick<string>(sentences))
}

const fillIn = ({ origin, count, few, minutes }: Omit<Attack, 'reason'>, sentence: string): string =>
  sentence
    .replaceAll('{address}', origin.address)
    .replaceAll('{place}', placeName(origin))
    .replaceAll('{minutes}', String(minutes))
    .replaceAll('{few}', String(few))
    .replaceAll('{count}', String(count))
