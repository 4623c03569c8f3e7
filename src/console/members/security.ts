// Settings, Security tab: whether a password alone is enough for this organization. Everybody sees it, Admins decide.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { listMembers } from '../../members/roles.ts'
import { isFactorRequired, requireFactor } from '../../members/second-factor.ts'
import { consoleRoute } from '../route.ts'

export const readSecurity = consoleRoute({
  method: 'GET',
  url: '/security',
  permission: 'read members',
  async handle({ db }, { organizationId }) {
    return inOrganization(db, organizationId, async tx => {
      const members = await listMembers(tx, organizationId)
      return {
        requiresSecondFactor: await isFactorRequired(tx, organizationId),
        members: members.length,
        /** Who would be asked to set one up. */
        without: members
          .filter(({ secondFactor }) => secondFactor === null)
          .map(({ id, name, email }) => ({ id, name, email })),
      }
    })
  },
})

export const setSecurity = consoleRoute({
  method: 'PATCH',
  url: '/security',
  permission: 'require a second factor',
  body: Type.Object({ requiresSecondFactor: Type.Boolean() }, { additionalProperties: false }),
  async handle({ db, now }, member, { body: { requiresSecondFactor: isRequired } }) {
    const { organizationId, hasShownFactor } = member
    // Whoever requires it goes first, or nobody may be left who can take it back.
    if (isRequired && !hasShownFactor)
      throw new Problem(
        'conflict',
        'Set up a second factor for your own account first, or sign in with the one you have. Otherwise you would lock yourself out.',
      )
    await inOrganization(db, organizationId, tx =>
      requireFactor(tx, organizationId, member, { isRequired, at: now }),
    )
  },
})
