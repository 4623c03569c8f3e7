// Invitations: made by an Admin for an email address, good for a week, used by whoever has the link.
import { randomUUID } from 'node:crypto'
import { type Actor, writeAudit } from '../audit/write.ts'
import type { Tx } from '../database/in-organization.ts'
import type { Role } from '../database/types.ts'
import { makeLinkToken } from './link-token.ts'

const GOOD_FOR_DAYS = 7

export interface Invitation {
  id: string
  email: string
  role: Role
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
}

export async function listInvitations(tx: Tx, organizationId: string, at: Date): Promise<Invitation[]> {
  const rows = await tx
    .selectFrom('invitations as i')
    .leftJoin('people as p', 'p.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'p.name as invitedBy', 'i.created_at', 'i.expires_at'])
    .where('i.organization_id', '=', organizationId)
    .where('i.expires_at', '>', at)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .execute()
  return rows.map(({ created_at: createdAt, expires_at: expiresAt, ...row }) => ({
    ...row,
    createdAt,
    expiresAt,
  }))
}

interface Invite {
  email: string
  role: Role
  at: Date
}

/** A second one for the same address replaces the first. Undefined: they are a member already. */
export async function inviteMember(
  tx: Tx,
  organizationId: string,
  actor: Actor,
  { role, at, ...given }: Invite,
): Promise<{ id: string; token: string; expiresAt: Date } | undefined> {
  const email = given.email.toLowerCase()
  const member = await tx
    .selectFrom('members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select('p.id')
    .where('m.organization_id', '=', organizationId)
    .where('p.email', '=', email)
    .executeTakeFirst()
  if (member) return undefined
  const { token, hash } = makeLinkToken()
  const expiresAt = new Date(at.getTime() + GOOD_FOR_DAYS * 24 * 60 * 60 * 1000)
  const invitation = {
    id: randomUUID(),
    role,
    token_hash: hash,
    invited_by: actor.personId,
    created_at: at,
    expires_at: expiresAt,
  }
  await tx
    .insertInto('invitations')
    .values({ ...invitation, organization_id: organizationId, email })
    .onConflict(conflict => conflict.columns(['organization_id', 'email']).doUpdateSet(invitation))
    .execute()
  await writeAudit(tx, organizationId, actor, {
    action: 'invited a member',
    subject: email,
    detail: { role },
    at,
  })
  return { id: invitation.id, token, expiresAt }
}

/** False: there is no such invitation (any more). */
export async function withdrawInvitation(
  tx: Tx,
  organizationId: string,
  actor: Actor,
  { id, at }: { id: string; at: Date },
): Promise<boolean> {
  const withdrawn = await tx
    .deleteFrom('invitations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(['email', 'role'])
    .executeTakeFirst()
  if (!withdrawn) return false
  await writeAudit(tx, organizationId, actor, {
    action: 'withdrew an invitation',
    subject: withdrawn.email,
    detail: { role: withdrawn.role },
    at,
  })
  return true
}
