// Settings, Members tab: everybody sees who belongs here, Admins change it.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { listInvitations } from '../../members/invite.ts'
import { may } from '../../members/permissions.ts'
import { changeRole, listMembers, type Outcome, removeMember } from '../../members/roles.ts'
import { consoleRoute } from '../route.ts'
import { RoleName } from './inputs.ts'

const Params = Type.Object({ id: Type.String({ format: 'uuid' }) })

export const readMembers = consoleRoute({
  method: 'GET',
  url: '/members',
  permission: 'read members',
  async handle({ db, now, mailer }, { organizationId, role }) {
    return inOrganization(db, organizationId, async tx => {
      const members = await listMembers(tx, organizationId)
      const invitations = may(role, 'manage members') ? await listInvitations(tx, organizationId, now) : []
      return {
        members: members.map(({ joinedAt, ...member }) => ({ ...member, joinedAt: joinedAt.toISOString() })),
        invitations: invitations.map(({ createdAt, expiresAt, ...invitation }) => ({
          ...invitation,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        })),
        isMailSet: mailer !== undefined,
      }
    })
  },
})

export const setRole = consoleRoute({
  method: 'PATCH',
  url: '/members/:id',
  permission: 'manage members',
  params: Params,
  body: Type.Object({ role: RoleName }, { additionalProperties: false }),
  async handle({ db, now }, member, { params, body }) {
    const { organizationId } = member
    const change = { personId: params.id, role: body.role, at: now }
    judge(await inOrganization(db, organizationId, tx => changeRole(tx, organizationId, member, change)))
  },
})

export const dismissMember = consoleRoute({
  method: 'DELETE',
  url: '/members/:id',
  permission: 'manage members',
  params: Params,
  async handle({ db, now }, member, { params }) {
    const { organizationId } = member
    const change = { personId: params.id, at: now }
    judge(await inOrganization(db, organizationId, tx => removeMember(tx, organizationId, member, change)))
  },
})

function judge(outcome: Outcome): void {
  if (outcome === 'no such member') throw new Problem('not-found', 'There is no such member.')
  if (outcome === 'last Admin')
    throw new Problem('conflict', 'The last Admin cannot go or step down. Make somebody else an Admin first.')
}
