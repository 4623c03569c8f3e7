// A process that collects and tells what it saw: for memory and for who waits how long among a thousand tenants.

import type { Connection } from '../src/database/connect.ts'
import { openOn } from '../src/database/open.ts'
import { normalise } from '../src/events/normalise.ts'
import { startCollecting } from '../src/sources/collect.ts'
import type { Source } from '../src/sources/source.ts'
import { vendorSource } from './collecting-source.ts'
import { quiet } from './dataset.ts'

export interface NodeOptions {
  connection: Connection
  url: string
  /** Directory tenant → the name it is asked for under. */
  names: Record<string, string>
  pollSeconds: number
  seconds: number
}

export interface NodeResult {
  /** The longest that a tenant which works stood between the ends of two turns, or before the first. */
  longestWaitSeconds: number
  turns: number
  stored: number
  residentMegabytes: number
}

const { connection, url, names, pollSeconds, seconds } = JSON.parse(process.argv[2]!) as NodeOptions
const database = await openOn(connection, 10, quiet)
const begun = performance.now()
const lastEnds = new Map<string, number>()
let [longest, turns, stored, resident] = [0, 0, 0, 0]
const collecting = startCollecting({
  db: database.db,
  clock: () => new Date(),
  random: Math.random,
  log: quiet,
  normalise,
  connect: async feed => ({ url, name: names[feed.directoryTenantId]! }),
  sources: [vendorSource as Source],
  onTurn({ tenantId, result }) {
    turns++
    stored += result?.stored ?? 0
    if (result?.end === 'caught up') {
      longest = Math.max(longest, performance.now() - (lastEnds.get(tenantId) ?? begun))
      lastEnds.set(tenantId, performance.now())
    }
  },
  settings: {
    pollSeconds,
    lookBackDays: 7,
    overlapSeconds: 0,
    leaseSeconds: 30,
    pagesPerTurn: 20,
    secondsPerTurn: 60,
    turns: 32,
    turnsOfTenant: 2,
    lookSeconds: 1,
  },
})
const watch = setInterval(() => {
  resident = Math.max(resident, process.memoryUsage.rss())
}, 250)
await new Promise(resolve => setTimeout(resolve, seconds * 1000))
clearInterval(watch)
// Whoever still stands there has waited until now; one that was never served, since the beginning.
const working = Object.values(names).filter(name => !/(bad|slow)$/.test(name)).length
if (lastEnds.size < working) longest = Math.max(longest, performance.now() - begun)
for (const end of lastEnds.values()) longest = Math.max(longest, performance.now() - end)
await collecting.stop()
await database.close()
process.send!({
  longestWaitSeconds: longest / 1000,
  turns,
  stored,
  residentMegabytes: resident / 1e6,
} satisfies NodeResult)
