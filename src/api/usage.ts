// GET /v1/usage (spec §4.2)
import { dayOf } from '../days.ts'
import { usageReport } from '../usage/report.ts'
import { UsageReport } from '../usage/usage.ts'
import { day, invalid } from './parameters.ts'
import { route } from './route.ts'

// The calendar of the database begins here, long before any tenant.
const EARLIEST = '0001-01-01'

export const usageRoute = route({
  method: 'GET',
  url: '/v1/usage',
  name: 'usage',
  summary: 'Get tenant usage',
  description:
    'The usage and billing report for a UTC day. Once the day has ended its report is final: asking again gives the same figures.',
  parameters: {
    asOf: day('The date the usage data is for. Default: the current UTC date.'),
  },
  response: UsageReport,
  example: {
    asOf: '2026-03-31',
    reportGeneratedAt: '2026-03-31T12:00:00.000Z',
    organizationName: 'Harbour Managed Services',
    totalTenants: 1,
    tenants: [
      {
        serviceTenantId: 'k7m2xq9d',
        directoryTenantId: '6f1d2a80-3f5e-4b7b-9a0e-2f4f8d9c1e77',
        onboardingDate: '2026-03-07',
        displayName: 'Northwind Dairy',
        service: 'Monitoring',
        isPaused: false,
        firstBillableDate: '2026-03-21',
        billableStatus: 'Billable',
        totalLicensedUsers: 148,
        billableUsersThisMonth: 131,
        proratingPercentageThisMonth: 35.48,
      },
    ],
  },
  requestsPerMinute: config => config.usageRequestsPerMinute,
  settle({ asOf }, now) {
    const today = dayOf(now)
    if (asOf !== undefined && asOf > today)
      throw invalid('asOf', `must not be in the future; the current UTC date is ${today}`)
    return { asOf: asOf ?? today }
  },
  revision: admission => admission.usageRevision,
  async answer({ db, now }, { organizationId }, values) {
    const asOf = values.asOf ?? dayOf(now)
    const { report, revision } = await usageReport(db, organizationId, {
      asOf: asOf < EARLIEST ? EARLIEST : asOf,
      now,
    })
    return { body: Buffer.from(JSON.stringify({ ...report, asOf })), revision, staleAt: null, next: null }
  },
})
