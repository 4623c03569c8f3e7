// What the page of usage asks. Without a day it is about today.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../src/console/route.ts'
import type { readUsage, readUsageHistory, readUsageUsers } from '../../src/console/usage/usage.ts'
import { consoleUrl, read } from '../api/call.ts'
import type { AskUsers } from '../parts/billed-users.tsx'

export type Usage = Answer<typeof readUsage>
export type UsageHistory = Answer<typeof readUsageHistory>
export type UsageTenant = Usage['report']['tenants'][number]

export const usageQuery = (asOf: string | undefined) =>
  queryOptions({
    queryKey: ['usage', asOf ?? 'today'],
    queryFn: () => read<Usage>('/usage', { asOf }),
    placeholderData: keepPreviousData,
  })

/** The same for every day of a month: asked once. */
export const usageHistoryQuery = (asOf: string | undefined) =>
  queryOptions({
    queryKey: ['usage history', asOf?.slice(0, 7) ?? 'today'],
    queryFn: () => read<UsageHistory>('/usage/history', { asOf }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

export const usageUsersQuery = (tenant: string, asOf: string | undefined, ask: AskUsers) =>
  queryOptions({
    queryKey: ['usage users', tenant, asOf ?? 'today', ask],
    queryFn: () => read<Answer<typeof readUsageUsers>>('/usage/users', { tenant, asOf, ...ask }),
    placeholderData: keepPreviousData,
  })

export const usageFile = (asOf: string, format: 'csv' | 'xlsx') =>
  consoleUrl('/usage/export', { asOf, format })

export interface UsageSearch {
  asOf?: string | undefined
  /** Whose users are shown. */
  tenant?: string | undefined
  whom?: 'billable' | undefined
}

/** What an address asks for; whether the day exists is the server's to judge. */
export function readUsageSearch(given: Record<string, unknown>): UsageSearch {
  const tenant = typeof given.tenant === 'number' ? String(given.tenant) : given.tenant
  return {
    asOf: typeof given.asOf === 'string' && /^\d{4}-\d\d-\d\d$/.test(given.asOf) ? given.asOf : undefined,
    tenant: typeof tenant === 'string' && tenant ? tenant : undefined,
    whom: given.whom === 'billable' ? 'billable' : undefined,
  }
}
