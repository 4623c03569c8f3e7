// Using an invitation: as somebody new, or as somebody who has an account here already.
import { sql } from 'kysely'
import { writeAudit } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import type { Role } from '../database/types.ts'
import { addMember } from './add.ts'
import { hashLinkToken } from './link-token.ts'

export interface OpenInvitation {
  id: string
  organizationId: string
  organizationName: string
  email: string
  role: Role
  /** Somebody with this address has an account: they sign in to use the invitation. */
  isKnown: boolean
}

export async function findInvitation(
  db: Db,
  { token, at }: { token: string; at: Date },
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<{
    id: string
    organization_id: string
    organization_name: string
    email: string
    role: Role
    expires_at: Date
  }>`select * from find_invitation(${hashLinkToken(token)})`.execute(db)
  const found = rows[0]
  if (!found || found.expires_at <= at) return undefined
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', found.email)
    .executeTakeFirst()
  return {
    id: found.id,
    organizationId: found.organization_id,
    organizationName: found.organization_name,
    email: found.email,
    role: found.role,
    isKnown: person !== undefined,
  }
}

export interface Joining {
  name: string
  /** For somebody new; whoever has an account keeps theirs. */
  password: string | undefined
  address: string | null
  at: Date
}

/** 'gone': each invitation is used once. 'known': an account with this address has come into being meanwhile. */
export async function join(
  db: Db,
  { id, organizationId, organizationName, email, role }: OpenInvitation,
  { name, password, address, at }: Joining,
): Promise<'joined' | 'gone' | 'known'> {
  try {
    return await inOrganization(db, organizationId, async tx => {
      const used = await tx
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      if (!used) return 'gone'
      const { personId, isNew } = await addMember(tx, organizationId, { email, name, role, password, at })
      // Nobody gets into an account by an invitation to its address.
      if (password !== undefined && !isNew) throw new Known()
      const actor = { personId, name, address }
      await writeAudit(tx, organizationId, actor, {
        action: 'joined',
        subject: organizationName,
        detail: { role },
        at,
      })
      return 'joined'
    })
  } catch (error) {
    if (error instanceof Known) return 'known'
    throw error
  }
}

class Known extends Error {}
