// Which of a person's incidents are new, and which are more of one that is known. Pure.
import { createHash } from 'node:crypto'
import type { Trace } from '../detection/behaviour/memory/trace.ts'
import { type Act, type Incident, type Severity, uuidOf } from '../detection/correlate/incident.ts'
import type { KnownAttack } from '../incidents/attack.ts'

export interface Settlement {
  found: Incident
  /** The incident it joins; null when it begins one. */
  joins: KnownAttack | null
}

type Marks = Pick<Incident, 'addresses' | 'sessions'>

const share = (one: Marks, other: Marks) =>
  one.addresses.some(address => other.addresses.includes(address)) ||
  one.sessions.some(session => other.sessions.includes(session))

/**
 * An attack joins the incident with whose attacker it has an address or a session in common, else one that is still
 * open: a new one begins only when the old is closed and the attacker is new. What was found to be a false alarm is not
 * joined (see withoutFalseAlarms), and its sessions, which somebody has vouched for, begin no other by themselves.
 */
export function settle(incidents: Incident[], known: KnownAttack[]): Settlement[] {
  const joinable = known.filter(({ status }) => status !== 'FALSE_POSITIVE')
  const isOpen = ({ status }: KnownAttack) => status === 'UNREMEDIATED' || status === 'CONTAINED'
  const vouched = new Set(
    known.flatMap(({ status, sessions }) => (status === 'FALSE_POSITIVE' ? sessions : [])),
  )
  const settled: Settlement[] = []
  for (const incident of incidents.toSorted(
    (a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1),
  )) {
    const { sessions } = incident
    if (sessions.length > 0 && sessions.every(session => vouched.has(session))) continue
    const joins = joinable.find(one => share(one, incident)) ?? joinable.find(isOpen) ?? null
    const same = settled.find(one => one.joins === joins)
    if (same) same.found = merged(same.found, incident)
    else settled.push({ found: incident, joins })
  }
  return settled
}

const SEVERITIES: Severity[] = ['low', 'medium', 'high', 'critical']

export const graver = (one: Severity, other: Severity): Severity =>
  SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other) ? one : other

export const union = <T>(one: T[], other: T[]): T[] => [...new Set([...one, ...other])].sort()

function merged(first: Incident, later: Incident): Incident {
  const acts = new Map([...first.timeline, ...later.timeline].map(act => [act.eventId, act]))
  return {
    ...first,
    severity: graver(first.severity, later.severity),
    confidence: Math.max(first.confidence, later.confidence),
    lastSeenAt: Math.max(first.lastSeenAt, later.lastSeenAt),
    why: [...new Set([...first.why, ...later.why])],
    evidence: [...first.evidence, ...later.evidence],
    addresses: union(first.addresses, later.addresses),
    sessions: union(first.sessions, later.sessions),
    lures: union(first.lures, later.lures),
    ledBy: union(first.ledBy, later.ledBy),
    made: union(first.made, later.made),
    origins: [...first.origins, ...later.origins],
    timeline: [...acts.values()].sort((a, b) => a.at - b.at || (a.eventId < b.eventId ? -1 : 1)),
  }
}

/** What was done from where a false alarm came from neither accuses nor teaches: somebody has looked at it. */
export function withoutFalseAlarms(traces: Trace[], known: KnownAttack[]): Trace[] {
  const alarms = known.filter(({ status }) => status === 'FALSE_POSITIVE')
  if (alarms.length === 0) return traces
  const addresses = new Set(alarms.flatMap(alarm => alarm.addresses))
  const sessions = new Set(alarms.flatMap(alarm => alarm.sessions))
  return traces.filter(({ origin, session }) =>
    origin === null ? session === null || !sessions.has(session) : !addresses.has(origin.address),
  )
}

/** An act that got somewhere after somebody had said that the attacker was out. */
export const comeback = (acts: Act[], since: Date): Act | undefined =>
  acts.find(act => act.isSuccess && act.action !== 'alert' && act.until > since.getTime())

export const millisecondsOf = (moments: Date[]): number[] => moments.map(at => at.getTime())

/** Behind gateways, relays and mobile networks sit many people. */
export const tellingAddresses = ({ origins }: Incident): string[] =>
  [
    ...new Set(
      origins
        .filter(({ kind }) => kind !== 'mobile' && kind !== 'relay' && kind !== 'proxy')
        .map(({ address }) => address),
    ),
  ].sort()

/** The same for the same findings, whoever works them out. */
export function digestOf({ id: _, timeline, origins, lures, ledBy, made, ...told }: Incident): string {
  const acts = timeline.map(({ eventId, until, records, items }) => [eventId, until, records, items])
  return createHash('sha256')
    .update(JSON.stringify([told, acts, origins.map(({ address }) => address), ...lures, ...ledBy, ...made]))
    .digest('hex')
}

/** Two organizations may watch one directory: each has an incident of its own. */
export const storedIncidentId = (tenantId: string, found: Incident): string => uuidOf(tenantId, found.id)

/** For what an incident tells of a record. */
export const activityId = (incidentId: string, eventId: string): string => uuidOf(incidentId, eventId)
