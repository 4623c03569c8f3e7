// Reads one incident with everything its page tells: who, what was done, what became of it.
import type { Tx } from '../database/in-organization.ts'
import { listActivities } from './activity.ts'
import { readAttacker } from './attacker.ts'
import { readAttack } from './linked.ts'
import { dwellMinutes } from './moves.ts'
import { TECHNIQUES } from './techniques.ts'

/** An incident by its address: its id means nothing under another tenant. */
export interface IncidentAddress {
  serviceTenantId: string
  id: string
}

const OTHERS_SHOWN = 20
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string) => UUID.test(text)

/** Undefined when the organization has no such incident under that tenant. */
export async function findIncident(
  tx: Tx,
  organizationId: string,
  { serviceTenantId, id }: IncidentAddress,
): Promise<{ id: string; tenantId: string } | undefined> {
  if (!isUuid(id)) return undefined
  const found = await tx
    .selectFrom('incidents as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .select(['i.id', 't.id as tenantId'])
    .where('i.organization_id', '=', organizationId)
    .where('i.id', '=', id)
    .where('t.organization_id', '=', organizationId)
    .where('t.service_tenant_id', '=', serviceTenantId)
    .executeTakeFirst()
  return found
}

export async function readIncident(tx: Tx, organizationId: string, id: string, now: Date) {
  const row = await tx
    .selectFrom('incidents as i')
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .innerJoin('directory_users as u', join =>
      join.onRef('u.tenant_id', '=', 'i.tenant_id').onRef('u.id', '=', 'i.user_id'),
    )
    .select([
      'i.id',
      'i.tenant_id',
      'i.title',
      'i.summary',
      'i.severity',
      'i.remediation_status',
      'i.is_live',
      'i.created_at',
      'i.occurred_at',
      'i.dwell_ended_at',
      't.service_tenant_id',
      't.directory_tenant_id',
      't.display_name as tenant_name',
      'u.id as user_id',
      'u.user_principal_name',
      'u.mail',
      'u.display_name',
      'u.account_enabled',
      'u.last_password_change_at',
      'u.deleted_at',
      'u.updated_at as user_read_at',
    ])
    .where('i.organization_id', '=', organizationId)
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow()
  const { activities, notShown } = await listActivities(tx, organizationId, id)
  const found = await readAttack(tx, organizationId, { id, tenantId: row.tenant_id })
  const used = [...new Set(activities.flatMap(({ technique }) => technique ?? []))].sort()
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    severity: row.severity,
    status: row.remediation_status,
    isLive: row.is_live,
    createdAt: row.created_at.toISOString(),
    occurredAt: row.occurred_at.toISOString(),
    dwellEndedAt: row.dwell_ended_at?.toISOString() ?? null,
    dwellTimeMinutes: dwellMinutes(row.occurred_at, row.dwell_ended_at ?? now),
    tenant: {
      serviceTenantId: row.service_tenant_id,
      directoryTenantId: row.directory_tenant_id,
      name: row.tenant_name,
    },
    user: {
      id: row.user_id,
      userPrincipalName: row.user_principal_name,
      mail: row.mail,
      displayName: row.display_name,
      accountEnabled: row.account_enabled,
      lastPasswordChangeAt: row.last_password_change_at?.toISOString() ?? null,
      deletedAt: row.deleted_at?.toISOString() ?? null,
      readAt: row.user_read_at.toISOString(),
    },
    activities,
    notShown,
    techniques: used.map(technique => ({ id: technique, name: TECHNIQUES[technique] ?? null })),
    history: await listMoves(tx, organizationId, id),
    others: await listOthers(tx, organizationId, { id, tenantId: row.tenant_id, userId: row.user_id }),
    ...found,
    attacker: await readAttacker(tx, organizationId, {
      id,
      tenantId: row.tenant_id,
      activities,
      attack: found.attack,
    }),
  }
}

async function listMoves(tx: Tx, organizationId: string, id: string) {
  const rows = await tx
    .selectFrom('incident_moves')
    .select(['id', 'moved_at', 'from_status as from', 'to_status as to', 'actor', 'reason'])
    .where('organization_id', '=', organizationId)
    .where('incident_id', '=', id)
    .orderBy('moved_at')
    // Two moves of one millisecond: what it came from tells which was first, and only the first came from nothing.
    .orderBy('from_status', order => order.asc().nullsFirst())
    .execute()
  return rows.map(({ moved_at, ...row }) => ({ ...row, at: moved_at.toISOString() }))
}

async function listOthers(
  tx: Tx,
  organizationId: string,
  { id, tenantId, userId }: { id: string; tenantId: string; userId: string },
) {
  const rows = await tx
    .selectFrom('incidents')
    .select(['id', 'title', 'severity', 'remediation_status as status', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(OTHERS_SHOWN)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, createdAt: created_at.toISOString() }))
}
