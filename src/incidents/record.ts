// Records a new incident.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import type { RemediationStatus, Severity } from '../database/types.ts'
import { reviseIncidents } from '../organizations/revise.ts'
import { type NewActivity, recordActivities } from './activity.ts'
import { renderAroundDwell } from './render.ts'

export interface NewIncident {
  id: string
  tenantId: string
  userId: string
  occurredAt: Date
  isLive: boolean
  /** What gave it away: the first line of its history. */
  reason: string
  /** What an analyst reads first; without them the table's own words stand. */
  title?: string
  summary?: string
  severity?: Severity
  activities?: NewActivity[]
}

/** Returns the moment it was created at, which is never before that of an incident committed earlier. */
export async function recordIncident(
  tx: Tx,
  organizationId: string,
  {
    id,
    tenantId,
    userId,
    occurredAt,
    isLive,
    reason,
    title,
    summary,
    severity,
    activities = [],
  }: NewIncident,
  now: Date,
): Promise<Date> {
  const createdAt = await reviseIncidents(tx, organizationId, now)
  const tenant = await tx
    .selectFrom('tenants')
    .select(['service_tenant_id', 'directory_tenant_id', 'display_name'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  const user = await tx
    .selectFrom('directory_users')
    .select([
      'id',
      'user_principal_name',
      'mail',
      'display_name',
      'account_enabled',
      'last_password_change_at',
    ])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const status: RemediationStatus = 'UNREMEDIATED'
  const incident = {
    id,
    created_at: createdAt,
    occurred_at: occurredAt,
    remediation_status: status,
    is_live: isLive,
  }
  await tx
    .insertInto('incidents')
    .values({
      ...incident,
      organization_id: organizationId,
      tenant_id: tenantId,
      user_id: userId,
      updated_at: createdAt,
      dwell_ended_at: null,
      ...(title !== undefined && { title }),
      ...(summary !== undefined && { summary }),
      ...(severity !== undefined && { severity }),
      ...renderAroundDwell(incident, tenant, user),
    })
    .execute()
  await tx
    .insertInto('incident_moves')
    .values({
      id: randomUUID(),
      organization_id: organizationId,
      incident_id: id,
      moved_at: createdAt,
      from_status: null,
      to_status: status,
      actor: 'Vedette',
      reason,
    })
    .execute()
  await recordActivities(
    tx,
    organizationId,
    activities.map(activity => ({ ...activity, incidentId: id })),
  )
  return createdAt
}
