// Which organizations a person belongs to, and as what.
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'
import type { Role } from '../database/types.ts'

export interface Membership {
  organizationId: string
  organizationName: string
  role: Role
  requiresSecondFactor: boolean
}

export async function listMemberships(db: Db, personId: string): Promise<Membership[]> {
  const { rows } = await sql<{
    organization_id: string
    organization_name: string
    role: Role
    requires_second_factor: boolean
  }>`
    select * from memberships(${personId})`.execute(db)
  return rows.map(row => ({
    organizationId: row.organization_id,
    organizationName: row.organization_name,
    role: row.role,
    requiresSecondFactor: row.requires_second_factor,
  }))
}
