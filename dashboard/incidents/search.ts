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
  /** Or between two days of the reader's calendar, both included. */
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

const DAY = /^\d{4}-\d\d-\d\d$/

const oneOf = <T>(values: readonly T[], value: unknown): T | undefined => values.find(each => each === value)

/** Whatever an address holds, made a filter: what cannot be understood is left out. */
export function readFilter(search: Record<string, unknown>): Filter {
  const text = (value: unknown, pattern = /\S/) => {
    const string = typeof value === 'number' ? String(value) : value
    return typeof string === 'string' && pattern.test(string) ? string : undefined
  }
  const filter = {
    tenant: text(search.tenant),
    status: oneOf(STATUSES, search.status),
    person: text(search.person)?.slice(0, 200),
    days: oneOf(DAYS_BACK, search.days),
    from: text(search.from, DAY),
    until: text(search.until, DAY),
    sort: oneOf(SORTS, search.sort),
    order: oneOf(['asc'] as const, search.order),
    page: Number.isInteger(search.page) && Number(search.page) > 1 ? Number(search.page) : undefined,
  }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

const FRESH = { refetchInterval: 60_000 }

export const incidentsQuery = (filter: Filter) =>
  queryOptions({
    queryKey: ['incidents', 'list', filter],
    queryFn: () => read<IncidentList>('/incidents', { ...questionOf(filter) }),
    placeholderData: keepPreviousData,
    ...FRESH,
  })

function questionOf({ days, from, until, sort = 'created', order, page = 1, ...rest }: Filter) {
  return {
    ...rest,
    ...(days !== undefined && { from: new Date(Date.now() - days * 86_400_000).toISOString() }),
    ...(from !== undefined && { from: startOf(from) }),
    ...(until !== undefined && { until: startOf(until, 1) }),
    sort,
    order: order ?? 'desc',
    page,
  }
}

/** When a day begins where the reader is. Days that no calendar has are no bound. */
function startOf(day: string, daysLater = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const at = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
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
