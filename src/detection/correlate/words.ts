// An attack told in words: a title, a paragraph, and the reasons one by one.

import type { Origin } from '../behaviour/memory/origin.ts'
import { list, sayClients, sayOrigin } from '../behaviour/say.ts'
import { ruleIn, type Signal } from '../signal.ts'
import type { Attack } from './incident.ts'
import { sayLeft, sayTaken } from './totals.ts'

export interface Told {
  title: string
  summary: string
  why: string[]
}

/** How they came in, by the signal that says it best; the first that is there, some only beside another. */
const WAYS: [string, (from: string) => string, beside?: string][] = [
  ['device-code-session-elsewhere', from => `Device-code phishing: session used from ${from}`],
  ['device-code-sign-in', from => `Device-code sign-in from ${from}`],
  ['mfa-fatigue', from => `MFA approved after repeated requests from ${from}`],
  ['password-spray-succeeded', from => `Password spray succeeded from ${from}`],
  ['password-guessed', from => `Password guessed from ${from}`],
  [
    'first-use-after-guessing',
    from => `Unused account opened from ${from} after its password was guessed at`,
  ],
  ['made-by-attacker', from => `Account made by an attacker used from ${from}`],
  ['owner-locked-out', from => `Password changed from ${from}, and its owner locked out`],
  ['after-reset', from => `Account used from ${from} after its password or second factor was reset`],
  ['after-own-reset', from => `Account used from ${from} after its password was reset by self-service`],
  ['session-on-second-network', from => `Stolen session used from ${from}`],
  ['session-by-turns', from => `Stolen session used from ${from}`],
  ['session-moved', from => `Session of a phishing proxy used from ${from}`, 'phishing-proxy'],
  ['phished-and-handed-on', from => `Phished account used from ${from}`],
  ['phishing-proxy', from => `Sign-in through a phishing proxy at ${from}`],
  ['session-moved', from => `Session that began at another strange place used from ${from}`],
  ['after-lure', from => `Account used from ${from} after a lure from another misused account`],
  ['password-only-flow', from => `Sign-in by a program with the password from ${from}`],
  ['legacy-protocol', from => `Sign-in by an old mail protocol from ${from}`],
  ['authentication-transfer', from => `Transferred sign-in from ${from}`],
  ['tor-network', () => 'Account used through Tor'],
  ['consented-app', from => `Application that was let in works from ${from}`],
  ['many-countries-at-once', () => 'Account used from many countries at once'],
  ['two-places-at-once', from => `Account used from ${from} while its owner worked elsewhere`],
  ['owner-at-work-elsewhere', from => `Account used from ${from} while its owner worked elsewhere`],
  ['phone-abroad', from => `Account used on a phone at ${from} while its owner worked elsewhere`],
  ['machine-at-home', from => `Account used from ${from} while its owner worked at home`],
  ['comes-back', from => `Account used from ${from} day after day`],
  ['dormant-account', from => `Account used from ${from} after weeks without use`],
  ['emergency-account', from => `Account kept for emergencies used from ${from}`],
  ['adds-method-at-once', from => `Account used on a strange computer from ${from}`],
  ['known-attacker', from => `Account used by a known attacker from ${from}`],
]

const TELLING_WAY = 30
const MOST_DEEDS = 4

export function tell(user: string, name: string | null, attack: Attack): Told {
  const { weighed, visits, traces, start } = attack
  const who = name && name !== user ? `${name} (${user})` : user
  const reasons = [...weighed.signals]
  const deeds = heaviest(
    reasons.filter(reason => reason.family !== 'access' && reason.family !== 'vendor' && !isRule(reason)),
  )
  const rules = heaviest(reasons.filter(isRule), 4)
  const way = WAYS.find(
    ([signal, , beside]) =>
      reasons.some(({ name, weight }) => name === signal && weight >= TELLING_WAY) &&
      (beside === undefined || reasons.some(({ name }) => name === beside)),
  )
  const shows = way && reasons.find(({ name }) => name === way[0])
  const there = visits.find(({ visit }) => visit.origin !== null)?.visit.origin ?? null
  const origin = isInvitation(attack) ? there : (start.origin ?? there)
  const from = sayPlace(traces.find(({ id }) => id === shows?.eventId)?.origin ?? origin)
  const sentences = [
    ...begin(attack, who, origin),
    ...heaviest(
      reasons.filter(({ family }) => family === 'access'),
      3,
    ).map(({ says }) => `${says}.`),
  ]
  const told = deeds.slice(0, MOST_DEEDS)
  if (told.length > 0) sentences.push(`Then they ${list(told.map(({ says }) => lowered(says)))}.`)
  if (rules.length > 0) sentences.push(`Rules that matched: ${list(rules.map(({ says }) => ruleIn(says)!))}.`)
  const others = otherOrigins(attack, origin)
  if (others.length > 0) sentences.push(`They were also seen at ${list(others.slice(0, 3))}.`)
  sentences.push(...sayTaken(traces, sentences.join(' ')), ...sayLeft(traces, told))
  return {
    title: `${way ? way[1](from) : `Account used from ${from}`}${deeds[0] ? `, ${shortOf(deeds[0])}` : ''}`,
    summary: sentences.join(' '),
    why: reasons.filter(({ weight }) => weight >= 1).map(({ says }) => says),
  }
}

