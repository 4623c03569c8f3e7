// A simulated tenant's whole log judged at once, as `scan` does, and how the verdict compares with the truth.
import {
  type AttackTruth,
  attacksOf,
  createWorld,
  recordsOf,
  type TenantOrder,
} from '../../simulator/world/world.ts'
import type { Incident } from '../../src/detection/correlate/incident.ts'
import { createDetector } from '../../src/detection/detector.ts'
import { ownRules } from '../../src/detection/own-rules.ts'
import { loadRules } from '../../src/detection/sigma/language/load.ts'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { openPlaces } from '../../src/events/places/places.ts'

const DAY = 86_400_000

export interface Simulated extends TenantOrder {
  seed: number
  days: number
  /** A day such as 2026-02-02. */
  from?: string
}

export interface Verdict {
  incidents: Incident[]
  truths: AttackTruth[]
  records: number
}

const ground = (async () => ({ rules: loadRules(await ownRules()), places: await openPlaces() }))()

export async function judgeSimulated({
  seed,
  days,
  from = '2026-02-02',
  ...tenant
}: Simulated): Promise<Verdict> {
  const { rules, places } = await ground
  const start = Date.parse(from)
  const world = createWorld({
    seed,
    from: new Date(start),
    to: new Date(start + days * DAY),
    tenants: [{ hasP1: true, ...tenant }],
  })
  const company = world.tenants[0]!
  const detector = createDetector({ rules })
  let records = 0
  for (const { record } of recordsOf(company, world.from, world.to)) {
    records++
    const activity = normalise(record, { locate: places.locate })
    if (!isRejection(activity)) detector.take([activity])
  }
  return { incidents: detector.conclude(), truths: attacksOf(company), records }
}

export interface Comparison {
  victims: number
  /** Of the victims, those in whose account nothing was done that its owner might not have done elsewhere. */
  quiet: number
  /** Accounts that were broken into, and no incident says so; the quiet ones apart. */
  missed: string[]
  missedQuiet: string[]
  /** Found, but with another beginning than the attacker's first moment inside. */
  misdated: string[]
  /** More than one incident for one attack. */
  several: string[]
  /** Incidents of nobody's making. */
  invented: string[]
}

/** The audit log tells whole seconds. */
const CLOCK = 1000

/** Each account that an attack opened must have one incident, which begins when the attacker was first inside. */
export function compareWithTruth({ incidents, truths }: Verdict): Comparison {
  const comparison: Comparison = {
    victims: 0,
    quiet: 0,
    missed: [],
    missedQuiet: [],
    misdated: [],
    several: [],
    invented: [],
  }
  const real = new Set<Incident>()
  for (const truth of truths)
    for (const name of truth.users) {
      const user = name.toLowerCase()
      const what = `${truth.kind} ${user}`
      const isQuiet = truth.quietUsers.includes(name)
      comparison.victims++
      if (isQuiet) comparison.quiet++
      const found = incidents.filter(
        incident =>
          incident.user === user && incident.addresses.some(address => truth.addresses.includes(address)),
      )
      for (const incident of found) real.add(incident)
      if (found.length === 0) (isQuiet ? comparison.missedQuiet : comparison.missed).push(what)
      if (found.length > 1) comparison.several.push(what)
      // One account can be opened twice within days: then the incident is the first one's.
      const beginnings = truths.flatMap(({ insideByUser }) => insideByUser[name] ?? [])
      if (found[0] && !beginnings.some(at => Math.abs(found[0]!.occurredAt - at) <= CLOCK))
        comparison.misdated.push(what)
    }
  for (const incident of incidents)
    if (!real.has(incident)) comparison.invented.push(`${incident.user}: ${incident.title}`)
  return comparison
}
