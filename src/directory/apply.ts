// Brings what is known of a tenant's accounts and licences up to what its directory says now.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { dayOf } from '../days.ts'
import { deleteUsers } from './delete.ts'
import { saveLicences } from './licences.ts'
import { type DirectoryUser, saveUsers } from './save.ts'

export interface DirectoryUpdate {
  tenantId: string
  /** With every product they hold now. */
  users: (DirectoryUser & { skus: string[] })[]
  deleted: { id: string; deletedAt: Date }[]
  /** Accounts not told of since this moment are gone. */
  completeSince?: Date | undefined
  at: Date
}

// A statement takes 65,535 values at most.
const USERS_AT_ONCE = 1000
const LICENCES_AT_ONCE = 5000

/** Returns the accounts that were told of or are gone: whoever shows them shows them anew. */
export async function applyDirectory(
  tx: Tx,
  organizationId: string,
  { tenantId, users, deleted, completeSince, at }: DirectoryUpdate,
): Promise<string[]> {
  // The last word on an account counts; twice in one statement would be an error.
  const latest = [...new Map(users.map(user => [user.id, user])).values()]
  for (let from = 0; from < latest.length; from += USERS_AT_ONCE)
    await saveUsers(tx, organizationId, { tenantId, users: latest.slice(from, from + USERS_AT_ONCE), at })
  await changeLicences(tx, organizationId, { tenantId, users: latest, at })
  await deleteUsers(tx, organizationId, { tenantId, users: deleted })
  const gone = completeSince ? await deleteUntold(tx, organizationId, { tenantId, completeSince, at }) : []
  return [...latest.map(({ id }) => id), ...deleted.map(({ id }) => id), ...gone]
}

async function changeLicences(
  tx: Tx,
  organizationId: string,
  { tenantId, users, at }: Pick<DirectoryUpdate, 'tenantId' | 'users' | 'at'>,
): Promise<void> {
  if (!users.length) return
  const today = dayOf(at)
  const held = await tx
    .selectFrom('user_licences')
    .select(['user_id', 'sku', 'assigned_on'])
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', sql<string>`any (${users.map(({ id }) => id)}::text[])`)
    .where('removed_on', 'is', null)
    .execute()
  const key = (userId: string, sku: string) => `${userId}\n${sku}`
  const before = new Map(held.map(licence => [key(licence.user_id, licence.sku), licence]))
  const now = new Set<string>()
  const changes = []
  for (const { id: userId, skus } of users)
    for (const sku of new Set(skus)) {
      now.add(key(userId, sku))
      if (!before.has(key(userId, sku))) changes.push({ userId, sku, assignedOn: today, removedOn: null })
    }
  for (const [name, { user_id: userId, sku, assigned_on: assignedOn }] of before)
    if (!now.has(name))
      // Dates in the future come of a clock that was put back.
      changes.push({ userId, sku, assignedOn, removedOn: [assignedOn, today].toSorted()[1]! })
  for (let from = 0; from < changes.length; from += LICENCES_AT_ONCE)
    await saveLicences(tx, organizationId, {
      tenantId,
      licences: changes.slice(from, from + LICENCES_AT_ONCE),
    })
}

async function deleteUntold(
  tx: Tx,
  organizationId: string,
  { tenantId, completeSince, at }: { tenantId: string; completeSince: Date; at: Date },
): Promise<string[]> {
  const gone = await tx
    .updateTable('directory_users')
    .set({ deleted_at: at })
    .where('organization_id', '=', organizationId)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('updated_at', '<', completeSince)
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}
