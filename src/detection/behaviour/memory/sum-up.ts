// Everyday traces that are alike, summed up: one stands for many.
import { byTime, isMatchedAlike, isOneOfMany, type Trace } from './trace.ts'
import { DAY, HOUR } from './visits.ts'

/** The last traces of one person that may stand for more, each at a place that its kin gives it. */
export type Lately = Array<Trace | null>

const PLACES = 32

export const newLately = (): Lately => new Array<Trace | null>(PLACES).fill(null)

/** What `sumUp` would do later, at once where it is easy: most traces are like the last of their kin. */
export function joinLately(lately: Lately, trace: Trace): boolean {
  const place = trace.manner.kin & (PLACES - 1)
  const other = lately[place]!
  const length = lengthFor(trace)
  if (
    other === null ||
    !isLike(other, trace) ||
    Math.floor(other.at / length) !== Math.floor(trace.at / length)
  ) {
    lately[place] = trace
    return false
  }
  // The first of them stands for all.
  if (byTime(trace, other) < 0) {
    const { id, at, manner, particulars } = trace
    Object.assign(other, { id, at, manner, particulars })
  }
  add(trace, other)
  return true
}

function add(trace: Trace, to: Trace): void {
  if (trace.until > to.until) to.until = trace.until
  to.spans |= trace.spans
  to.records += trace.records
  to.items += trace.items
}

/** How long the stretches of time are within which such traces are joined. */
const lengthFor = ({ manner }: Trace): number => (manner.action === 'sign-in' ? DAY : HOUR)

const isLike = (one: Trace, other: Trace): boolean =>
  one.manner.kin === other.manner.kin &&
  one.origin === other.origin &&
  one.session === other.session &&
  isMatchedAlike(one, other)

/** Beyond this many different ones in a stretch they are found by name. */
const FEW = 24

/**
 * Traces in order of time, everyday ones that are alike joined: within an hour of the clock, a machine's own sign-ins
 * within a day. Sums and smallest: the order they came in is no matter.
 */
export function sumUp(traces: Trace[]): Trace[] {
  // Records come in order as a rule, and to see that costs less than to sort.
  if (traces.some((trace, place) => place > 0 && byTime(traces[place - 1]!, trace) > 0)) traces.sort(byTime)
  const hourly = createJoiner(HOUR)
  const daily = createJoiner(DAY)
  return traces.filter(trace => !isOneOfMany(trace) || (lengthFor(trace) === DAY ? daily : hourly)(trace))
}

/** True for a trace that is like none before it in the same stretch; others are added to the one they are like. */
function createJoiner(length: number): (trace: Trace) => boolean {
  let stretch = -1
  let open: Trace[] = []
  let byName: Map<string, Trace> | null = null
  const nameOf = createNames()
  return trace => {
    const now = Math.floor(trace.at / length)
    if (now !== stretch) {
      stretch = now
      open = []
      byName = null
    }
    if (open.length > FEW && byName === null) byName = new Map(open.map(each => [nameOf(each), each]))
    const first = byName ? byName.get(nameOf(trace)) : open.find(each => isLike(each, trace))
    if (!first) {
      open.push(trace)
      byName?.set(nameOf(trace), trace)
      return true
    }
    add(trace, first)
    return false
  }
}

/** A name for what makes traces alike. */
function createNames(): (trace: Trace) => string {
  const numbers = new Map<unknown, number>()
  const numberOf = (part: unknown): number => {
    let number = numbers.get(part)
    if (number === undefined) {
      number = numbers.size
      numbers.set(part, number)
    }
    return number
  }
  return ({ session, origin, manner, particulars }) => {
    const matches = particulars === null ? '' : particulars.matches.map(numberOf).join('+')
    return `${numberOf(session)}.${numberOf(origin)}.${manner.kin}.${matches}`
  }
}
