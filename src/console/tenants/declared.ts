// A tenant's declared travel and trusted networks: all members read, Admins withdraw.
import Type from 'typebox'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization } from '../../database/in-organization.ts'
import { dayOf } from '../../days.ts'
import { findUser } from '../../directory/find.ts'
import { Problem } from '../../http/problem.ts'
import { listDeclared, withdraw } from '../../monitor/declared.ts'
import { consoleRoute } from '../route.ts'
import { ownTenant } from './own-tenant.ts'

const Tenant = { serviceTenantId: Type.String({ maxLength: 64 }) }

/** With the tenants there are to choose from: without a choice it is about the first, so that one question is enough. */
export const readDeclarations = consoleRoute({
  method: 'GET',
  url: '/declared',
  permission: 'read rules',
  query: Type.Object({ tenant: Type.Optional(Tenant.serviceTenantId) }, { additionalProperties: false }),
  async handle({ db, now }, { organizationId }, { query }) {
    return inOrganization(db, organizationId, async tx => {
      const tenants = await tx
        .selectFrom('tenants')
        .select(['service_tenant_id as serviceTenantId', 'display_name as name'])
        .where('organization_id', '=', organizationId)
        .where('offboarded_on', 'is', null)
        .orderBy('display_name')
        .execute()
      const serviceTenantId = query.tenant ?? tenants[0]?.serviceTenantId
      const today = dayOf(now)
      if (serviceTenantId === undefined)
        return { today, tenants, serviceTenantId: null, travel: [], networks: [] }
      const { id } = await ownTenant(tx, organizationId, serviceTenantId)
      const { travel, networks } = await listDeclared(tx, organizationId, id)
      const isKnown = async (name: string) =>
        Boolean(await findUser(tx, organizationId, { tenantId: id, id: null, name }))
      const known = new Map<string, boolean>()
      for (const { user } of travel) if (!known.has(user)) known.set(user, await isKnown(user))
      return {
        today,
        tenants,
        serviceTenantId,
        travel: travel.map(one => ({ ...one, isOver: one.untilOn < today, isKnown: known.get(one.user)! })),
        networks: networks.map(one => ({ ...one, isOver: one.untilOn < today })),
      }
    })
  },
})

export const withdrawDeclaration = consoleRoute({
  method: 'DELETE',
  url: '/tenant/:serviceTenantId/declared/:id',
  permission: 'manage rules',
  params: Type.Object({ ...Tenant, id: Type.String({ format: 'uuid' }) }),
  async handle({ db, now }, member, { params: { serviceTenantId, id } }) {
    const { organizationId } = member
    await inOrganization(db, organizationId, async tx => {
      const tenant = await ownTenant(tx, organizationId, serviceTenantId)
      const gone = await withdraw(tx, organizationId, { tenantId: tenant.id, id })
      if (!gone)
        throw new Problem('not-found', 'There is no such declaration. It may have been withdrawn already.')
      await writeAudit(tx, organizationId, member, {
        action: gone.kind === 'travel' ? 'withdrew declared travel' : 'withdrew trust in a network',
        subject: `${gone.subject} (${tenant.name})`,
        at: now,
      })
    })
  },
})
