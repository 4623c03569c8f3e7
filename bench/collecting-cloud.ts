// The simulated cloud as the measurements of collecting read it: a working day of some tenants, the clock standing still.
import { clock } from '../simulator/cloud/clock.ts'
import { startCloud } from '../simulator/cloud/start.ts'
import { sourceOfWorld } from '../simulator/cloud/world-source.ts'
import { createWorld } from '../simulator/world/world.ts'

export interface CloudOptions {
  /** What time it is there. */
  at: string
  tenants: number
  peoplePerTenant: number
}

export interface CloudTold {
  loginUrl: string
  graphUrl: string
  manageUrl: string
  app: { clientId: string; secret: string }
  tenantIds: string[]
}

const { at, tenants, peoplePerTenant } = JSON.parse(process.argv[2]!) as CloudOptions
const now = Date.parse(at)
const world = createWorld({
  seed: 1,
  from: new Date(now - 3 * 86_400_000),
  to: new Date(now),
  tenants: Array.from({ length: tenants }, () => ({ people: peoplePerTenant })),
})
const { loginUrl, graphUrl, manageUrl, app } = await startCloud({
  source: sourceOfWorld(world),
  clock: clock({ start: now, speed: 0 }),
  budgets: null,
  // Whatever was made once is kept, and blobs are full: nothing but collecting is to be waited for.
  settings: { keptCharacters: 2e9, blobSpanMs: 3_600_000 },
})
process.send!({
  loginUrl,
  graphUrl,
  manageUrl,
  app,
  tenantIds: world.tenants.map(({ directoryTenantId }) => directoryTenantId),
} satisfies CloudTold)
