// Tenants and records by the million, plain and quick to make: for load runs, and for tests that count.
import type { GraphUser } from '../world/world.ts'
import type { Feed, LoggedRecord, SourceTenant } from './source.ts'
import { hex, recordOf } from './synthetic-records.ts'

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
