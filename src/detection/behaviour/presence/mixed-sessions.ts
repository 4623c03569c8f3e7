// Sessions that hold several systems together: some logs tell more than one machine in them.
import type { Access } from '../entry/access.ts'
import { isOtherSystem } from './machines.ts'

/** On so many days where its owner has always been, a session with several systems is no thief's. */
const MIXED_DAYS = 3

const NONE: ReadonlySet<string> = new Set()

/**
 * The systems of which another one in a session says nothing: it shows them day after day where its owner has always been, or
 * other sessions of theirs do. One machine has one, but some tell it in two ways.
 */
export function mixedSessions(
  sessions: ReadonlyMap<string, Access[]>,
): (session: string) => ReadonlySet<string> {
  const mixed = new Map<string, { days: number; systems: string[] }>()
  for (const [session, accesses] of sessions) {
    const home = accesses.filter(({ isOwnNetwork, isNewAddress }) => isOwnNetwork === true && !isNewAddress)
    const systems = home.flatMap(({ visit }) => visit.systems)
    const others = home.filter(({ visit }) => isOtherSystem(visit.systems, systems.slice(0, 1)))
    if (others.length > 0)
      mixed.set(session, { days: new Set(others.map(({ visit }) => visit.day)).size, systems })
  }
  const all = new Set([...mixed.values()].flatMap(({ systems }) => systems))
  return session => {
    const days = mixed.get(session)?.days ?? 0
    return mixed.size > (days > 0 ? 1 : 0) || days >= MIXED_DAYS ? all : NONE
  }
}
