// Moves an incident to another state, and writes down who did it and why.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import type { RemediationStatus } from '../database/types.ts'
import { lockIncidents, reviseIncidents } from '../organizations/revise.ts'
import { dwellEndAfter, type Move, stateAfter } from './moves.ts'
import { refreshIncidents } from './refresh.ts'

export interface MoveIncident {
  id: string
  move: Move
  actor: string
  reason: string
  /** How many moves of it the mover had seen; when there are more by now, somebody was first. */
  movesSeen?: number
}

export type MoveOutcome =
  | { done: true; from: RemediationStatus; status: RemediationStatus; at: Date }
  | { done: false; because: 'not found' }
  | { done: false; because: 'not from here'; status: RemediationStatus }
  | { done: false; because: 'moved since'; status: RemediationStatus; by: string }

export async function moveIncident(
  tx: Tx,
  organizationId: string,
  { id, move, actor, reason, movesSeen }: MoveIncident,
  now: Date,
): Promise<MoveOutcome> {
  // Taken first: two people moving the same incident come one after the other, and the second is told.
  await lockIncidents(tx, organizationId)
  const incident = await tx
    .selectFrom('incidents')
    .select(['remediation_status', 'dwell_ended_at'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!incident) return { done: false, because: 'not found' }
  const from = incident.remediation_status
  if (movesSeen !== undefined) {
    const later = await latestMove(tx, organizationId, id)
    if (later.count !== movesSeen)
      return { done: false, because: 'moved since', status: from, by: later.actor }
  }
  const to = stateAfter(from, move)
  if (!to) return { done: false, because: 'not from here', status: from }
  const at = await reviseIncidents(tx, organizationId, now)
  await tx
    .updateTable('incidents')
    .set({ remediation_status: to, dwell_ended_at: dwellEndAfter(to, incident.dwell_ended_at, at) })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
  await refreshIncidents(tx, organizationId, { incidentIds: [id] }, at)
  await tx
    .insertInto('incident_moves')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      incident_id: id,
      moved_at: at,
      from_status: from,
      to_status: to,
      actor,
      reason,
    })
    .execute()
  return { done: true, from, status: to, at }
}

async function latestMove(tx: Tx, organizationId: string, incidentId: string) {
  return tx
    .selectFrom('incident_moves')
    .select(['actor', eb => eb.fn.countAll<number>().over().as('count')])
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', incidentId)
    .orderBy('moved_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
