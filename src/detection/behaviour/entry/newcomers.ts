// Sessions that began at a strange place: what they alone have shown since does not make them familiar. An attacker who
// reads for a week before they act would else be at home by then.

import { daysBefore, eachOf, type Habits, lastDayOf, type Values } from '../memory/habits.ts'
import { isLine } from '../memory/origin.ts'
import type { Visit } from '../memory/visits.ts'
import { ofMachine } from '../presence/machines.ts'
import { type Access, isAbroad } from './access.ts'

export interface Newcomers {
  /** On how many days before a visit's nobody but its session showed a value. */
  daysAlone(visit: Visit): (value: string) => number
  /** Takes notice of a visit that is about to be learnt. */
  meet(access: Access, values: Values, before: Habits): void
}

interface Alone {
  days: number
  last: number
}

interface Newcomer {
  lastDay: number
  values: Map<string, Alone>
}

/** Whether enough is known of the person to call a place strange. In a short log it is another country, where people sit. */
const isTold = (access: Access): boolean =>
  access.knowledge === 'before' ||
  (access.knowledge === 'whole' && isLine(access.visit.origin!) && isAbroad(access))

/** Where no session is told, a network that a machine which is new to the person came up on. */
const whoseOf = ({ session, origin, clients }: Visit): string | null =>
  session ?? (origin !== null && isLine(origin) && ofMachine(clients).length > 0 ? origin.network : null)

/** A machine's client that was the person's before. */
const hasOwnClient = ({ clients, day }: Visit, newcomer: Newcomer | undefined, before: Habits): boolean =>
  ofMachine(clients).some(client => {
    const value = `client ${client}`
    return daysBefore(before, value, day) > (newcomer?.values.get(value)?.days ?? 0)
  })

const NEVER = () => 0

export function createNewcomers(): Newcomers {
  const newcomers = new Map<string, Newcomer>()
  const known = new Set<string>()

  function newcomerOf(access: Access, before: Habits): Newcomer | null {
    const { visit, isOwnNetwork, isNewAddress, hasOwnDevice } = access
    const session = whoseOf(visit)
    if (session === null || known.has(session)) return null
    let newcomer = newcomers.get(session)
    // Where Microsoft's machines fetch mail for a phone, nobody knows where the phone is.
    if (newcomer && isOwnNetwork === null && !hasOwnDevice) return newcomer
    const isStrange = isOwnNetwork === false || isNewAddress
    const isTheirs = hasOwnDevice || (visit.session === null && hasOwnClient(visit, newcomer, before))
    if (!isStrange || isTheirs || isOwnNetwork === null || !isTold(access)) {
      known.add(session)
      newcomers.delete(session)
      return null
    }
    if (!newcomer) {
      newcomer = { lastDay: visit.day, values: new Map() }
      newcomers.set(session, newcomer)
    }
    newcomer.lastDay = visit.day
    return newcomer
  }

  return {
    daysAlone(visit) {
      const session = newcomers.size === 0 ? null : whoseOf(visit)
      const newcomer = session === null ? undefined : newcomers.get(session)
      if (!newcomer) return NEVER
      return value => {
        const alone = newcomer.values.get(value)
        if (!alone) return 0
        return alone.last === visit.day ? alone.days - 1 : alone.days
      }
    },
    meet(access, values, before) {
      const { visit } = access
      if (visit.success === null) return
      const newcomer = newcomerOf(access, before)
      if (newcomers.size === 0) return
      const each = eachOf(values)
      if (newcomer)
        for (const value of each) {
          // Somebody else has shown it today, or the session itself.
          if (lastDayOf(before, value) === visit.day) continue
          const alone = newcomer.values.get(value)
          newcomer.values.set(value, { days: (alone?.days ?? 0) + 1, last: visit.day })
        }
      for (const other of newcomers.values()) {
        if (other === newcomer || other.lastDay !== visit.day) continue
        for (const value of each) {
          const alone = other.values.get(value)
          if (alone?.last === visit.day) other.values.set(value, { days: alone.days - 1, last: -1 })
        }
      }
    },
  }
}
