import { expect, it } from 'vitest'
import { type FeedFacts, standingOf } from './state.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const well: FeedFacts = {
  isResting: false,
  isFinished: false,
  turnedAt: ago(1),
  caughtUpAt: ago(1),
  firstCaughtUpAt: ago(5000),
  enrolledAt: ago(6000),
  faultKind: null,
  faultWords: null,
  failures: 0,
  silentSince: null,
  everySeconds: 60,
}

it.each<[string, boolean, Partial<FeedFacts>]>([
  ['well', false, {}],
  ['paused', false, { isResting: true, faultKind: 'consent' }],
  ['finished', false, { isFinished: true }],
  ['waiting', false, { turnedAt: null, caughtUpAt: null, firstCaughtUpAt: null, enrolledAt: ago(1) }],
  ['waiting', true, { turnedAt: null, caughtUpAt: null, firstCaughtUpAt: null, enrolledAt: ago(60) }],
  ['history', false, { caughtUpAt: null, firstCaughtUpAt: null }],
  ['behind', true, { caughtUpAt: ago(31) }],
  ['well', false, { caughtUpAt: ago(100), everySeconds: 3600 }],
  ['silent', true, { silentSince: ago(300) }],
  ['not licensed', false, { faultKind: 'licence' }],
  ['left out', false, { faultKind: 'left-out', failures: 9 }],
  ['failing', true, { faultKind: 'permission', failures: 1 }],
  ['failing', true, { faultKind: 'auditing-off', failures: 1 }],
  ['failing', false, { faultKind: 'throttled', failures: 2 }],
  ['failing', true, { faultKind: 'unreachable', failures: 3 }],
])('%s (problem: %s)', (state, isProblem, facts) => {
  expect(standingOf({ ...well, ...facts }, NOW)).toMatchObject({ state, isProblem })
})

it("says the fault's own words", () => {
  const words = 'AuditLog.Read.All is missing. Grant it in Entra.'
  expect(standingOf({ ...well, faultKind: 'permission', faultWords: words }, NOW).words).toBe(words)
})
