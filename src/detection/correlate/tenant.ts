// A whole tenant judged: each person by themselves, then once more with what other people's incidents have shown.
import type { Person } from '../behaviour/ledger.ts'
import type { Settings } from '../behaviour/settings.ts'
import { gatherFacts, withAttackers } from '../behaviour/tenant-facts.ts'
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
  let attackers = addressesOf([...found.values()].flat())
  for (let round = 1; round < MOST_ROUNDS && attackers.size > 0; round++) {
    const known = withAttackers(facts, attackers)
    for (const person of people) {
      if (!person.traces.some(({ origin }) => origin !== null && attackers.has(origin.address))) continue
      const { incidents } = judgePerson(person, { facts: known, settings })
      if (incidents.length > 0) found.set(person, incidents)
    }
    const more = addressesOf([...found.values()].flat())
    if (more.size === attackers.size) break
    attackers = more
  }
  return linked([...found.values()].flat()).sort(
    (a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1),
  )
}

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

/** One incident for each person; those with an address or a session in common know of each other. */
function linked(incidents: Incident[]): Incident[] {
  const users = new Map<string, Set<string>>()
  const marks = ({ addresses, sessions }: Incident) => [...addresses, ...sessions]
  for (const incident of incidents)
    for (const mark of marks(incident)) users.set(mark, (users.get(mark) ?? new Set()).add(incident.user))
  return incidents.map(incident => {
    const others = new Set(marks(incident).flatMap(mark => [...users.get(mark)!]))
    others.delete(incident.user)
    return { ...incident, linkedUsers: [...others].sort() }
  })
}
