// Who is signed in, and which of their organizations they work in.
import Type from 'typebox'
import { Problem } from '../http/problem.ts'
import { may, PERMISSIONS, type Permission } from '../members/permissions.ts'
import { publicRoute } from './public.ts'
import { readRevisions } from './revisions.ts'
import { type ConsoleContext, consoleRoute, type Member } from './route.ts'

export const readMe = consoleRoute({
  method: 'GET',
  url: '/me',
  permission: 'signed in',
  isBeforeFactor: true,
  async handle(context, member) {
    return described(context, member)
  },
})

/** The same for a page that does not know yet whether anybody is signed in: for it that is no failure. */
export const readSession = publicRoute({
  method: 'GET',
  url: '/session',
  async handle(context, visitor) {
    try {
      const member = await visitor.member()
      const { organizationId } = member
      const revisions = (await readRevisions(context.db, [organizationId])).get(organizationId)
      // With where the counters stand: whatever the page asks from now on is at least as new.
      return { me: { ...described(context, member), revisions: revisions ?? null } }
    } catch (error) {
      if (error instanceof Problem && (error.kind === 'signed-out' || error.kind === 'forbidden'))
        return { me: null, refused: { status: error.status, detail: error.message } }
      throw error
    }
  },
})

function described({ addresses }: ConsoleContext, member: Member) {
  const { personId, name, email, role, organizationId, organizationName, memberships, hasShownFactor } =
    member
  const permissions = (Object.keys(PERMISSIONS) as Permission[]).filter(permission => may(role, permission))
  return {
    person: { id: personId, name, email },
    organization: { id: organizationId, name: organizationName },
    role,
    memberships,
    permissions,
    hasShownFactor,
    apiUrl: addresses.baseUrl,
  }
}

export const switchOrganization = consoleRoute({
  method: 'POST',
  url: '/me/organization',
  permission: 'signed in',
  isBeforeFactor: true,
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
