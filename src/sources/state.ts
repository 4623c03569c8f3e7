// How a feed fares, in one word and in a sentence that says what to do. Pure.
import type { FaultKind } from './source.ts'

export type FeedState =
  | 'paused'
  | 'waiting' // enrolled, and not yet had a turn
  | 'failing'
  | 'not licensed'
  | 'left out' // may be done without, and is
  | 'history' // what was before it was watched is still being read
  | 'behind'
  | 'silent'
  | 'finished' // a scan that has read its history
  | 'well'

export interface FeedFacts {
  isResting: boolean
  isFinished: boolean
  turnedAt: Date | null
  caughtUpAt: Date | null
  firstCaughtUpAt: Date | null
  enrolledAt: Date
  faultKind: FaultKind | null
  faultWords: string | null
  failures: number
  silentSince: Date | null
  /** How often it is due. */
  everySeconds: number
}

export interface Standing {
  state: FeedState
  /** Somebody should look. */
  isProblem: boolean
  words: string
}

// A vendor that answers badly now and then is no news; these pass by themselves.
const PASSING: FaultKind[] = ['throttled', 'unreachable', 'broken-answer', 'unexpected']
const PATIENCE_FAILURES = 3
const BEHIND_INTERVALS = 5
const BEHIND_LEAST_SECONDS = 1800

export function standingOf(facts: FeedFacts, now: Date): Standing {
  const { faultKind, faultWords } = facts
  if (facts.isResting) return calm('paused', 'Not collected while the tenant is paused.')
  if (facts.isFinished) return calm('finished', 'Its history has been read.')
  if (faultKind === 'licence')
    return calm('not licensed', faultWords ?? "The tenant's licence does not include this log.")
  if (faultKind === 'left-out') return calm('left out', faultWords ?? 'The tenant does without this log.')
  if (faultKind)
    return {
      state: 'failing',
      isProblem: !PASSING.includes(faultKind) || facts.failures >= PATIENCE_FAILURES,
      words: faultWords ?? 'Reading this log fails.',
    }
  const secondsBehind = (now.getTime() - (facts.caughtUpAt ?? facts.enrolledAt).getTime()) / 1000
  const isBehind = secondsBehind > Math.max(BEHIND_LEAST_SECONDS, BEHIND_INTERVALS * facts.everySeconds)
  if (!facts.turnedAt)
    return isBehind
      ? problem(
          'waiting',
          'It has not had a turn yet. Check that a Vedette process collects (VEDETTE_COLLECT).',
        )
      : calm('waiting', 'About to be read for the first time.')
  if (!facts.firstCaughtUpAt) return calm('history', 'Reading what was there before it was watched.')
  if (isBehind)
    return problem(
      'behind',
      'It has not caught up for a while: more comes in than is read, or no Vedette process collects. Look at the service’s log and load.',
    )
  if (facts.silentSince)
    return problem(
      'silent',
      'Nothing has come since then, although much should have. Check that auditing is on in the tenant and that its licences still include this log.',
    )
  return calm('well', 'Up to date.')
}

const calm = (state: FeedState, words: string): Standing => ({ state, isProblem: false, words })
const problem = (state: FeedState, words: string): Standing => ({ state, isProblem: true, words })
