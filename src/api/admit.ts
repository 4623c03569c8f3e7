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
      const { rows } = await pool.query<Row>({
        name: 'admit',
        text: 'select * from admit($1, $2, $3, $4, $5, $6, $7)',
        values: [
          requests.map(request => request.keyHash),
          // A word that has neither form is passed as a code: it is found nowhere, and so the request is not counted.
          requests.map(({ tenantId }) =>
            tenantId !== undefined && !isDirectoryTenantId(tenantId) ? tenantId : null,
          ),
          requests.map(({ tenantId }) =>
            tenantId !== undefined && isDirectoryTenantId(tenantId) ? tenantId : null,
          ),
          requests.map(request => request.route),
          requests.map(request => request.cost),
          clock(),
          WINDOW_SECONDS,
        ],
      })
      const admitted: (Admission | undefined)[] = requests.map(() => undefined)
      for (const row of rows)
        admitted[row.ordinal - 1] = {
          keyId: row.key_id,
          organizationId: row.organization_id,
          tenantId: row.tenant_id,
          incidentsRevision: row.incidents_revision,
          usageRevision: row.usage_revision,
          used: row.used,
          windowStartedAt: row.window_started_at,
        }
      return admitted
    },
    { most: 500 },
  )
}
