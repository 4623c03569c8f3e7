// Writes incidents' JSON anew after something they show has changed, and dates the change.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { lockIncidents, reviseIncidents } from '../organizations/revise.ts'
import { type IncidentFacts, renderAroundDwell, type TenantFacts, type UserFacts } from './render.ts'

export type Affected = { incidentIds: string[] } | { tenantId: string; userIds?: string[] }

/** Returns how many incidents now read differently. Those that read the same keep their date. */
export async function refreshIncidents(
  tx: Tx,
  organizationId: string,
  affected: Affected,
  now: Date,
): Promise<number> {
  await lockIncidents(tx, organizationId)
  let query = tx
    .selectFrom('incidents as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .innerJoin('directory_users as u', join =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .where('i.organization_id', '=', organizationId)
    .select([
      'i.id',
      'i.created_at',
      'i.occurred_at',
      'i.remediation_status',
      'i.is_live',
      'i.json_before_dwell',
      'i.json_after_dwell',
      't.service_tenant_id',
      't.directory_tenant_id',
      't.display_name as tenant_name',
      'u.id as user_id',
      'u.user_principal_name',
      'u.mail',
      'u.display_name as user_name',
      'u.account_enabled',
      'u.last_password_change_at',
    ])
  if ('incidentIds' in affected) query = query.where('i.id', 'in', affected.incidentIds)
  else {
    query = query.where('i.tenant_id', '=', affected.tenantId)
    if (affected.userIds) query = query.where('i.user_id', 'in', affected.userIds)
  }
  const changed = (await query.execute())
    .map(row => {
      const incident: IncidentFacts = row
      const tenant: TenantFacts = { ...row, display_name: row.tenant_name }
      const user: UserFacts = { ...row, id: row.user_id, display_name: row.user_name }
      return { row, text: renderAroundDwell(incident, tenant, user) }
    })
    .filter(
      ({ row, text }) =>
        row.json_before_dwell !== text.json_before_dwell || row.json_after_dwell !== text.json_after_dwell,
    )
  if (!changed.length) return 0
  const at = await reviseIncidents(tx, organizationId, now)
  await sql`
    update incidents i
    set json_before_dwell = c.before, json_after_dwell = c.after, updated_at = ${at}
    from unnest(
      ${changed.map(({ row }) => row.id)}::uuid[],
      ${changed.map(({ text }) => text.json_before_dwell)}::text[],
      ${changed.map(({ text }) => text.json_after_dwell)}::text[]
    ) as c (id, before, after)
    where i.organization_id = ${organizationId} and i.id = c.id`.execute(tx)
  return changed.length
}
