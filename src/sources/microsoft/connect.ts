// The client for each tenant, made from its connection and kept as long as that stays the same: with it go its tokens and
// what is left of its budgets.
import { LRUCache } from 'lru-cache'
import type { Db } from '../../database/connect.ts'
import { inOrganization } from '../../database/in-organization.ts'
import { type Credentials, readReach } from '../../tenants/connection.ts'
import type { Secrets } from '../../tenants/seal.ts'
import { SourceFault } from '../source.ts'
import { type Budgets, clientFor, type MicrosoftClient } from './client.ts'
import type { Cloud } from './clouds.ts'

export interface MicrosoftParts {
  cloud: Cloud
  /** The installation's own application, to which tenants can consent; undefined where there is none. */
  app: Credentials | undefined
  secrets: Secrets
  fetch: typeof fetch
  clock: () => Date
  /** Microsoft's published limits unless given. */
  budgets?: Budgets
}

interface Reached {
  organizationId: string
  tenantId: string
  directoryTenantId: string
}

const MOST_KEPT = 5000

export function microsoftConnect({ db, ...parts }: MicrosoftParts & { db: Db }) {
  const kept = new LRUCache<string, { version: string; client: MicrosoftClient }>({ max: MOST_KEPT })
  return async ({ organizationId, tenantId, directoryTenantId }: Reached): Promise<MicrosoftClient> => {
    // Asked each time: credentials that were changed on another node count from now on.
    const reach = await inOrganization(db, organizationId, tx =>
      readReach(tx, organizationId, { tenantId }, parts.secrets),
    )
    if (!reach)
      throw new SourceFault(
        'not-connected',
        'The tenant is not connected. Have an Admin connect it on the tenant page.',
      )
    if (reach.by === 'unreadable')
      throw new SourceFault(
        'secret',
        'The tenant’s credentials were sealed under another secret of the installation. Set VEDETTE_PREVIOUS_SECRET to that one, or enter them anew on the tenant page.',
      )
    const version = `${reach.by} ${reach.changedAt.toISOString()} ${directoryTenantId}`
    const known = kept.get(tenantId)
    if (known?.version === version) return known.client
    const credentials = reach.by === 'credentials' ? reach.credentials : parts.app
    if (!credentials)
      throw new SourceFault(
        'not-connected',
        'The tenant consented to this installation’s application, and none is set. Set VEDETTE_MICROSOFT_CLIENT_ID and its secret, or connect the tenant by credentials.',
      )
    const client = clientFor({ ...parts, directoryTenantId, credentials })
    kept.set(tenantId, { version, client })
    return client
  }
}
