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
}

export type MoveOutcome =
  | { done: true; status: RemediationStatus; at: Date }
  | { done: false; because: 'not found' }
  | { done: false; because: 'not from here'; status: RemediationStatus }

export async function moveIncident(
  tx: Tx,
  organizationId: string,
  { id, move, actor, reason }: MoveIncident,
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
  return { done: true, status: to, at }
}
