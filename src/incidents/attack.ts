// The attack behind an incident, as detection knows it: recorded with it, and extended by later evidence.
import type { Tx } from '../database/in-organization.ts'
import type { RemediationStatus, Severity } from '../database/types.ts'
import { reviseIncidents } from '../organizations/revise.ts'
import { type NewActivity, replaceActivities } from './activity.ts'
import { moveIncident } from './move.ts'
import { type NewIncident, recordIncident } from './record.ts'
import { refreshIncidents } from './refresh.ts'

export interface AttackFacts {
  user: string
  lastSeenAt: Date
  confidence: number
  addresses: string[]
  tellingAddresses: string[]
  sessions: string[]
  /** When mail went out to many from the account. */
  luredAt: Date[]
  /** Whose misused accounts its owner was led by, or it was made with. */
  ledBy: string[]
  /** Accounts that were made with it. */
  made: string[]
  why: string[]
  digest: string
}

/** The record that settled it, on its way to us. */
export interface Settled {
  at: Date
  publishedAt: Date | null
  storedAt: Date
}

export interface KnownAttack extends Omit<AttackFacts, 'why' | 'confidence'> {
  incidentId: string
  userId: string
  occurredAt: Date
  severity: Severity
  status: RemediationStatus
  /** When its state was last changed by anybody. */
  movedAt: Date
}

export async function attacksOn(
  tx: Tx,
  organizationId: string,
  { tenantId, users }: { tenantId: string; users: string[] },
): Promise<KnownAttack[]> {
  if (!users.length) return []
  const rows = await tx
    .selectFrom('attacks as a')
    .innerJoin('incidents as i', 'i.id', 'a.incident_id')
    .select([
      'a.incident_id as incidentId',
      'a.user_name as user',
      'a.last_seen_at as lastSeenAt',
      'a.addresses',
      'a.telling_addresses as tellingAddresses',
      'a.sessions',
      'a.lured_at as luredAt',
      'a.led_by as ledBy',
      'a.made',
      'a.digest',
      'i.user_id as userId',
      'i.occurred_at as occurredAt',
      'i.severity',
      'i.remediation_status as status',
    ])
    .select(eb =>
      eb
        .selectFrom('incident_moves as m')
        .select(({ fn }) => fn.max('m.moved_at').as('moved'))
        .whereRef('m.incident_id', '=', 'a.incident_id')
        .where('m.organization_id', '=', organizationId)
        .as('movedAt'),
    )
    .where('a.organization_id', '=', organizationId)
    .where('a.tenant_id', '=', tenantId)
    .where('a.user_name', 'in', users)
    .orderBy('i.occurred_at')
    .orderBy('i.id')
    .execute()
  return rows.map(row => ({ ...row, movedAt: row.movedAt! }))
}

export async function recordAttack(
  tx: Tx,
  organizationId: string,
  { incident, facts, settled }: { incident: NewIncident; facts: AttackFacts; settled: Settled },
  now: Date,
): Promise<Date> {
  const createdAt = await recordIncident(tx, organizationId, incident, now)
  await tx
    .insertInto('attacks')
    .values({
      incident_id: incident.id,
      organization_id: organizationId,
      tenant_id: incident.tenantId,
      user_name: facts.user,
      last_seen_at: facts.lastSeenAt,
      confidence: facts.confidence,
      addresses: facts.addresses,
      telling_addresses: facts.tellingAddresses,
      sessions: facts.sessions,
      lured_at: facts.luredAt,
      led_by: facts.ledBy,
      made: facts.made,
      why: facts.why,
      digest: facts.digest,
      settled_at: settled.at,
      published_at: settled.publishedAt,
      stored_at: settled.storedAt,
    })
    .execute()
  return createdAt
}

export interface ExtendIncident {
  id: string
  facts: AttackFacts
  occurredAt: Date
  severity: Severity
  /** Undefined: what it says stays. */
  words: { title: string; summary: string } | undefined
  userId: string
  activities: (NewActivity & { id: string })[]
  /** What the activities tell begins here; earlier ones stay. */
  since: Date
  /** Why it is open again; undefined when the attacker has not come back. */
  reopened: string | undefined
}

/** Later evidence joins. Dated as a change, so that whoever asks for what has changed sees it. */
export async function extendIncident(
  tx: Tx,
  organizationId: string,
  { id, facts, occurredAt, severity, words, userId, activities, since, reopened }: ExtendIncident,
  now: Date,
): Promise<void> {
  const at = await reviseIncidents(tx, organizationId, now)
  await tx
    .updateTable('incidents')
    .set({ ...words, severity, occurred_at: occurredAt, user_id: userId, updated_at: at })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  await replaceActivities(tx, organizationId, { incidentId: id, since, activities })
  await tx
    .updateTable('attacks')
    .set({
      last_seen_at: facts.lastSeenAt,
      confidence: facts.confidence,
      addresses: facts.addresses,
      telling_addresses: facts.tellingAddresses,
      sessions: facts.sessions,
      lured_at: facts.luredAt,
      led_by: facts.ledBy,
      made: facts.made,
      ...(words && { why: facts.why }),
      digest: facts.digest,
    })
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', id)
    .execute()
  if (reopened !== undefined)
    await moveIncident(tx, organizationId, { id, move: 'reopen', actor: 'Vedette', reason: reopened }, now)
  await refreshIncidents(tx, organizationId, { incidentIds: [id] }, at)
}
