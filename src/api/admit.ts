// Asks the database, for every request anew, whose key it is, which tenant it names, what is left of its rate and how
// fresh an answer has to be. A key deleted or an incident recorded on any node counts from the next request on.
import type pg from 'pg'
import { isDirectoryTenantId } from '../tenants/service-tenant-id.ts'
import { together } from './together.ts'

export const WINDOW_SECONDS = 60

export interface Request {
  keyHash: Buffer
  tenantId: string | undefined
  route: string
  /** 0 when the request will be refused anyway and must not count. */
  cost: 0 | 1
}

export interface Admission {
  keyId: string
  organizationId: string
  /** Null when none was named, or when the one named is not this organization's. */
  tenantId: string | null
  incidentsRevision: number
  usageRevision: number
  /** Requests in this window, this one included. */
  used: number
  windowStartedAt: Date
}

interface Row {
  ordinal: number
  key_id: string
  organization_id: string
  tenant_id: string | null
  incidents_revision: number
  usage_revision: number
  used: number
  window_started_at: Date
}

/** The returned function answers undefined for a key nobody has. */
export function admissions(pool: pg.Pool, clock: () => Date) {
  return together<Request, Admission | undefined>(
    async requests => {
      const { groups, places } = groupAlike(requests)
      const moment = [clock(), WINDOW_SECONDS]
      // One alone, which is what there mostly is, is admitted with less ado.
      const { rows } = await pool.query<Row>(
        groups.length === 1
          ? { name: 'admit one', text: ADMIT_ONE, values: [...groups.flatMap(asValues), ...moment] }
          : { name: 'admit', text: ADMIT, values: [...columns(groups.map(asValues)), ...moment] },
      )
      const rowOf = new Map(rows.map(row => [groups[row.ordinal - 1], row]))
      return places.map(({ group, place }) => {
        const row = rowOf.get(group)
        return row && admissionOf(row, row.used - (group.size - place) * group.request.cost)
      })
    },
    { most: 500, atOnce: 2 },
  )
}

const ADMIT_ONE = 'select * from admit_one($1, $2, $3, $4, $5, $6, $7)'
const ADMIT = 'select * from admit($1, $2, $3, $4, $5, $6, $7)'

function asValues({ request: { keyHash, tenantId, route, cost }, size }: Group): unknown[] {
  const isDirectory = tenantId !== undefined && isDirectoryTenantId(tenantId)
  // A word that has neither form is passed as a code: it is found nowhere, and so the request is not counted.
  return [keyHash, isDirectory ? null : (tenantId ?? null), isDirectory ? tenantId : null, route, cost * size]
}

const columns = (rows: unknown[][]): unknown[][] => rows[0]!.map((_, column) => rows.map(row => row[column]))

interface Group {
  request: Request
  size: number
}

/** What is the same to the database is asked once: a hundred pollers of one list cost as much as one. */
function groupAlike(requests: Request[]) {
  const groups = new Map<string, Group>()
  const places = requests.map(request => {
    const { keyHash, route, cost, tenantId = '' } = request
    const word = `${keyHash.toString('latin1')} ${route} ${cost} ${tenantId}`
    const group = groups.get(word) ?? { request, size: 0 }
    if (group.size === 0) groups.set(word, group)
    group.size++
    return { group, place: group.size }
  })
  return { groups: [...groups.values()], places }
}

const admissionOf = (row: Row, used: number): Admission => ({
  keyId: row.key_id,
  organizationId: row.organization_id,
  tenantId: row.tenant_id,
  incidentsRevision: row.incidents_revision,
  usageRevision: row.usage_revision,
  used,
  windowStartedAt: row.window_started_at,
})
