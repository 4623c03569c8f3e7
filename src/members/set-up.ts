// The first organization and its first Admin, by a link that works once, on an installation that has none yet. Works
// as the owner: nobody can be signed in yet, and no organization can see whether there are others.
import { sql } from 'kysely'
import { writeAudit } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import type { Tx } from '../database/in-organization.ts'
import { createOrganization } from '../organizations/create.ts'
import { addMember } from './add.ts'
import { hashLinkToken, makeLinkToken } from './link-token.ts'

/** Replaces any earlier link. Undefined where there is an organization already. */
export async function makeSetUpLink(owner: Db, at: Date): Promise<{ token: string } | undefined> {
  const { token, hash } = makeLinkToken()
  return owner.transaction().execute(async tx => {
    await oneAtATime(tx)
    await tx.deleteFrom('set_up_links').execute()
    if (await hasOrganization(tx)) return undefined
    await tx.insertInto('set_up_links').values({ token_hash: hash, created_at: at }).execute()
    return { token }
  })
}

export async function isSetUpLink(owner: Db, token: string): Promise<boolean> {
  const link = await owner
    .selectFrom('set_up_links')
    .select('created_at')
    .where('token_hash', '=', hashLinkToken(token))
    .executeTakeFirst()
  return link !== undefined && !(await hasOrganization(owner))
}

export interface SetUp {
  token: string
  organizationName: string
  name: string
  email: string
  password: string
  address: string | null
  at: Date
}

/** False: the link is not, or no longer, good. */
export function setUp(
  owner: Db,
  { token, organizationName, address, at, ...person }: SetUp,
): Promise<boolean> {
  return owner.transaction().execute(async tx => {
    await oneAtATime(tx)
    const used = await tx
      .deleteFrom('set_up_links')
      .where('token_hash', '=', hashLinkToken(token))
      .returning('created_at')
      .executeTakeFirst()
    if (!used || (await hasOrganization(tx))) return false
    const organizationId = await createOrganization(tx, { name: organizationName, at })
    const { personId } = await addMember(tx, organizationId, {
      ...person,
      role: 'Admin',
      // Whoever runs the installation says who this is.
      resetPassword: true,
      at,
    })
    const actor = { personId, name: person.name, address }
    await writeAudit(tx, organizationId, actor, {
      action: 'made the organization',
      subject: organizationName,
      at,
    })
    return true
  })
}

const oneAtATime = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('vedette set-up'))`.execute(tx)

export async function hasOrganization(owner: Db): Promise<boolean> {
  return (await owner.selectFrom('organizations').select('id').limit(1).executeTakeFirst()) !== undefined
}
