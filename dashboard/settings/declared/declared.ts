// What the Travel and networks tab reads and changes.
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../src/console/route.ts'
import type { addTravel } from '../../../src/console/tenants/declare.ts'
import type { readDeclarations } from '../../../src/console/tenants/declared.ts'
import { change, read } from '../../api/call.ts'

export type Declared = Answer<typeof readDeclarations>

export interface DeclaredSearch {
  tenant?: string | undefined
}

export function readDeclaredSearch({ tenant }: Record<string, unknown>): DeclaredSearch {
  return { tenant: typeof tenant === 'string' || typeof tenant === 'number' ? String(tenant) : undefined }
}

/** Without a tenant it is about the first by name. */
export const declaredQuery = (tenant?: string) =>
  queryOptions({
    queryKey: ['declared', ...(tenant === undefined ? [] : [tenant])],
    queryFn: () => read<Declared>('/declared', { tenant }),
    // The tenants to choose from stay while another's are fetched.
    placeholderData: keepPreviousData,
  })

const at = (serviceTenantId: string, rest: string) => `/tenant/${encodeURIComponent(serviceTenantId)}/${rest}`

export const declareTravel = (
  serviceTenantId: string,
  body: { user: string; countries: string[]; fromOn: string; untilOn: string },
) => change<Answer<typeof addTravel>>('POST', at(serviceTenantId, 'travel'), body)
export const trustNetwork = (
  serviceTenantId: string,
  body: { network: string; note: string; untilOn: string },
) => change('POST', at(serviceTenantId, 'networks'), body)
export const withdraw = (serviceTenantId: string, id: string) =>
  change('DELETE', at(serviceTenantId, `declared/${id}`))
