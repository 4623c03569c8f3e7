// What the pages of tenants ask.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../src/console/route.ts'
import type { readOnboarding } from '../../src/console/tenants/connect-tenant.ts'
import type { readTenantConnection } from '../../src/console/tenants/connection.ts'
import type { previewOffboarding } from '../../src/console/tenants/offboarding.ts'
import type {
  listTenants,
  previewTenantPause,
  readTenant,
  readTenantUsers,
} from '../../src/console/tenants/tenants.ts'
import { read } from '../api/call.ts'
import type { AskUsers } from '../parts/billed-users.tsx'

export type Tenants = Answer<typeof listTenants>['tenants']
export type TenantPage = Answer<typeof readTenant>
export type UserAnswer = Answer<typeof readTenantUsers>
export type PausePreview = Answer<typeof previewTenantPause>

/** As the list of users opens. */
export const FIRST_USERS: AskUsers = { search: '', whom: 'all', page: 1 }

const at = (serviceTenantId: string) => `/tenants/${encodeURIComponent(serviceTenantId)}`

export type Onboarding = Answer<typeof readOnboarding>

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: () => read<Onboarding>('/onboarding'),
})

export type ConnectionAnswer = Answer<typeof readTenantConnection>

export const connectionQuery = (serviceTenantId: string) =>
  queryOptions({
    queryKey: ['tenant', serviceTenantId, 'connection'],
    queryFn: () => read<ConnectionAnswer>(`${at(serviceTenantId)}/connection`),
  })

export const offboardPreviewQuery = (serviceTenantId: string) =>
  queryOptions({
    queryKey: ['tenant', serviceTenantId, 'offboard-preview'],
    queryFn: () => read<Answer<typeof previewOffboarding>>(`${at(serviceTenantId)}/offboard-preview`),
    // As above: never from memory.
    staleTime: 0,
    gcTime: 0,
  })

export const tenantsQuery = queryOptions({
  queryKey: ['tenants'],
  queryFn: () => read<Answer<typeof listTenants>>('/tenants'),
})

export const tenantQuery = (serviceTenantId: string) =>
  queryOptions({
    queryKey: ['tenant', serviceTenantId],
    queryFn: () => read<TenantPage>(at(serviceTenantId)),
    // Collecting goes on while somebody looks.
    refetchInterval: 30_000,
  })

export const tenantUsersQuery = (serviceTenantId: string, ask: AskUsers) =>
  queryOptions({
    queryKey: ['tenant', serviceTenantId, 'users', ask],
    queryFn: () => read<UserAnswer>(`${at(serviceTenantId)}/users`, { ...ask }),
    placeholderData: keepPreviousData,
  })

export const pausePreviewQuery = (serviceTenantId: string) =>
  queryOptions({
    queryKey: ['tenant', serviceTenantId, 'pause preview'],
    queryFn: () => read<PausePreview>(`${at(serviceTenantId)}/pause-preview`),
    // Said before something is done: never from memory.
    staleTime: 0,
    gcTime: 0,
  })

const COLUMNS = ['name', 'service', 'status', 'users', 'incidents', 'onboarded'] as const
export type TenantColumn = (typeof COLUMNS)[number]
export const TENANT_STATUSES = ['Billable', 'Trial', 'Paused', 'NotBillable', 'Left'] as const

export interface TenantSearch {
  search?: string | undefined
  status?: (typeof TENANT_STATUSES)[number] | undefined
  sort?: TenantColumn | undefined
  order?: 'asc' | 'desc' | undefined
}

/** What an address asks of the list; what cannot be understood is left out. */
export function readTenantSearch(given: Record<string, unknown>): TenantSearch {
  const oneOf = <T>(values: readonly T[], value: unknown) => values.find(each => each === value)
  const text = typeof given.search === 'number' ? String(given.search) : given.search
  return {
    search: typeof text === 'string' && text ? text : undefined,
    status: oneOf(TENANT_STATUSES, given.status),
    sort: oneOf(COLUMNS, given.sort),
    order: oneOf(['asc', 'desc'] as const, given.order),
  }
}
