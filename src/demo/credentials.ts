// Fresh credentials for the demo's organizations: nothing secret is kept, so every run makes its own.
import { randomBytes } from 'node:crypto'
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import { createKey } from '../keys/create.ts'
import { addMember } from '../members/add.ts'
import type { Story, StoryMember } from './story.ts'

interface Account {
  email: string
  password: string
}

export interface OrganizationCredentials {
  name: string
  apiKey: string
  admin: Account
  fullMember: Account
  tenants: { serviceTenantId: string; directoryTenantId: string; name: string }[]
}

/** Keys of earlier runs stay valid, members' passwords are set anew. */
export async function makeCredentials(
  db: Db,
  { organizations }: Story,
  { at }: { at: Date },
): Promise<OrganizationCredentials[]> {
  const made: OrganizationCredentials[] = []
  for (const { id, admin, fullMember } of organizations) {
    const credentials = await inOrganization(db, id, async tx => {
      const account = async (
        { name, email }: StoryMember,
        role: 'Admin' | 'Full Member',
      ): Promise<Account> => {
        const password = randomBytes(15).toString('base64url')
        await addMember(tx, id, { email, name, role, password, resetPassword: true, at })
        return { email, password }
      }
      const description = `Demo, ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      const { key } = await createKey(tx, id, { description, createdBy: null, at })
      const { name } = await tx
        .selectFrom('organizations')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const tenants = await tx
        .selectFrom('tenants')
        .select(['service_tenant_id', 'directory_tenant_id', 'display_name'])
        .where('organization_id', '=', id)
        .orderBy('display_name')
        .execute()
      return {
        name,
        apiKey: key,
        admin: await account(admin, 'Admin'),
        fullMember: await account(fullMember, 'Full Member'),
        tenants: tenants.map(tenant => ({
          serviceTenantId: tenant.service_tenant_id,
          directoryTenantId: tenant.directory_tenant_id,
          name: tenant.display_name,
        })),
      }
    })
    made.push(credentials)
  }
  return made
}
