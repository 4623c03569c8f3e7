// A person's traces as visits to their account: one session at one place on one day.
import type { Manner } from './manner.ts'
import { isLine, type Origin } from './origin.ts'
import type { Trace } from './trace.ts'

export interface Visit {
  key: string
  /** Days since 1970. */
  day: number
  session: string | null
  /** Null when no trace says where from, or Microsoft's own machines acted. */
  origin: Origin | null
  addresses: Set<string>
  /** Each once. */
  manners: Manner[]
  clients: string[]
  systems: string[]
  devices: string[]
  hasKnownDevice: boolean
  isScripted: boolean
  /** A bit for each hour of the day (UTC) in which something got anywhere. */
  hours: number
  traces: Trace[]
  /** Those of them that have particulars. */
  notable: Trace[]
  first: number
  last: number
  /** The first trace that got anywhere. */
  success: Trace | null
}

export const DAY = 86_400_000
export const MINUTE = 60_000
export const HOUR = 3_600_000

export const dayOf = (at: number): number => Math.floor(at / DAY)
export const hourOf = (at: number): number => Math.floor(at / HOUR) % 24

/**
 * Traces in order of time become visits in order of their first one. Where no session is told, the address stands for
 * it. Microsoft's machines act for everybody: only a person signing in from one is somewhere.
 */
export function visitsOf(traces: Trace[]): Visit[] {
  const visits = new Map<string, Visit>()
  const recent: Visit[] = []
  const placeOf = createPlacing()
  for (const trace of traces) {
    const origin = placeOf(trace)
    const day = dayOf(trace.at)
    const lately = visitLately(recent, trace, origin, day)
    if (lately !== null) {
      add(lately, trace)
      continue
    }
    const key =
      trace.session === null
        ? `~ ${origin?.address ?? '-'} ${day}`
        : `${trace.session} ${whereabouts(origin)} ${day}`
    let visit = visits.get(key)
    if (!visit) {
      visit = newVisit(key, day, trace, origin)
      visits.set(key, visit)
    }
    add(visit, trace)
    if (recent.push(visit) > LATELY) recent.shift()
  }
  return [...visits.values()]
}

/** Its addresses, each on that day: what is there then is in one house. */
export const placesOf = ({ addresses, day }: Visit): string[] =>
  [...addresses].map(address => `${address} ${day}`)

/** How many visits can go on side by side without their being looked up by name. */
const LATELY = 4

function visitLately(recent: Visit[], { session }: Trace, origin: Origin | null, day: number): Visit | null {
  for (let at = recent.length - 1; at >= 0; at--) {
    const visit = recent[at]!
    if (visit.day === day && visit.origin === origin && visit.session === session) return visit
  }
  return null
}

/** Where people sit, the neighbours of an address are one line or one house; elsewhere addresses are handed out as they come. */
function whereabouts(origin: Origin | null): string {
  if (origin === null) return '-'
  return isLine(origin) && !origin.address.includes(':')
    ? `${origin.network} ${origin.prefix}`
    : origin.network
}

/**
 * Microsoft's machines act for people without anybody sitting there; whose hand or program signs in, or who has been let in with a
 * code, has rented one, and goes on there in that session, or where none is told on that day.
 */
function createPlacing(): (trace: Trace) => Origin | null {
  const rented = new Map<string, Set<string>>()
  return ({ origin, manner, session, at }) => {
    if (origin?.kind !== 'microsoft') return origin
    const { action, outcome, isInteractive, isScripted, flow } = manner
    const stay = session ?? `~ ${dayOf(at)}`
    if (action !== 'sign-in' || (isInteractive !== true && !isScripted && flow === null))
      return rented.get(stay)?.has(origin.address) ? origin : null
    if (outcome === 'success') rented.set(stay, (rented.get(stay) ?? new Set()).add(origin.address))
    return origin
  }
}

const newVisit = (key: string, day: number, { session, at }: Trace, origin: Origin | null): Visit => ({
  key,
  day,
  session,
  origin,
  addresses: new Set(),
  manners: [],
  clients: [],
  systems: [],
  devices: [],
  hasKnownDevice: false,
  isScripted: false,
  hours: 0,
  traces: [],
  notable: [],
  first: at,
  last: at,
  success: null,
})

function add(visit: Visit, trace: Trace): void {
  const { manner, origin } = trace
  const before = visit.traces.at(-1)
  visit.traces.push(trace)
  if (trace.particulars !== null) visit.notable.push(trace)
  if (trace.until > visit.last) visit.last = trace.until
  if (manner.outcome === 'success') visit.hours |= 1 << hourOf(trace.at)
  if (before?.manner !== manner) addManner(visit, trace)
  else if (before.origin === origin) return
  if (origin !== null && manner.action !== 'alert') visit.addresses.add(origin.address)
}

function addManner(visit: Visit, trace: Trace): void {
  const { manner } = trace
  if (visit.manners.includes(manner)) return
  visit.manners.push(manner)
  // The vendor's opinion is no deed of anybody's.
  if (manner.action === 'alert') return
  addOnce(visit.clients, manner.client)
  addOnce(visit.systems, manner.system)
  addOnce(visit.devices, manner.deviceId)
  if (manner.isDeviceKnown === true) visit.hasKnownDevice = true
  if (manner.isScripted) visit.isScripted = true
  if (manner.outcome === 'success') visit.success ??= trace
}

function addOnce(list: string[], value: string | null): void {
  if (value !== null && !list.includes(value)) list.push(value)
}
