// The audit log, as the page reads it.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { readAudit, readAuditFilters } from '../../../src/console/audit.ts'
import type { Answer } from '../../../src/console/route.ts'
import { read } from '../../api/call.ts'

type AuditPage = Answer<typeof readAudit>
export type AuditEntry = AuditPage['entries'][number]

export interface Filter {
  person?: string | undefined
  action?: string | undefined
  /** Days of the reader's calendar, both included: 'YYYY-MM-DD'. */
  from?: string | undefined
  until?: string | undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Whatever an address holds, made a filter: what cannot be understood is left out. */
export function readAuditSearch(search: Record<string, unknown>): Filter {
  const text = (value: unknown, pattern = /\S/) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined
  return {
    person: text(search.person),
    action: text(search.action),
    from: text(search.from, DAY),
    until: text(search.until, DAY),
  }
}

export const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean)

/** Days become moments where the reader is: the server knows no time zone of theirs. */
export const queryOf = ({ person, action, from, until }: Filter) => ({
  person,
  action,
  since: from && startOf(from, 0),
  before: until && startOf(until, 1),
})

function startOf(day: string, plusDays: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(year, month - 1, date + plusDays).toISOString()
}

export const auditQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam }) => read<AuditPage>('/audit', { ...queryOf(filter), cursor: pageParam }),
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
