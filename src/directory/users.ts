// The accounts of a tenant and the licences they held on a day: those of its directory, or those behind a count.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import type { Day } from '../days.ts'

export interface LicensedUser {
  id: string
  userPrincipalName: string
  displayName: string | null
  accountEnabled: boolean | null
  /** In the vendor's names, sorted. */
  skus: string[]
}

export interface ListUsers {
  tenantId: string
  /** Licences are those held on this day. */
  day: Day
  /** Everybody in the directory today, or everybody who had a licence that day, whether still there or not. */
  whom: 'directory' | 'licensed'
}

interface Row {
  id: string
  user_principal_name: string
  display_name: string | null
  account_enabled: boolean | null
  skus: string[] | null
}

/** By name. All of them: which are billable is decided by what they hold, which no database knows. */
export async function listUsers(
  tx: Tx,
  organizationId: string,
  { tenantId, day, whom }: ListUsers,
): Promise<LicensedUser[]> {
  const isAsked =
    whom === 'directory'
      ? sql`u.deleted_at is null`
      : // Whoever was deleted on a day is not counted on it, whatever is known of their licences.
        sql`l.skus is not null and (u.deleted_at is null or (u.deleted_at at time zone 'UTC')::date > ${day})`
  const { rows } = await sql<Row>`
    select u.id, u.user_principal_name, u.display_name, u.account_enabled, l.skus
    from directory_users u
    left join (
      select user_id, array_agg(sku order by sku) as skus from user_licences
      where organization_id = ${organizationId} and tenant_id = ${tenantId}
        and assigned_on <= ${day} and (removed_on is null or removed_on > ${day})
      group by user_id
    ) l on l.user_id = u.id
    where u.organization_id = ${organizationId} and u.tenant_id = ${tenantId} and ${isAsked}
    order by lower(coalesce(u.display_name, u.user_principal_name)), u.id`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    userPrincipalName: row.user_principal_name,
    displayName: row.display_name,
    accountEnabled: row.account_enabled,
    skus: row.skus ?? [],
  }))
}
