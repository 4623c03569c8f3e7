// Whose a data centre is that fills a fair share of a short past: the person's, or an attacker's who was there from the start.
import { isComputers } from './access.ts'
import { ofMachine } from './machines.ts'
import { isHostingLike } from './origin.ts'
import { isWrongPassword } from './tenant-facts.ts'
import type { Trace } from './trace.ts'
import type { Visit } from './visits.ts'
import { GUESSING } from './weights.ts'

/**
 * Whether somebody in a data centre comes with what the person has where people sit, as who has a VPN does. Where the person has
 * no computer elsewhere, nothing speaks against it; a place that began with guessing their password is never theirs.
 */
export function judgeShortPast(visits: Visit[], traces: Trace[]): (visit: Visit) => boolean {
  let known: { clients: Set<string>; besieging: Set<string> } | null = null
  return ({ origin, clients }) => {
    known ??= { clients: clientsOnLines(visits), besieging: besiegingNetworks(traces) }
    if (known.besieging.has(origin!.network)) return false
    const machines = ofMachine(clients)
    if (machines.length === 0 || ![...known.clients].some(isComputers)) return true
    return machines.some(client => known!.clients.has(client))
  }
}

const clientsOnLines = (visits: Visit[]): Set<string> =>
  new Set(
    visits
      .filter(({ origin, success }) => success !== null && origin !== null && !isHostingLike(origin))
      .flatMap(({ clients }) => clients),
  )

/** Networks from which wrong passwords came before anything else. */
function besiegingNetworks(traces: Trace[]): Set<string> {
  const tried = new Map<string, number>()
  const found = new Set<string>()
  const used = new Set<string>()
  for (const trace of traces) {
    const { origin, manner, records } = trace
    if (origin === null || used.has(origin.network)) continue
    if (isWrongPassword(trace)) {
      const count = (tried.get(origin.network) ?? 0) + records
      tried.set(origin.network, count)
      if (count >= GUESSING.guesses) found.add(origin.network)
    } else if (manner.outcome === 'success') used.add(origin.network)
  }
  return found
}
