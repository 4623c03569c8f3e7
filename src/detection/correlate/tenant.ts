// A whole tenant judged: each person by themselves, then once more with what other people's incidents have shown.

import { lureBefore } from '../behaviour/entry/lures.ts'
import type { Person } from '../behaviour/memory/ledger.ts'
import { isHostingLike } from '../behaviour/memory/origin.ts'
import type { Settings } from '../behaviour/settings.ts'
import { gatherFacts, inOrder, madeBy, type Shown, withIncidents } from '../behaviour/tenant-facts.ts'
import type { Incident } from './incident.ts'
import { judgePerson } from './judge.ts'

/** An attacker found by another's address can bring further addresses; more rounds than this were never of use. */
const MOST_ROUNDS = 3

export function judgeTenant(
  people: Person[],
  settings: Settings,
  onPerson: (done: number) => void = () => {},
): Incident[] {
  const facts = gatherFacts(people)
  const found = new Map<Person, Incident[]>()
  people.forEach((person, index) => {
    const { incidents } = judgePerson(person, { facts, settings })
    if (incidents.length > 0) found.set(person, incidents)
    onPerson(index + 1)
  })
  let shown = shownBy([...found.values()].flat())
  for (let round = 1; round < MOST_ROUNDS && sizeOf(shown) > 0; round++) {
    const known = withIncidents(facts, shown)
    for (const person of people) {
      if (!isConcerned(person, shown)) continue
      const { incidents } = judgePerson(person, { facts: known, settings })
      if (incidents.length > 0) found.set(person, incidents)
    }
    const more = shownBy([...found.values()].flat())
    if (sizeOf(more) === sizeOf(shown)) break
    shown = more
  }
  return linked([...found.values()].flat()).sort(
    (a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1),
  )
}

/** In rounds it only grows. */
const sizeOf = ({ attackers, lures, made }: Shown): number => attackers.size + lures.length + made.size

const shownBy = (incidents: Incident[]): Shown => ({
  attackers: addressesOf(incidents),
  lures: inOrder(incidents.flatMap(({ user, lures }) => lures.map(at => ({ by: user, at })))),
  made: madeBy(incidents),
})

const isConcerned = ({ user, traces }: Person, { attackers, lures, made }: Shown): boolean =>
  made.has(user) ||
  traces.some(
    ({ origin, at }) =>
      origin !== null &&
      (attackers.has(origin.address) || (isHostingLike(origin) && lureBefore(lures, at) !== undefined)),
  )

/** Addresses that speak for one attacker: behind gateways, relays and mobile networks sit many people. */
function addressesOf(incidents: Incident[]): Map<string, Set<string>> {
  const attackers = new Map<string, Set<string>>()
  for (const { user, origins } of incidents)
    for (const { address, kind } of origins) {
      if (kind === 'mobile' || kind === 'relay' || kind === 'proxy') continue
      attackers.set(address, (attackers.get(address) ?? new Set()).add(user))
    }
  return attackers
}

/** One incident for each person; those with an address or a session in common, or that led to each other, know of it. */
function linked(incidents: Incident[]): Incident[] {
  const users = new Map<string, Set<string>>()
  const marks = ({ addresses, sessions }: Incident) => [...addresses, ...sessions]
  for (const incident of incidents)
    for (const mark of marks(incident)) users.set(mark, (users.get(mark) ?? new Set()).add(incident.user))
  const led = new Map<string, string[]>()
  for (const { user, ledBy } of incidents) for (const by of ledBy) led.set(by, [...(led.get(by) ?? []), user])
  return incidents.map(incident => {
    const others = new Set(marks(incident).flatMap(mark => [...users.get(mark)!]))
    for (const other of [...incident.ledBy, ...(led.get(incident.user) ?? [])]) others.add(other)
    others.delete(incident.user)
    return { ...incident, linkedUsers: [...others].sort() }
  })
}
