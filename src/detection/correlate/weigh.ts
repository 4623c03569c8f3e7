// How much all signals together count. Families add up; within one, each further signal counts half of the one before.
import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import { DEEDS, type DeedName, SPREE, STRANGENESS, WITH_NEW_MACHINE } from '../behaviour/weights.ts'
import { type Family, ruleIn, type Signal } from '../signal.ts'

export interface Weighed {
  total: number
  access: number
  /** Each signal once, with what it counted before its family was summed up, in order of time. */
  signals: Signal[]
}

/** What rules and the vendor say of what behaviour has judged itself adds this share: of a deed, or of the same technique in a sign-in. */
const SECOND_OPINION = 0.25
/** What is said of every sign-in to somebody's account, whatever is odd about it. */
const ANY_ACCOUNT = 'T1078.004'

export function weigh(
  access: Signal[],
  deeds: DeedSignal[],
  { hasBaseline }: { hasBaseline: boolean },
): Weighed {
  const ways = strongestOfEach(access)
  const accessPoints = diminished(ways)
  const strangeness = hasBaseline ? accessPoints : Math.max(accessPoints, STRANGENESS.withoutBaseline)
  const own = new Set(deeds.filter(isOwn).map(({ eventId }) => eventId))
  const seen = new Set(access.map(({ eventId, technique }) => `${eventId} ${technique}`))
  const isSecond = ({ eventId, technique }: Signal) =>
    own.has(eventId) || (technique !== ANY_ACCOUNT && seen.has(`${eventId} ${technique}`))
  const least = hasBaseline && isSpree(deeds) ? SPREE.floor : 0
  const counted = deeds.map(({ floor, full, ...deed }) => ({
    ...deed,
    weight:
      deed.weight *
      share(strangeness, isAdministration(deed) ? Math.max(least, floor) : floor, fullFrom(deed.name, full)) *
      (!isOwn(deed) && isSecond(deed) ? SECOND_OPINION : 1),
  }))
  const done = strongestOfEach(counted)
  const families = new Map<Family, Signal[]>()
  for (const signal of done) families.set(signal.family, [...(families.get(signal.family) ?? []), signal])
  let total = accessPoints
  for (const signals of families.values()) total += diminished(signals)
  return {
    total,
    access: accessPoints,
    signals: [...ways, ...done].sort(
      (a, b) => a.at - b.at || b.weight - a.weight || (a.name < b.name ? -1 : 1),
    ),
  }
}

/** Behaviour's own names are words; rules are called by their ids, and the vendor's opinions by 'vendor'. */
const isOwn = ({ family, says }: Signal): boolean => family !== 'vendor' && ruleIn(says) === null

const ADMINISTRATION: ReadonlySet<string> = new Set<DeedName>(SPREE.deeds)

const isAdministration = ({ name }: Signal): boolean => ADMINISTRATION.has(name)

/** Who administers does one thing after another over months; all of it for the first time at once is somebody who settles in. */
function isSpree(deeds: DeedSignal[]): boolean {
  const first = deeds.filter(
    deed => isAdministration(deed) && deed.weight >= DEEDS[deed.name as DeedName].points,
  )
  return new Set(first.map(({ name }) => name)).size >= SPREE.kinds
}

const OF_NEW_MACHINE: ReadonlySet<string> = new Set<DeedName>(WITH_NEW_MACHINE)

const fullFrom = (name: string, full: number | undefined): number =>
  full ?? (OF_NEW_MACHINE.has(name) ? STRANGENESS.to.ofNewMachine : STRANGENESS.to.usually)

/** How much of a deed counts: its floor at the usual place, all of it where the access is as strange as `full`. */
export function share(strangeness: number, floor: number, full: number): number {
  const part = (strangeness - STRANGENESS.from) / (full - STRANGENESS.from)
  return floor + (1 - floor) * Math.min(1, Math.max(0, part))
}

/** Repeating a thing does not make it stranger: of each name the heaviest, and of equals the first. */
function strongestOfEach<S extends Signal>(signals: S[]): S[] {
  const strongest = new Map<string, S>()
  for (const signal of signals) {
    const known = strongest.get(signal.name)
    const isStronger =
      !known ||
      signal.weight > known.weight ||
      (signal.weight === known.weight &&
        (signal.at < known.at || (signal.at === known.at && signal.eventId < known.eventId)))
    if (isStronger) strongest.set(signal.name, signal)
  }
  return [...strongest.values()].filter(({ weight }) => weight > 0)
}

export function diminished(signals: Signal[]): number {
  const weights = strongestOfEach(signals)
    .map(({ weight }) => weight)
    .sort((a, b) => b - a)
  return weights.reduce((sum, weight, index) => sum + weight / 2 ** index, 0)
}
