// Whose a place is that fills a fair share of a short past: the person's, or an attacker's who was there for most of it.

import { isPhone } from '../memory/manner.ts'
import { hidesCountry, isHostingLike, isLine } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { ofMachine, programsOf } from '../presence/machines.ts'
import { isWrongPassword, type TenantFacts } from '../tenant-facts.ts'
import { GUESSING, LEARNING } from '../weights.ts'
import { isComputers } from './access.ts'

/**
 * Whether a visit may be the person's, however many days such visits fill. Somebody in a data centre has to come with what the
 * person has where people sit, as who has a VPN does; where the person has no computer elsewhere, nothing speaks against it. A
 * place that began with guessing their password is never theirs, nor is a computer in a country where the person is only while
 * they are in another as well. It must be known where the visit came from.
 */
export function judgeShortPast(visits: Visit[], traces: Trace[]): (visit: Visit) => boolean {
  let known: { clients: Set<string>; besieging: Set<string>; beside: Set<string | null> } | null = null
  return visit => {
    const { clients } = visit
    const origin = visit.origin!
    known ??= {
      clients: clientsOnLines(visits),
      besieging: besiegingNetworks(traces),
      beside: countriesBeside(visits),
    }
    if (origin.kind === 'microsoft') return true
    if (!isHostingLike(origin)) return !known.beside.has(origin.country) || !clients.some(isComputers)
    if (known.besieging.has(origin.network)) return false
    const machines = ofMachine(clients)
    if (machines.length === 0 || ![...known.clients].some(isComputers)) return true
    return machines.some(client => known!.clients.has(client))
  }
}

/**
 * A line that shows up when the person had been seen at a computer on some days already, and to which no session and no machine
 * of theirs has come along, tells nothing of what is theirs: whoever reads there for days would fill a fair share of a short past.
 */
export function lateAndAlone(visits: Visit[]): (visit: Visit) => boolean {
  const days = new Set<number>()
  const late = new Set<string>()
  const seen = new Set<string>()
  const placesOf = new Map<string, Set<string>>()
  for (const { origin, success, day, session, devices, systems } of visits) {
    if (success === null || origin === null) continue
    const { prefix } = origin
    if (!seen.has(prefix)) {
      seen.add(prefix)
      if (isLine(origin) && days.size - (days.has(day) ? 1 : 0) >= LEARNING.activeDays) late.add(prefix)
    }
    if (systems.some(system => !isPhone(system))) days.add(day)
    for (const mark of session === null ? devices : [session, ...devices])
      placesOf.set(mark, (placesOf.get(mark) ?? new Set()).add(prefix))
  }
  for (const places of placesOf.values()) if (places.size > 1) for (const place of places) late.delete(place)
  return ({ origin }) => origin !== null && late.has(origin.prefix)
}

interface Machine {
  programs: Set<string>
  days: Set<number>
  /** In which the directory knew it. */
  sessions: Set<string | null>
  /** Something had been registered before it was first seen. */
  isLate: boolean
}

/**
 * Whether a machine was the person's when the look-back began, for all that is known: at work where people sit with more than one
 * program, on half of all days, or known to the directory in more than one session; and there before anything was registered.
 */
export function machinesOfShortPast(visits: Visit[]): (device: string) => boolean {
  let known: Set<string> | null = null
  return device => {
    known ??= machinesThere(visits)
    return known.has(device)
  }
}

function machinesThere(visits: Visit[]): Set<string> {
  const machines = new Map<string, Machine>()
  const days = new Set<number>()
  let isLate = false
  for (const visit of visits) {
    const { success, origin, devices, day, session, hasKnownDevice } = visit
    if (success === null || origin === null) continue
    days.add(day)
    if (!isHostingLike(origin) && !visit.isScripted)
      for (const device of devices) {
        const machine = machines.get(device) ?? newMachine(isLate)
        machines.set(device, machine)
        machine.days.add(day)
        if (hasKnownDevice) machine.sessions.add(session)
        for (const program of programsOf(visit)) machine.programs.add(program)
      }
    if (visit.manners.some(({ action }) => action === 'device-registered')) isLate = true
  }
  const isOwn = (machine: Machine): boolean =>
    machine.programs.size > 1 ||
    machine.sessions.size > 1 ||
    (machine.days.size > 1 && machine.days.size * 2 >= days.size)
  return new Set(
    [...machines].flatMap(([device, machine]) => (!machine.isLate && isOwn(machine) ? [device] : [])),
  )
}

const newMachine = (isLate: boolean): Machine => ({
  programs: new Set(),
  days: new Set(),
  sessions: new Set(),
  isLate,
})

const clientsOnLines = (visits: Visit[]): Set<string> =>
  new Set(
    visits
      .filter(({ origin, success }) => success !== null && origin !== null && !isHostingLike(origin))
      .flatMap(({ clients }) => clients),
  )

/** Countries with fewer days than another, on at least half of which the person was in that one too. */
function countriesBeside(visits: Visit[]): Set<string | null> {
  const days = daysByCountry(visits)
  const [most] = [...days.values()].sort((a, b) => b.size - a.size)
  return new Set(
    [...days]
      .filter(([, on]) => on.size < most!.size && [...on].filter(day => most!.has(day)).length * 2 >= on.size)
      .map(([country]) => country),
  )
}

/**
 * A country where hardly anybody else has been, and the person less than elsewhere, tells nothing of what is theirs before it is
 * known: whoever broke in when the log began would fill a fair share of it.
 */
export function awayFrom(visits: Visit[], facts: TenantFacts): (visit: Visit) => boolean {
  const days = daysByCountry(visits)
  days.delete(null)
  if (days.size < 2) return () => false
  const most = Math.max(...[...days.values()].map(({ size }) => size))
  const away = new Set(
    [...days.keys()].filter(country => days.get(country)!.size < most && facts.isForeign(country!)),
  )
  return ({ origin }) => origin !== null && away.has(origin.country)
}

/** On which days the person was where people sit, by country. */
function daysByCountry(visits: Visit[]): Map<string | null, Set<number>> {
  const days = new Map<string | null, Set<number>>()
  for (const { origin, success, day } of visits) {
    if (success === null || origin === null || isHostingLike(origin) || hidesCountry(origin)) continue
    days.set(origin.country, (days.get(origin.country) ?? new Set()).add(day))
  }
  return days
}

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
