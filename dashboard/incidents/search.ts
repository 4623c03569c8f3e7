// What the list of incidents is asked for: kept in the address, so that a view can be shared and Back works.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  readIncidentPage,
  readIncidentRecord,
  readIncidentRecords,
} from '../../src/console/incidents/incident.ts'
import type { readIncidents, readIncidentTenants } from '../../src/console/incidents/incidents.ts'
import type { Answer } from '../../src/console/route.ts'
import { read } from '../api/call.ts'
import type { Clock } from '../parts/clock.tsx'
import { isDay, startOfDay } from '../parts/days.ts'

export type IncidentList = Answer<typeof readIncidents>
export type ListedIncident = IncidentList['incidents'][number]
export type Incident = Answer<typeof readIncidentPage>
export type Activity = Incident['activities'][number]
export type Status = Incident['status']
export type Severity = Incident['severity']

export const STATUSES = [
  'UNREMEDIATED',
  'CONTAINED',
  'REMEDIATED',
  'FALSE_POSITIVE',
] as const satisfies Status[]
export const SORTS = ['created', 'occurred', 'dwell'] as const
export const DAYS_BACK = [1, 7, 30, 90] as const
export type Sort = (typeof SORTS)[number]

/** What is left out has its default: everything, newest first. */
export interface Filter {
  tenant?: string
  status?: Status
  person?: string
  /** Found in the last so many days. */
  days?: (typeof DAYS_BACK)[number]
  /** Or between two days, both included, by the clock that the reader has chosen. */
  from?: string
  until?: string
  sort?: Sort
  order?: 'asc'
  page?: number
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** As the list was when an incident was opened from it: the way back leads there. */
    list?: Filter
  }
}

/** What becomes different; undefined takes a filter away. */
export type FilterChange = { [Name in keyof Filter]?: Filter[Name] | undefined }

const oneOf = <T>(values: readonly T[], value: unknown): T | undefined => values.find(each => each === value)

/** Whatever an address holds, made a filter: what cannot be understood is left out. */
export function readFilter(search: Record<string, unknown>): Filter {
  const text = (value: unknown, isMeant = (string: string) => /\S/.test(string)) => {
    const string = typeof value === 'number' ? String(value) : value
    return typeof string === 'string' && isMeant(string) ? string : undefined
  }
  const filter = {
    tenant: text(search.tenant),
    status: oneOf(STATUSES, search.status),
    person: text(search.person)?.slice(0, 200),
    days: oneOf(DAYS_BACK, search.days),
    from: text(search.from, isDay),
    until: text(search.until, isDay),
    sort: oneOf(SORTS, search.sort),
    order: oneOf(['asc'] as const, search.order),
    page: Number.isInteger(search.page) && Number(search.page) > 1 ? Number(search.page) : undefined,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

const FRESH = { refetchInterval: 60_000 }

export const incidentsQuery = (filter: Filter, clock: Clock) =>
  queryOptions({
    queryKey: ['incidents', 'list', filter, ...(filter.from || filter.until ? [clock] : [])],
    queryFn: () => read<IncidentList>('/incidents', { ...questionOf(filter, clock) }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })

function questionOf({ days, from, until, sort = 'created', order, page = 1, ...rest }: Filter, clock: Clock) {
  return {
    ...rest,
    ...(days !== undefined && { from: new Date(Date.now() - days * 86_400_000).toISOString() }),
    ...(from !== undefined && { from: startOfDay(from, { clock }) }),
    ...(until !== undefined && { until: startOfDay(until, { plusDays: 1, clock }) }),
    sort,
    order: order ?? 'desc',
    page,
  }
}

export const incidentTenantsQuery = queryOptions({
  queryKey: ['incident tenants'],
  queryFn: () => read<Answer<typeof readIncidentTenants>>('/incidents/tenants'),
  staleTime: 5 * 60_000,
})

export interface IncidentAddress {
  serviceTenantId: string
  id: string
}

export const incidentPath = ({ serviceTenantId, id }: IncidentAddress) =>
  `/tenant/${encodeURIComponent(serviceTenantId)}/incidents/${encodeURIComponent(id)}`

export const incidentQuery = (address: IncidentAddress) =>
  queryOptions({
    queryKey: ['incidents', 'one', address.serviceTenantId, address.id],
    queryFn: () => read<Incident>(incidentPath(address)),
    // The router has just asked; what it was refused need not be asked again.
    retryOnMount: false,
    ...FRESH,
  })

/** One record behind an act; without `record`, the first. */
export const recordQuery = (address: IncidentAddress, activityId: string, record?: string) =>
  queryOptions({
    queryKey: ['incident record', activityId, record],
    queryFn: () =>
      read<Answer<typeof readIncidentRecord>>(`${incidentPath(address)}/activities/${activityId}`, {
        record,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Asked again when the act stands for more by now. */
export const recordsQuery = (address: IncidentAddress, { id, records }: Activity) =>
  queryOptions({
    queryKey: ['incident records', id, records],
    queryFn: () =>
      read<Answer<typeof readIncidentRecords>>(`${incidentPath(address)}/activities/${id}/records`),
  })

/** What the page of an incident keeps in its address. */
export interface IncidentSearch {
  /** The timeline shows the attacker's acts alone. */
  acts?: 'attacker'
}

export const readIncidentSearch = ({ acts }: Record<string, unknown>): IncidentSearch =>
  acts === 'attacker' ? { acts } : {}
