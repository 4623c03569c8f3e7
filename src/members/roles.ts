// Who belongs to an organization and as what. There is always an Admin: the last one can neither go nor step down.
import { type Actor, writeAudit } from '../audit/write.ts'
import type { Tx } from '../database/in-organization.ts'
import type { Role } from '../database/types.ts'
import { type OwnFactor, ownFactor } from './second-factor.ts'

export interface ListedMember {
  id: string
  name: string
  email: string
  role: Role
  /** How they show that they are themselves besides a password; null for a password alone. */
  secondFactor: OwnFactor | null
  joinedAt: Date
}

export function listMembers(tx: Tx, organizationId: string): Promise<ListedMember[]> {
  return tx
    .selectFrom('members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role', 'm.created_at as joinedAt', ownFactor.as('secondFactor')])
    .where('m.organization_id', '=', organizationId)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
}

export type Outcome = 'done' | 'no such member' | 'last Admin'

export async function changeRole(
  tx: Tx,
  organizationId: string,
  actor: Actor,
  { personId, role, at }: { personId: string; role: Role; at: Date },
): Promise<Outcome> {
  const member = await lockMember(tx, organizationId, personId)
  if (!member) return 'no such member'
  if (member.role === role) return 'done'
  if (role !== 'Admin' && member.isLastAdmin) return 'last Admin'
  await tx
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
  await writeAudit(tx, organizationId, actor, {
    action: 'changed a role',
    subject: member.name,
    detail: { email: member.email, from: member.role, to: role },
    at,
  })
  return 'done'
}

export async function removeMember(
  tx: Tx,
  organizationId: string,
  actor: Actor,
  { personId, at }: { personId: string; at: Date },
): Promise<Outcome> {
  const member = await lockMember(tx, organizationId, personId)
  if (!member) return 'no such member'
  if (member.isLastAdmin) return 'last Admin'
  await tx
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .execute()
  await writeAudit(tx, organizationId, actor, {
    action: 'removed a member',
    subject: member.name,
    detail: { email: member.email, role: member.role },
    at,
  })
  return 'done'
}

async function lockMember(tx: Tx, organizationId: string, personId: string) {
  // Changes to an organization's members come one after the other: two Admins who remove each other leave one.
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
  const members = await listMembers(tx, organizationId)
  const member = members.find(({ id }) => id === personId)
  const admins = members.filter(({ role }) => role === 'Admin')
  return member && { ...member, isLastAdmin: member.role === 'Admin' && admins.length === 1 }
}