const sayPlace = (origin: Origin | null): string => (origin ? sayOrigin(origin) : 'an unknown place')

/** Whether the first act is the owner's, who was led to let the attacker in: it is in none of the attacker's visits. */
const isInvitation = ({ visits, start }: Attack): boolean =>
  (start.manner.action === 'consent-granted' || start.manner.flow === 'deviceCode') &&
  !visits.some(({ visit }) => visit.traces.includes(start))

function begin(attack: Attack, who: string, origin: Origin | null): string[] {
  const { visits, start } = attack
  const client = visits.map(({ visit }) => sayClients(visit)).find(Boolean)
  const there = `from ${sayPlace(origin)}${client ? ` with ${client}` : ''}`
  const when = `on ${sayMoment(start.at)}`
  if (isInvitation(attack)) {
    const what =
      start.manner.action === 'consent-granted'
        ? 'gave an application access'
        : 'let in a device-code session'
    const at = start.origin ? ` at ${sayOrigin(start.origin)}` : ''
    return [`${who} ${what}${at} ${when}.`, `Someone used it ${there}.`]
  }
  const verb = start.manner.action === 'sign-in' ? `signed in as ${who}` : `used the account of ${who}`
  return [`Someone ${verb} ${there} ${when}.`]
}

const isRule = ({ says }: Signal): boolean => ruleIn(says) !== null

const heaviest = (signals: Signal[], most = 6): Signal[] =>
  [...signals]
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, most)
    .sort((a, b) => a.at - b.at)

const SHORT: Record<string, string> = {
  'inbox-rule-hides': 'then an inbox rule that hides mail',
  'inbox-rule-sorts-away': 'then an inbox rule',
  'inbox-rule-forwards-outside': 'then mail sent outside by rule',
  'mailbox-forwards-outside': 'then mail forwarded outside',
  'mfa-method-added': 'then an MFA method added',
  'credentials-replaced': 'then password and MFA replaced',
  'mfa-weakened': 'then MFA weakened',
  'device-registered': 'then a device registered',
  'consent-granted': 'then an application let in',
  'administrator-unguarded': 'then an administrator made and a policy switched off',
  'app-backdoor': 'then an application made as a way in',
  'sent-mail-erased': 'then mail sent and erased',
  'mass-read': 'then many messages read',
  'mass-download': 'then many files taken',
  'mass-share': 'then many files shared',
  'mail-flow-forwards-outside': 'then a mail-flow rule that sends mail outside',
  'mailbox-access-to-self': 'then access to another mailbox',
  'mass-delete': 'then much deleted',
  'mass-send': 'then many messages sent',
  'role-assigned': 'then a role assigned',
  'password-changed': 'then the password changed',
}

const shortOf = ({ name, says }: Signal): string => SHORT[name] ?? `then: ${lowered(says.split(':')[0]!)}`

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** '4 March 2026 at 09:12 UTC' */
function sayMoment(at: number): string {
  const date = new Date(at)
  const month = date.toLocaleString('en', { month: 'long', timeZone: 'UTC' })
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()} at ${date.toISOString().slice(11, 16)} UTC`
}

function otherOrigins({ visits }: Attack, first: Origin | null): string[] {
  const said = new Set<string>()
  for (const { visit } of visits)
    if (visit.origin !== null && visit.origin.network !== first?.network) said.add(sayOrigin(visit.origin))
  if (first) said.delete(sayOrigin(first))
  return [...said]
}
