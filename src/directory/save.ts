// Keeps the latest known state of directory accounts.
import type { Tx } from '../database/in-organization.ts'

export interface DirectoryUser {
  id: string
  userPrincipalName: string
  mail: string | null
  displayName: string | null
  accountEnabled: boolean | null
  lastPasswordChangeAt: Date | null
}

/**
 * Stores the users as they are now. Whoever calls this in an organization that has incidents also calls
 * `refreshIncidents` in the same transaction: an incident shows its user's latest state.
 */
export async function saveUsers(
  tx: Tx,
  organizationId: string,
  { tenantId, users, at }: { tenantId: string; users: DirectoryUser[]; at: Date },
): Promise<void> {
  if (!users.length) return
  await tx
    .insertInto('directory_users')
    .values(
      users.map(user => ({
        organization_id: organizationId,
        tenant_id: tenantId,
        id: user.id,
        user_principal_name: user.userPrincipalName,
        mail: user.mail,
        display_name: user.displayName,
        account_enabled: user.accountEnabled,
        last_password_change_at: user.lastPasswordChangeAt,
        deleted_at: null,
        updated_at: at,
      })),
    )
    .onConflict(conflict =>
      conflict.columns(['tenant_id', 'id']).doUpdateSet(eb => ({
        user_principal_name: eb.ref('excluded.user_principal_name'),
        mail: eb.ref('excluded.mail'),
        display_name: eb.ref('excluded.display_name'),
        account_enabled: eb.ref('excluded.account_enabled'),
        last_password_change_at: eb.ref('excluded.last_password_change_at'),
        deleted_at: eb.ref('excluded.deleted_at'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}
