// Everyday traces that are alike, summed up: one stands for many.
import { byTime, isMatchedAlike, isOneOfMany, type Trace } from './trace.ts'
import { DAY, HOUR } from './visits.ts'

/** How far back it is looked at once whether a trace is like another. */
const LATELY = 12

/** What `sumUp` would do later, at once where it is easy: most traces are like one of those just before them. */
export function joinLately(traces: Trace[], trace: Trace): boolean {
  const { manner, origin, session } = trace
  const length = stretchOf(trace)
  for (let at = traces.length - 1; at >= 0 && at >= traces.length - LATELY; at--) {
    const other = traces[at]!
    if (other.origin !== origin || other.manner.kin !== manner.kin || other.session !== session) continue
    if (Math.floor(other.at / length) !== Math.floor(trace.at / length) || !isMatchedAlike(other, trace))
      continue
    // The first of them stands for all.
    if (byTime(trace, other) < 0)
      Object.assign(other, { id: trace.id, at: trace.at, manner, particulars: trace.particulars })
    add(trace, other)
    return true
  }
  return false
}

function add(trace: Trace, to: Trace): void {
  if (trace.until > to.until) to.until = trace.until
  to.records += trace.records
  to.items += trace.items
}

const stretchOf = ({ manner }: Trace): number => (manner.action === 'sign-in' ? DAY : HOUR)

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
  return traces.filter(trace => !isOneOfMany(trace) || (stretchOf(trace) === DAY ? daily : hourly)(trace))
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
    const first = byName
      ? byName.get(nameOf(trace))
      : open.find(
          each =>
            each.manner.kin === trace.manner.kin &&
            each.origin === trace.origin &&
            each.session === trace.session &&
            isMatchedAlike(each, trace),
        )
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
