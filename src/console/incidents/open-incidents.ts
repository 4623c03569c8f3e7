// The incidents that nobody has dealt with yet.
import type { Tx } from '../../database/in-organization.ts'
import { searchIncidents } from '../../incidents/search.ts'

/** The newest of them, of one tenant or of all, with how many there are in every state. */
export async function openIncidents(
  tx: Tx,
  organizationId: string,
  { serviceTenantId, limit }: { serviceTenantId?: string; limit: number },
  now: Date,
) {
  const { incidents, counts } = await searchIncidents(
    tx,
    organizationId,
    { serviceTenantId, status: 'UNREMEDIATED', sort: 'created', order: 'desc', page: 1 },
    now,
  )
  return { incidents: incidents.slice(0, limit), counts }
}
