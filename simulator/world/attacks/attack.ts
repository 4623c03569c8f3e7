// What can be ordered as an attack, and the truth that is told about it afterwards.

export const attackKinds = [
  'aitm', // adversary-in-the-middle phishing, session replayed
  'device-code', // device-code phishing
  'password-spray', // one password on many accounts, one opens
  'brute-force', // many passwords on one account, one opens
  'mfa-fatigue', // password known, prompts until one is approved
  'consent', // OAuth application, then mail read by it
  'inbox-rule', // business e-mail compromise: replies hidden, mail searched, payment mails sent
  'mass-download',
  'mfa-method', // attacker registers a method and a device of their own
  'internal-phishing', // from one account to colleagues, further accounts fall
  'token-theft', // infostealer: session reused from near the victim
  'legacy-protocol', // IMAP with a known password
  'forwarding', // the mailbox forwards to the outside
  'admin-takeover', // credentials added to an application, roles, a user, audit off
] as const

export type AttackKind = (typeof attackKinds)[number]

export interface AttackOrder {
  kind: AttackKind
  /** First attacker act, in about: the plan may begin some minutes later. */
  at: Date
  /** User principal name; drawn from the seed when left out. */
  user?: string
  /** Another course of the same attack; without it, by its place among the tenant's. */
  draw?: number
  /** A kit that uses what it got at once, instead of a person who comes by later. */
  isAutomatic?: boolean
}

export interface AttackTruth {
  kind: AttackKind
  /** User principal names, the first one the one it began with. */
  users: string[]
  /** First and last attacker act, milliseconds since 1970. */
  firstActAt: number
  lastActAt: number
  /** Attacker's first act within each account, by user principal name. */
  firstActByUser: Record<string, number>
  /** When the attacker was first inside each account, by user principal name: after the last failed try. */
  insideByUser: Record<string, number>
  /** Those in whose account nothing was done but to sign in, read mail and take fewer than two hundred files. */
  quietUsers: string[]
  /** The attacker's own addresses, not those of victims who typed or clicked something themselves. */
  addresses: string[]
  sessions: string[]
  /** Ids of all records that the attacker's acts left, in every feed. */
  recordIds: string[]
}
