// The audit log, as the page reads it.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { readAudit, readAuditFilters } from '../../../src/console/audit.ts'
import type { Answer } from '../../../src/console/route.ts'
import { read } from '../../api/call.ts'
import type { Clock } from '../../parts/clock.tsx'
import { isDay, startOfDay } from '../../parts/days.ts'

type AuditPage = Answer<typeof readAudit>
export type AuditEntry = AuditPage['entries'][number]

export interface Filter {
  person?: string | undefined
  action?: string | undefined
  /** Days by the clock that the reader has chosen, both included: 'YYYY-MM-DD'. */
  from?: string | undefined
  until?: string | undefined
}

/** Whatever an address holds, made a filter: what cannot be understood is left out. */
export function readAuditSearch(search: Record<string, unknown>): Filter {
  const text = (value: unknown, isMeant = (string: string) => /\S/.test(string)) =>
    typeof value === 'string' && isMeant(value) ? value : undefined
  return {
    person: text(search.person),
    action: text(search.action),
    from: text(search.from, isDay),
    until: text(search.until, isDay),
  }
}

export const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean)

/** Days become moments here: the server knows no time zone of the reader's. */
export const queryOf = ({ person, action, from, until }: Filter, clock: Clock) => ({
  person,
  action,
  since: from && startOfDay(from, { clock }),
  before: until && startOfDay(until, { plusDays: 1, clock }),
})

export const auditQuery = (filter: Filter, clock: Clock) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter, ...(filter.from || filter.until ? [clock] : [])],
    queryFn: ({ pageParam }) => read<AuditPage>('/audit', { ...queryOf(filter, clock), cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next ?? undefined,
    placeholderData: keepPreviousData,
    // Whoever looks wants what was done a moment ago, too.
    staleTime: 0,
  })

export const auditFiltersQuery = queryOptions({
  queryKey: ['audit filters'],
  queryFn: () => read<Answer<typeof readAuditFilters>>('/audit/filters'),
  staleTime: 60_000,
})
