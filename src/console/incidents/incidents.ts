// The list of incidents across tenants, and what its filters offer.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import { Problem } from '../../http/problem.ts'
import { countWatched, SORTS, searchIncidents } from '../../incidents/search.ts'
import { consoleRoute } from '../route.ts'

const moment = () => Type.Optional(Type.String({ format: 'date-time' }))
const oneOf = <const T extends string>(...words: T[]) => Type.Union(words.map(word => Type.Literal(word)))

export const readIncidents = consoleRoute({
  method: 'GET',
  url: '/incidents',
  permission: 'read incidents',
  query: Type.Object(
    {
      tenant: Type.Optional(Type.String({ maxLength: 64 })),
      status: Type.Optional(oneOf('UNREMEDIATED', 'CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE')),
      from: moment(),
      until: moment(),
      person: Type.Optional(Type.String({ maxLength: 200 })),
      sort: oneOf(...SORTS),
      order: oneOf('asc', 'desc'),
      page: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, { organizationId }, { query }) {
    const { tenant, from, until, ...rest } = query
    // PostgreSQL keeps no such character, so no name has it.
    for (const text of [tenant, rest.person])
      if (text?.includes('\0'))
        throw new Problem('invalid-request', 'A filter holds a character that no name has.')
    return inOrganization(db, organizationId, async tx => {
      if (tenant !== undefined) {
        const known = await tx
          .selectFrom('tenants')
          .select('id')
          .where('organization_id', '=', organizationId)
          .where('service_tenant_id', '=', tenant)
          .executeTakeFirst()
        if (!known) throw new Problem('not-found', 'There is no tenant with that id in this organization.')
      }
      const found = await searchIncidents(
        tx,
        organizationId,
        {
          ...rest,
          serviceTenantId: tenant,
          from: from === undefined ? undefined : new Date(from),
          until: until === undefined ? undefined : new Date(until),
        },
        now,
      )
      return { ...found, watched: found.total ? null : await countWatched(tx, organizationId) }
    })
  },
})

/** For the filter: offboarded tenants too, their incidents remain. */
export const readIncidentTenants = consoleRoute({
  method: 'GET',
  url: '/incidents/tenants',
  permission: 'read incidents',
  async handle({ db }, { organizationId }) {
    const tenants = await inOrganization(db, organizationId, tx =>
      tx
        .selectFrom('tenants')
        .select(['service_tenant_id as serviceTenantId', 'display_name as name'])
        .where('organization_id', '=', organizationId)
        .orderBy('display_name')
        .orderBy('service_tenant_id')
        .execute(),
    )
    return { tenants }
  },
})
