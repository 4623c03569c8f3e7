// One attack on one account: what makes it one, when it began, whose the attacker's sessions and addresses are.
import { createHash } from 'node:crypto'
import type { Action } from '../../events/activity.ts'
import type { Origin } from '../behaviour/memory/origin.ts'
import type { Trace } from '../behaviour/memory/trace.ts'
import { dayOf } from '../behaviour/memory/visits.ts'
import { type DeedName, LURE } from '../behaviour/weights.ts'
import { ruleIn, type Signal } from '../signal.ts'
import { sayAct } from './act-words.ts'
import type { Judged } from './judged.ts'
import type { Weighed } from './weigh.ts'

export type Severity = 'low' | 'medium' | 'high' | 'critical'

export interface Evidence {
  eventId: string
  at: number
  signal: string
  /** The rule's title, where a rule gave the signal: it is called by its id. */
  rule: string | null
  technique: string | null
}

/** One thing the attacker did. Everyday ones of the same hour, and a machine's own sign-ins of a day, are one entry. */
export interface Act {
  eventId: string
  at: number
  until: number
  records: number
  items: number
  action: string
  operation: string
  /** In words: 'Read 12 messages'. */
  says: string
  isSuccess: boolean
  address: string | null
  network: string | null
  country: string | null
  client: string | null
  session: string | null
  target: string | null
}

export interface Incident {
  /** The same attack has the same id, whoever works it out. */
  id: string
  tenant: string | null
  user: string
  userId: string | null
  userName: string | null
  title: string
  summary: string
  severity: Severity
  /** 0 to 1. */
  confidence: number
  /** The attacker's first act that got anywhere, and their last one. */
  occurredAt: number
  lastSeenAt: number
  why: string[]
  evidence: Evidence[]
  addresses: string[]
  sessions: string[]
  origins: Origin[]
  /** When mail went out to many. */
  lures: number[]
  /** Accounts that were made with this one. */
  made: string[]
  /** Others whose misused accounts sent what the owner fell to, or made this one. */
  ledBy: string[]
  /** Others whose incidents have an address or a session in common with this one, or led to it. */
  linkedUsers: string[]
  timeline: Act[]
}

/** A group of visits that weighs enough. */
export interface Attack {
  visits: Judged[]
  weighed: Weighed
  /** In order of time. */
  traces: Trace[]
  start: Trace
  /** Where a machine of the owner's was when they let the attacker in. */
  ownAddresses: ReadonlySet<string>
}

export const confidenceOf = (total: number): number => Math.round((1 - Math.exp(-total / 90)) * 100) / 100

/** What touches more than the account it was done with. */
const GRAVE: ReadonlySet<string> = new Set<DeedName>([
  'federation-changed',
  'role-assigned',
  'policy-changed',
  'audit-off',
  'app-credential-added',
  'mail-flow-forwards-outside',
  'mailbox-access-to-self',
])

/** By what was done: a stolen account that was used is graver than one that was entered. */
export function severityOf({ total, signals }: Weighed): Severity {
  const done = signals.filter(
    ({ family, weight }) => family !== 'access' && family !== 'vendor' && weight >= 25,
  )
  const families = new Set(done.map(({ family }) => family))
  if (done.some(({ name }) => GRAVE.has(name)) || (families.size >= 3 && total >= 250)) return 'critical'
  if (families.size > 0) return 'high'
  return total >= 130 ? 'high' : 'medium'
}

/** From the account and the attacker's first act. */
export const incidentId = (tenant: string | null, user: string, firstAct: string): string =>
  uuidOf(tenant ?? '', user, firstAct)

/** The same UUID for the same words. */
export function uuidOf(...words: string[]): string {
  const hash = createHash('sha256').update(words.join('\n')).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

export const evidenceOf = (signals: Signal[]): Evidence[] =>
  signals.map(({ eventId, at, name, says, technique }) => ({
    eventId,
    at,
    signal: name,
    rule: ruleIn(says),
    technique,
  }))

const SENDS = new Set<string>(['mail-send', 'message-send'] satisfies Action[])

/** When the attacker wrote to many: the first message of each such day. */
export function luresOf(timeline: Act[]): number[] {
  const sent = timeline.filter(({ action, isSuccess }) => isSuccess && SENDS.has(action))
  return [...Map.groupBy(sent, ({ at }) => dayOf(at)).values()]
    .filter(acts => acts.reduce((sum, { items }) => sum + items, 0) >= LURE.messages)
    .map(acts => Math.min(...acts.map(({ at }) => at)))
}

/** What is not kept of everyday acts. */
const NOTHING = { rule: null, detail: null, target: null, targetUser: null }

export const actOf = ({
  id,
  at,
  until,
  records,
  items,
  manner,
  origin,
  session,
  particulars,
}: Trace): Act => ({
  eventId: id,
  at,
  until,
  records,
  items,
  action: manner.action,
  operation: manner.operation,
  says: sayAct({ ...NOTHING, ...particulars, ...manner }, { items, records }),
  isSuccess: manner.outcome === 'success',
  address: origin?.address ?? null,
  network: origin?.name ?? null,
  country: origin?.country ?? null,
  client: manner.client,
  session,
  target: particulars?.targetUser ?? particulars?.target ?? null,
})
