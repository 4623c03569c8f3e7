// A tenant's declared travel and trusted networks: all members read, Admins declare and withdraw.
import Type from 'typebox'
import { writeAudit } from '../audit/write.ts'
import { inOrganization } from '../database/in-organization.ts'
import { addDays, dayOf } from '../days.ts'
import { readNetwork } from '../detection/behaviour/settings.ts'
import { Problem } from '../http/problem.ts'
import { declareTravel, listDeclared, trustNetwork, withdraw } from '../monitor/declared.ts'
import { ownTenant } from './own-tenant.ts'
import { consoleRoute } from './route.ts'

const Tenant = { serviceTenantId: Type.String({ maxLength: 64 }) }
const Day = Type.String({ format: 'date' })
const LONGEST_DAYS = 366

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
      return {
        today,
        tenants,
        serviceTenantId,
        travel: travel.map(one => ({ ...one, isOver: one.untilOn < today })),
        networks: networks.map(one => ({ ...one, isOver: one.untilOn < today })),
      }
    })
  },
})

/** It ends by itself, and not in a hundred years. */
function checkEnd(untilOn: string, now: Date): void {
  const today = dayOf(now)
  if (untilOn < today || untilOn > addDays(today, LONGEST_DAYS))
    throw new Problem('invalid-request', 'untilOn must be today or a day within the next year.', {
      parameter: 'untilOn',
    })
}

export const addTravel = consoleRoute({
  method: 'POST',
  url: '/tenant/:serviceTenantId/travel',
  permission: 'manage rules',
  params: Type.Object(Tenant),
  body: Type.Object(
    {
      user: Type.String({ minLength: 3, maxLength: 320 }),
      countries: Type.Array(Type.String({ pattern: '^[A-Za-z]{2}$' }), { minItems: 1, maxItems: 30 }),
      fromOn: Day,
      untilOn: Day,
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { params: { serviceTenantId }, body }) {
    const { organizationId } = member
    const user = body.user.trim().toLowerCase()
    if (!/^[^\s@\0]+@[^\s@\0]+$/.test(user))
      throw new Problem('invalid-request', 'user must be a sign-in name such as ana@contoso.com.', {
        parameter: 'user',
      })
    if (body.fromOn > body.untilOn)
      throw new Problem('invalid-request', 'fromOn must not be after untilOn.', { parameter: 'fromOn' })
    checkEnd(body.untilOn, now)
    const countries = [...new Set(body.countries.map(country => country.toUpperCase()))].sort()
    return inOrganization(db, organizationId, async tx => {
      const tenant = await ownTenant(tx, organizationId, serviceTenantId)
      const { fromOn, untilOn } = body
      const by = member.name
      const id = await declareTravel(tx, organizationId, {
        tenantId: tenant.id,
        user,
        countries,
        fromOn,
        untilOn,
        by,
        at: now,
      })
      await writeAudit(tx, organizationId, member, {
        action: 'declared travel',
        subject: `${user} (${tenant.name})`,
        detail: { countries, fromOn, untilOn },
        at: now,
      })
      return { id }
    })
  },
})

export const addNetwork = consoleRoute({
  method: 'POST',
  url: '/tenant/:serviceTenantId/networks',
  permission: 'manage rules',
  params: Type.Object(Tenant),
  body: Type.Object(
    {
      network: Type.String({ minLength: 3, maxLength: 64 }),
      note: Type.Optional(Type.String({ maxLength: 200, pattern: '^\\P{Cc}*$' })),
      untilOn: Day,
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { params: { serviceTenantId }, body }) {
    const { organizationId } = member
    const read = readNetwork(body.network.trim())
    if ('fault' in read) throw new Problem('invalid-request', `${read.fault}.`, { parameter: 'network' })
    const { network } = read
    checkEnd(body.untilOn, now)
    return inOrganization(db, organizationId, async tx => {
      const tenant = await ownTenant(tx, organizationId, serviceTenantId)
      const { untilOn, note = '' } = body
      const by = member.name
      const id = await trustNetwork(tx, organizationId, {
        tenantId: tenant.id,
        network,
        note,
        untilOn,
        by,
        at: now,
      })
      await writeAudit(tx, organizationId, member, {
        action: 'trusted a network',
        subject: `${network} (${tenant.name})`,
        detail: { untilOn },
        at: now,
      })
      return { id }
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
