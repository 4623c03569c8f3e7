// Machines that were taken along to a strange place: one that came home from it, or two that came to it together.

import { type Access, isAtHome } from '../behaviour/entry/access.ts'
import { isPhone, systemOf } from '../behaviour/memory/manner.ts'
import type { Visit } from '../behaviour/memory/visits.ts'
import { ofMachine, programsOf } from '../behaviour/presence/machines.ts'

/**
 * Visits by a session that was opened there with a second factor, or with a device first seen there, which was later at an
 * address that the person had used before: attackers do not go home to those whose account they use.
 */
export function cameHome(judged: Access[]): Access[] {
  const strange = judged.filter(({ visit, isOwnNetwork }) => isOwnNetwork === false && visit.success !== null)
  const sessions = new Set(strange.filter(isOpened).map(({ visit }) => visit.session))
  const devices = new Set(strange.flatMap(({ visit }) => visit.devices))
  if (sessions.size + devices.size === 0) return []
  const marksOf = ({ session, clients, devices: named }: Visit): string[] => [
    ...named.filter(device => devices.has(device)),
    ...(session !== null && sessions.has(session)
      ? ofMachine(clients).map(client => `${session} ${client}`)
      : []),
  ]
  const since = new Map<string, number>()
  const beginnings = new Map<string, Access>()
  const home = new Map<string, number>()
  for (const one of judged) {
    const { visit, isOwnNetwork } = one
    if (visit.success === null || isOwnNetwork === null) continue
    const prefix = isAtHome(one) ? visit.origin!.prefix : null
    if (prefix !== null && !since.has(prefix)) since.set(prefix, visit.first)
    for (const mark of marksOf(visit)) {
      const began = beginnings.get(mark)
      if (!began) beginnings.set(mark, one)
      else if (
        prefix !== null &&
        !home.has(mark) &&
        began.isOwnNetwork === false &&
        (devices.has(mark) || isOpened(began)) &&
        since.get(prefix)! < began.visit.first
      )
        home.set(mark, visit.first)
    }
  }
  if (home.size === 0) return []
  return strange.filter(({ visit }) => marksOf(visit).some(mark => visit.last < (home.get(mark) ?? 0)))
}

const systemsOf = (clients: Iterable<string>): string[] => [
  ...new Set([...clients].flatMap(client => systemOf(client) ?? [])),
]

/** Machines that are at one address within so many days travel together. */
const TOGETHER_DAYS = 2

/**
 * Visits to an address to which two sessions came along, the phone's and the laptop's say, or the browser's and that of the
 * machine's own programs, each with the client it had at home: one can be stolen, hardly both.
 */
export function cameAlong(judged: Access[]): Access[] {
  const home = new Map<string, Set<string>>()
  const along = new Map<string, { day: number; session: string; by: string }[]>()
  for (const { visit, isOwnNetwork } of judged) {
    const { session, success, clients, systems, addresses, day } = visit
    if (session === null || success === null || isOwnNetwork === null) continue
    const known = home.get(session)
    if (isOwnNetwork) home.set(session, new Set([...(known ?? []), ...clients]))
    else if (known && clients.length > 0 && clients.every(client => known.has(client)))
      for (const address of addresses)
        for (const system of systems.length > 0 ? systems : systemsOf(known))
          along.set(address, [
            ...(along.get(address) ?? []),
            { day, session, by: !isPhone(system) && hasPrograms(visit) ? `${system} programs` : system },
          ])
  }
  if (along.size === 0) return []
  const isTogether = (address: string, day: number): boolean => {
    const near = (along.get(address) ?? []).filter(other => Math.abs(other.day - day) <= TOGETHER_DAYS)
    return near.some(one => near.some(other => one.by !== other.by && one.session !== other.session))
  }
  return judged.filter(
    ({ visit, isOwnNetwork }) =>
      isOwnNetwork === false && [...visit.addresses].some(address => isTogether(address, visit.day)),
  )
}

/** Outlook or OneDrive as it is installed on a machine: nobody takes its tokens along to run the same elsewhere. */
const hasPrograms = (visit: Visit): boolean => ofMachine(programsOf(visit)).length > 0

/** One that was stolen is seen for the first time wherever the thief is, but nobody asked for a second factor again. */
const isOpened = ({ visit }: Access): boolean =>
  visit.session !== null &&
  visit.manners.some(
    ({ action, outcome, isInteractive, mfa }) =>
      action === 'sign-in' && outcome === 'success' && isInteractive === true && mfa === 'passed',
  )
