// Tenants and records by the million, plain and quick to make: for load runs, and for tests that count.
import type { GraphUser } from '../world/world.ts'
import type { Feed, LoggedRecord, RecordSource, SourceTenant } from './source.ts'
import { hex, recordOf } from './synthetic-records.ts'

const HOUR = 3_600_000

export interface SyntheticTenantOrder {
  /** Makes id, name and domain; 1 to 99,999,999. */
  number: number
  users?: number
  hasP1?: boolean
}

export function syntheticTenant({ number, users = 10, hasP1 = true }: SyntheticTenantOrder): SourceTenant {
  const directoryTenantId = idOf(number, 0)
  const domain = `tenant-${number}.example`
  const people = Array.from({ length: users }, (_, index) => userOf(number, index + 1, domain))
  return {
    directoryTenantId,
    name: `Tenant ${number}`,
    domain,
    initialDomain: `tenant${number}.onmicrosoft.com`,
    country: 'DE',
    hasP1,
    skus: [
      {
        id: `${directoryTenantId}_${BUSINESS_PREMIUM}`,
        accountId: directoryTenantId,
        accountName: `Tenant ${number}`,
        appliesTo: 'User',
        capabilityStatus: 'Enabled',
        consumedUnits: users,
        skuId: BUSINESS_PREMIUM,
        skuPartNumber: 'SPB',
        subscriptionIds: [idOf(number, 99)],
        prepaidUnits: { enabled: users + 5, suspended: 0, warning: 0, lockedOut: 0 },
        servicePlans: [
          {
            servicePlanId: '41781fb2-bc02-4b7c-bd55-b576c07bb09d',
            servicePlanName: 'AAD_PREMIUM',
            provisioningStatus: 'Success',
            appliesTo: 'User',
          },
        ],
      },
    ],
    changes: [],
    usersAt: () => people,
  }
}

const BUSINESS_PREMIUM = 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46'

export interface SyntheticOrder {
  tenants: SourceTenant[]
  from: number
  to: number
  /** Evenly spread, for each tenant. */
  recordsPerHour: Partial<Record<Feed, number>>
  publishedAfterMs?: number
}

/** Every record follows from its place in the order, so that none has to be kept. */
export function syntheticSource(order: SyntheticOrder): RecordSource {
  const { tenants, from: begin, to: end, recordsPerHour, publishedAfterMs: delay = 120_000 } = order
  const numbers = new Map(tenants.map(({ directoryTenantId }, index) => [directoryTenantId, index + 1]))

  function* happenedIn(tenantId: string, from: number, to: number): Generator<LoggedRecord> {
    const number = numbers.get(tenantId)
    if (!number) return
    for (const [kind, [feed, perHour]] of Object.entries(recordsPerHour).entries()) {
      const step = HOUR / (perHour ?? 0)
      const first = Math.max(0, Math.ceil((from - begin) / step))
      for (let index = first; ; index++) {
        const at = Math.floor(begin + index * step)
        if (at >= to || at >= end) break
        if (at >= from) yield recordOf(feed as Feed, tenantId, kind, index, at, at + delay)
      }
    }
  }
  return {
    tenants,
    revision: 0,
    happenedIn,
    tracesIn: () => [],
    publishedIn: (tenantId, from, to) => happenedIn(tenantId, from - delay, to - delay),
  }
}

/** So many records of a feed, one a second from the given moment. */
export function syntheticRecords(
  tenantId: string,
  feed: Feed,
  count: number,
  {
    from,
    everyMs = 1000,
    publishedAfterMs = 0,
  }: { from: number; everyMs?: number; publishedAfterMs?: number },
): LoggedRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * everyMs
    return recordOf(feed, tenantId, FEEDS.indexOf(feed), index, at, at + publishedAfterMs)
  })
}

const FEEDS: Feed[] = [
  'Audit.AzureActiveDirectory',
  'Audit.Exchange',
  'Audit.SharePoint',
  'Audit.General',
  'signIns',
  'nonInteractiveSignIns',
  'directoryAudits',
]

const idOf = (number: number, index: number) => `${hex(number, 8)}-0000-4000-8000-${hex(index, 12)}`

function userOf(tenant: number, index: number, domain: string): GraphUser {
  return {
    id: `${hex(tenant, 8)}-aaaa-4000-8000-${hex(index, 12)}`,
    userPrincipalName: `person.${index}@${domain}`,
    mail: `person.${index}@${domain}`,
    displayName: `Person ${index}`,
    givenName: 'Person',
    surname: String(index),
    accountEnabled: true,
    createdDateTime: '2024-01-15T09:00:00Z',
    lastPasswordChangeDateTime: '2025-03-01T08:30:00Z',
    userType: 'Member',
    assignedLicenses: [{ skuId: BUSINESS_PREMIUM, disabledPlans: [] }],
    department: 'Sales',
    jobTitle: 'Clerk',
    officeLocation: null,
    city: 'Berlin',
    country: 'Germany',
    usageLocation: 'DE',
    mobilePhone: null,
    preferredLanguage: 'en-US',
    proxyAddresses: [`SMTP:person.${index}@${domain}`],
  }
}
