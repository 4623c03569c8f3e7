// Where the owner of an account was, and when: by hand, by their phone, at a machine that the company knows.
import type { Access } from '../entry/access.ts'
import { isPhone } from '../memory/manner.ts'
import type { Origin } from '../memory/origin.ts'
import { isByHand } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { isPlace } from './distance.ts'

/** The owner, or their phone, at a place of theirs. */
export interface Presence {
  at: number
  origin: Origin
  byHand: boolean
}

/** Where the owner was, in order of time. */
export interface Whereabouts {
  /** Themselves or their phone. */
  home: Presence[]
  byHand: Presence[]
  /** What their phone does by itself. */
  ofPhone: Presence[]
  /** At a machine that the company knows, wherever that was. */
  atDevice: Presence[]
  /** What their sessions were used with at places of theirs. */
  sessions: Map<string, Set<string>>
  /** Whose networks they are on. */
  providers: Set<number | null>
}

export function whereaboutsOf(accesses: Access[]): Whereabouts {
  const home: Presence[] = []
  const atDevice: Presence[] = []
  const sessions = new Map<string, Set<string>>()
  const rooms = roomsOf(accesses)
  const providers = new Set<number | null>()
  for (const { visit, isOwnNetwork, isNewAddress, hasOwnDevice } of accesses) {
    if (hasOwnDevice) atDevice.push(...signInsByDevice(visit))
    if (isOwnNetwork !== true) continue
    if (visit.origin !== null && visit.origin.asn !== null) providers.add(visit.origin.asn)
    if (visit.session !== null) {
      const clients = sessions.get(visit.session) ?? new Set()
      for (const client of visit.clients) clients.add(client)
      sessions.set(visit.session, clients)
    }
    if (isNewAddress) continue
    for (const trace of visit.traces) {
      const { origin, manner, at, until } = trace
      if (origin === null || !isPlace(origin)) continue
      // A phone may come out elsewhere in its country from wherever it roams.
      if (!rooms.has(origin.prefix)) continue
      const byHand = isByHand(trace)
      if (byHand || (manner.outcome === 'success' && manner.system !== null && isPhone(manner.system)))
        home.push({ at, origin, byHand }, { at: until, origin, byHand })
    }
  }
  home.sort((a, b) => a.at - b.at)
  atDevice.sort((a, b) => a.at - b.at)
  const byHand = home.filter(moment => moment.byHand)
  return { home, byHand, ofPhone: home.filter(moment => !moment.byHand), atDevice, sessions, providers }
}

/** Where a machine that the company knows was signed in on by hand: there is no doubt whose that was. */
const signInsByDevice = ({ traces }: Visit): Presence[] =>
  traces.flatMap(trace => {
    const { origin, manner, at } = trace
    const isThere = manner.action === 'sign-in' && manner.deviceId !== null && isByHand(trace)
    return isThere && origin !== null && isPlace(origin) ? [{ at, origin, byHand: true }] : []
  })

/** Where computers of the person's stand. */
const roomsOf = (accesses: Access[]): Set<string> =>
  new Set(
    accesses
      .filter(
        ({ visit, isOwnNetwork }) => isOwnNetwork === true && visit.systems.some(each => !isPhone(each)),
      )
      .map(({ visit }) => visit.origin!.prefix),
  )

/** Where the moments from then on begin, of many in order of time. */
export function firstFrom(moments: Presence[], time: number): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (moments[middle]!.at < time) low = middle + 1
    else high = middle
  }
  return low
}
