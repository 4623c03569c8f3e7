// What the usage report is to a reader (spec §2.4, §2.5).
import Type from 'typebox'

const day = (description: string) => Type.String({ format: 'date', description })

const UsageTenant = Type.Object(
  {
    serviceTenantId: Type.String(),
    directoryTenantId: Type.String({ format: 'uuid' }),
    onboardingDate: day('The first day it was watched.'),
    displayName: Type.String(),
    service: Type.Enum(['Monitoring', 'Scan'], {
      description: 'Monitoring, or Scan for a look-back only.',
    }),
    isPaused: Type.Boolean(),
    firstBillableDate: Type.Union([day('The day after the trial.'), Type.Null()], {
      description: 'Onboarding plus the trial; null when NotBillable.',
    }),
    billableStatus: Type.Enum(['Trial', 'Billable', 'Paused', 'NotBillable'], {
      description: "NotBillable: the organization's own. Otherwise Paused before Trial before Billable.",
    }),
    totalLicensedUsers: Type.Integer({ minimum: 0, description: 'Accounts with any licence.' }),
    billableUsersThisMonth: Type.Integer({
      minimum: 0,
      description: 'Accounts with at least one paid licence, not deleted.',
    }),
    proratingPercentageThisMonth: Type.Number({
      minimum: 0,
      maximum: 100,
      description: 'Billable days of the month, through its end, of all its days; two decimals at most.',
    }),
  },
  { additionalProperties: false },
)

export const UsageReport = Type.Object(
  {
    asOf: day('The UTC day the report is for.'),
    reportGeneratedAt: Type.String({ format: 'date-time' }),
    organizationName: Type.String(),
    totalTenants: Type.Integer({ minimum: 0 }),
    tenants: Type.Array(UsageTenant, { description: 'Sorted by displayName.' }),
  },
  { additionalProperties: false },
)
export type UsageReport = Type.Static<typeof UsageReport>
