// What attackers did, what gave them away and what was done about it, in the words of an incident's history.
import type { Random } from './random.ts'

// Addresses that are set aside for examples and lead nowhere.
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113']
const PLACES = [
  'Bucharest',
  'Chicago',
  'Jakarta',
  'Lagos',
  'Montreal',
  'Riga',
  'São Paulo',
  'Singapore',
  'Tbilisi',
]

const FINDINGS = [
  'The session begun at the office went on from {address} in {place} on a device never seen before: a stolen session.',
  'Sign-in from {address} in {place}, {minutes} minutes after one from home; a new authenticator was added at once.',
  'After {count} refused passwords from {address} one was accepted, with no second factor asked for.',
  'The user approved a sign-in from {place} after {few} prompts within ten minutes.',
  'A device code begun at {address} was confirmed by the user; the token was then used from {place}.',
  'A new inbox rule moves mail about invoices to an archive folder; it was made from {address} in {place}.',
  'Consent was given to an unknown application that may read all mail; {count} messages were read within the hour.',
  '{count} files were downloaded from {address}, a hosting network this user never used.',
  '{count} messages with the same link were sent to colleagues, minutes after a sign-in from {place}.',
] as const

const CONTAINMENTS = [
  'Sessions revoked and sign-in blocked.',
  'Sign-in blocked after a call with the customer; sessions revoked.',
  'Sessions revoked, sign-in blocked, the added authenticator removed.',
] as const

const REMEDIES = [
  'Password reset, authentication methods checked with the user, sign-in allowed again.',
  'Inbox rule removed, password reset, sign-in allowed again.',
  'Consent to the application withdrawn, password reset, sign-in allowed again.',
  'Password reset and security key handed out; recipients of the sent mail warned.',
] as const

const FALSE_ALARMS = [
  'The user confirms: on a business trip to {place}.',
  'A new VPN of the company; its network is known now.',
  'A new phone, set up together with the help desk.',
  'Our own phishing exercise.',
] as const

const RETURNS = [
  'The attacker is back: the same network signed in with the new password from {place}.',
  'Closed too early: the unknown application still had its consent.',
] as const

const tell = (random: Random, sentences: readonly string[]): string =>
  random
    .pick(sentences)
    .replaceAll('{address}', `${random.pick(NETWORKS)}.${random.between(1, 254)}`)
    .replaceAll('{place}', random.pick(PLACES))
    .replaceAll('{minutes}', String(random.between(6, 55)))
    .replaceAll('{few}', String(random.between(4, 19)))
    .replaceAll('{count}', String(random.between(11, 240)))

export const finding = (random: Random) => tell(random, FINDINGS)
export const containment = (random: Random) => tell(random, CONTAINMENTS)
export const remedy = (random: Random) => tell(random, REMEDIES)
export const falseAlarm = (random: Random) => tell(random, FALSE_ALARMS)
export const comeback = (random: Random) => tell(random, RETURNS)
