// The first page, in one answer: what is open, who needs attention, how it went over the months, what is watched.
import { inOrganization } from '../../database/in-organization.ts'
import { dayOf } from '../../days.ts'
import { incidentMonths } from '../../incidents/months.ts'
import { judgingProblems } from '../../monitor/health.ts'
import { feedProblems } from '../../sources/health.ts'
import { readTenants } from '../../tenants/read.ts'
import { attentionFor, type Reason } from '../../usage/attention.ts'
import { billOn } from '../../usage/billing.ts'
import { consoleRoute } from '../route.ts'
import { openIncidents } from './open-incidents.ts'

const OPEN_INCIDENTS_SHOWN = 8
const TENANTS_SHOWN = 10

export const readOverview = consoleRoute({
  method: 'GET',
  url: '/overview',
  permission: 'read incidents',
  async handle({ db, now, config }, { organizationId }) {
    const today = dayOf(now)
    return inOrganization(db, organizationId, async tx => {
      const tenants = await readTenants(tx, organizationId)
      const open = await openIncidents(tx, organizationId, { limit: OPEN_INCIDENTS_SHOWN }, now)
      const months = await incidentMonths(tx, organizationId, now)
      const problems = await feedProblems(tx, organizationId, { now, pollSeconds: config.pollSeconds })
      const unjudged = await judgingProblems(tx, organizationId, now)
      const present = tenants.filter(({ offboardedOn }) => offboardedOn === null)
      const watched = present.filter(tenant => !billOn(today, tenant).isPaused)
      const needing = tenants
        .map(tenant => ({
          tenant,
          reasons: attentionFor(today, {
            ...tenant,
            collecting: problems.get(tenant.id),
            judging: unjudged.get(tenant.id),
          }),
        }))
        .filter(({ reasons }) => reasons.length)
        .sort((a, b) => b.tenant.openIncidents - a.tenant.openIncidents || rank(a.reasons) - rank(b.reasons))
      return {
        today,
        counts: open.counts,
        incidents: open.incidents,
        months,
        attention: {
          total: needing.length,
          tenants: needing.slice(0, TENANTS_SHOWN).map(({ tenant, reasons }) => ({
            serviceTenantId: tenant.serviceTenantId,
            displayName: tenant.displayName,
            reasons,
          })),
        },
        watched: {
          tenants: watched.length,
          paused: present.length - watched.length,
          onTrial: watched.filter(tenant => billOn(today, tenant).billableStatus === 'Trial').length,
          users: watched.reduce((sum, { users }) => sum + users, 0),
        },
      }
    })
  },
})

/** A log that is not read may hide an incident: before pauses and trials. */
const rank = (reasons: Reason[]) =>
  reasons.some(({ kind }) => kind === 'collecting' || kind === 'judging') ? 0 : 1
