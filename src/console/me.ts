// Who is signed in, and which of their organizations they work in.
import Type from 'typebox'
import { Problem } from '../http/problem.ts'
import { may, PERMISSIONS, type Permission } from '../members/permissions.ts'
import { consoleRoute } from './route.ts'

export const readMe = consoleRoute({
  method: 'GET',
  url: '/me',
  permission: 'signed in',
  async handle({ addresses }, member) {
    const { personId, name, email, role, organizationId, organizationName, memberships } = member
    const permissions = (Object.keys(PERMISSIONS) as Permission[]).filter(permission => may(role, permission))
    return {
      person: { id: personId, name, email },
      organization: { id: organizationId, name: organizationName },
      role,
      memberships,
      permissions,
      apiUrl: addresses.baseUrl,
    }
  },
})

export const switchOrganization = consoleRoute({
  method: 'POST',
  url: '/me/organization',
  permission: 'signed in',
  body: Type.Object({ organizationId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  async handle({ db }, member, { body }) {
    if (!member.memberships.some(({ organizationId }) => organizationId === body.organizationId))
      throw new Problem('not-found', 'You do not belong to that organization.')
    await db
      .updateTable('sessions')
      .set({ active_organization_id: body.organizationId })
      .where('id', '=', member.sessionId)
      .execute()
  },
})
