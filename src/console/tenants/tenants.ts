// Tenants: the list, the page of one, its users, and pausing it, with what that does to the bill said before.
import Type from 'typebox'
import { writeAudit } from '../../audit/write.ts'
import { inOrganization, type Tx } from '../../database/in-organization.ts'
import { type Day, dayOf } from '../../days.ts'
import { listUsers } from '../../directory/users.ts'
import { Problem } from '../../http/problem.ts'
import { readJudging } from '../../monitor/health.ts'
import { readHealth } from '../../sources/health.ts'
import { pauseTenant, resumeTenant } from '../../tenants/pause.ts'
import { readTenants, type TenantFacts } from '../../tenants/read.ts'
import { billOn } from '../../usage/billing.ts'
import { countOn } from '../../usage/count-on.ts'
import { previewPause } from '../../usage/pause-preview.ts'
import { pageOfUsers } from '../../usage/users.ts'
import { openIncidents } from '../incidents/open-incidents.ts'
import { type ConsoleContext, consoleRoute, type Member } from '../route.ts'
import { collectingView } from './collecting.ts'

const OPEN_INCIDENTS_SHOWN = 10

const params = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** How the users of a tenant are paged through. */
export const UserQuery = {
  search: Type.String({ maxLength: 200, default: '' }),
  whom: Type.Union([Type.Literal('all'), Type.Literal('billable'), Type.Literal('not billable')], {
    default: 'all',
  }),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
}

/** Said of those that do not exist and of other organizations' alike. */
export const noSuchTenant = () => new Problem('not-found', 'There is no such tenant in this organization.')

export async function tenantNamed(
  tx: Tx,
  organizationId: string,
  serviceTenantId: string,
): Promise<TenantFacts> {
  const [tenant] = await readTenants(tx, organizationId, { serviceTenantId })
  if (!tenant) throw noSuchTenant()
  return tenant
}

/** As a reader sees it on a day: with the bill instead of what it is made of. */
function tenantView(facts: TenantFacts, today: Day) {
  const { serviceTenantId, directoryTenantId, displayName, service, onboardedOn, offboardedOn } = facts
  const { users, openIncidents, containedIncidents } = facts
  return {
    serviceTenantId,
    directoryTenantId,
    displayName,
    service,
    onboardedOn,
    offboardedOn,
    users,
    openIncidents,
    containedIncidents,
    ...billOn(today, facts),
  }
}

export const listTenants = consoleRoute({
  method: 'GET',
  url: '/tenants',
  permission: 'read tenants',
  async handle({ db, now }, { organizationId }) {
    const tenants = await inOrganization(db, organizationId, tx => readTenants(tx, organizationId))
    return { tenants: tenants.map(tenant => tenantView(tenant, dayOf(now))) }
  },
})

export const readTenant = consoleRoute({
  method: 'GET',
  url: '/tenants/:id',
  permission: 'read tenants',
  params,
  async handle({ db, now, config }, { organizationId }, { params: { id } }) {
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      const { pollSeconds } = config
      const collecting = await readHealth(tx, organizationId, { tenantId: tenant.id, now, pollSeconds })
      const judging = await readJudging(tx, organizationId, { tenantId: tenant.id, now })
      const open = await openIncidents(
        tx,
        organizationId,
        { serviceTenantId: id, limit: OPEN_INCIDENTS_SHOWN },
        now,
      )
      return {
        tenant: tenantView(tenant, dayOf(now)),
        trialDays: tenant.trialDays,
        // Resumed on the day it was paused, it never was.
        pauses: tenant.pauses.filter(({ pausedOn, resumedOn }) => pausedOn !== resumedOn).toReversed(),
        absences: tenant.absences.filter(({ leftOn, returnedOn }) => leftOn !== returnedOn).toReversed(),
        incidents: open.incidents,
        counts: open.counts,
        collecting: collectingView(collecting),
        judging: { ...judging, since: judging.since?.toISOString() ?? null },
      }
    })
  },
})

export const readTenantUsers = consoleRoute({
  method: 'GET',
  url: '/tenants/:id/users',
  permission: 'read tenants',
  params,
  query: Type.Object(UserQuery, { additionalProperties: false }),
  async handle({ db, now }, { organizationId }, { params: { id }, query }) {
    return inOrganization(db, organizationId, async tx => {
      const { id: tenantId } = await tenantNamed(tx, organizationId, id)
      const users = await listUsers(tx, organizationId, { tenantId, day: dayOf(now), whom: 'directory' })
      return pageOfUsers(users, query)
    })
  },
})

export const previewTenantPause = consoleRoute({
  method: 'GET',
  url: '/tenants/:id/pause-preview',
  permission: 'pause tenants',
  params,
  async handle({ db, now }, { organizationId }, { params: { id } }) {
    return inOrganization(db, organizationId, async tx => {
      const tenant = await tenantNamed(tx, organizationId, id)
      refuseOffboarded(tenant)
      const today = dayOf(now)
      const count = await countOn(tx, organizationId, { tenantId: tenant.id, asOf: today })
      return { today, ...previewPause(today, tenant), billableUsers: count?.billableUsers ?? 0 }
    })
  },
})

export const pause = consoleRoute({
  method: 'POST',
  url: '/tenants/:id/pause',
  permission: 'pause tenants',
  params,
  handle: (context, member, { params: { id } }) => moveTenant(context, member, id, 'pause'),
})

export const resume = consoleRoute({
  method: 'POST',
  url: '/tenants/:id/resume',
  permission: 'pause tenants',
  params,
  handle: (context, member, { params: { id } }) => moveTenant(context, member, id, 'resume'),
})

const MOVES = {
  pause: { act: pauseTenant, action: 'paused a tenant', already: 'is paused already' },
  resume: { act: resumeTenant, action: 'resumed a tenant', already: 'is not paused' },
} as const

async function moveTenant({ db, now }: ConsoleContext, member: Member, id: string, move: keyof typeof MOVES) {
  const { organizationId } = member
  const { act, action, already } = MOVES[move]
  return inOrganization(db, organizationId, async tx => {
    const tenant = await tenantNamed(tx, organizationId, id)
    refuseOffboarded(tenant)
    const today = dayOf(now)
    if (!(await act(tx, organizationId, { tenantId: tenant.id, at: now })))
      throw new Problem('conflict', `${tenant.displayName} ${already}. Somebody may have been first: reload.`)
    const after = await tenantNamed(tx, organizationId, id)
    const percentage = (facts: TenantFacts) => billOn(today, facts).proratingPercentageThisMonth
    await writeAudit(tx, organizationId, member, {
      action,
      subject: tenant.displayName,
      detail: {
        serviceTenantId: tenant.serviceTenantId,
        from: today,
        percentageBefore: percentage(tenant),
        percentageAfter: percentage(after),
      },
      at: now,
    })
    return { tenant: tenantView(after, today) }
  })
}

function refuseOffboarded({ displayName, offboardedOn }: TenantFacts): void {
  if (offboardedOn !== null)
    throw new Problem('conflict', `${displayName} is no longer watched: there is nothing to pause or resume.`)
}
