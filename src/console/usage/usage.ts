// Usage: the API's own report for any day, thirteen months of it, the people behind its counts, and files to keep.
import Type from 'typebox'
import { inOrganization } from '../../database/in-organization.ts'
import { type Day, dayOf } from '../../days.ts'
import { listUsers } from '../../directory/users.ts'
import { Problem } from '../../http/problem.ts'
import { readTenants } from '../../tenants/read.ts'
import { countOn } from '../../usage/count-on.ts'
import { totalsOf, usageHistory } from '../../usage/history.ts'
import { usageReport } from '../../usage/report.ts'
import { pageOfUsers } from '../../usage/users.ts'
import { consoleRoute, type Download } from '../route.ts'
import { noSuchTenant, UserQuery } from '../tenants/tenants.ts'
import { usageCsv, usageSheet } from './usage-export.ts'

const EARLIEST = '2000-01-01'
const asOf = Type.Optional(Type.String({ maxLength: 10 }))
const onlyAsOf = Type.Object({ asOf }, { additionalProperties: false })

export const readUsage = consoleRoute({
  method: 'GET',
  url: '/usage',
  permission: 'read usage',
  query: onlyAsOf,
  async handle({ db, now }, { organizationId }, { query }) {
    const { report } = await usageReport(db, organizationId, { asOf: dayAsked(query.asOf, now), now })
    return { report, totals: totalsOf(report), today: dayOf(now) }
  },
})

export const readUsageHistory = consoleRoute({
  method: 'GET',
  url: '/usage/history',
  permission: 'read usage',
  query: onlyAsOf,
  async handle({ db, now }, { organizationId }, { query }) {
    const months = await usageHistory(db, organizationId, {
      asOf: dayAsked(query.asOf, now),
      today: dayOf(now),
      now,
    })
    return { months }
  },
})

/** Who is behind a tenant's counts in the report of that day. */
export const readUsageUsers = consoleRoute({
  method: 'GET',
  url: '/usage/users',
  permission: 'read usage',
  query: Type.Object(
    { asOf, tenant: Type.String({ maxLength: 64 }), ...UserQuery },
    { additionalProperties: false },
  ),
  async handle({ db, now }, { organizationId }, { query }) {
    const day = dayAsked(query.asOf, now)
    const { search, whom, page } = query
    return inOrganization(db, organizationId, async tx => {
      const [tenant] = await readTenants(tx, organizationId, { serviceTenantId: query.tenant })
      if (!tenant || tenant.onboardedOn > day) throw noSuchTenant()
      const count = await countOn(tx, organizationId, { tenantId: tenant.id, asOf: day })
      const users = count
        ? await listUsers(tx, organizationId, { tenantId: tenant.id, day: count.day, whom: 'licensed' })
        : []
      return { ...pageOfUsers(users, { search, whom, page }), count }
    })
  },
})

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const exportUsage = consoleRoute({
  method: 'GET',
  url: '/usage/export',
  permission: 'read usage',
  query: Type.Object(
    { asOf, format: Type.Union([Type.Literal('csv'), Type.Literal('xlsx')]) },
    { additionalProperties: false },
  ),
  async handle({ db, now }, { organizationId }, { query }): Promise<Download> {
    const day = dayAsked(query.asOf, now)
    const { report } = await usageReport(db, organizationId, { asOf: day, now })
    const download =
      query.format === 'csv'
        ? { type: 'text/csv; charset=utf-8', body: usageCsv(report) }
        : { type: SHEET, body: await usageSheet(report) }
    return { download: { name: `vedette-usage-${day}.${query.format}`, ...download } }
  },
})

function dayAsked(text: string | undefined, now: Date): Day {
  const today = dayOf(now)
  if (text === undefined) return today
  const refuse = (why: string) => new Problem('invalid-request', `asOf ${why}.`, { parameter: 'asOf' })
  const at = new Date(`${text}T00:00:00.000Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime()) || dayOf(at) !== text)
    throw refuse('must be a day of the calendar, written YYYY-MM-DD')
  if (text < EARLIEST) throw refuse(`must not be before ${EARLIEST}`)
  if (text > today) throw refuse(`must not be in the future; the current UTC date is ${today}`)
  return text
}
