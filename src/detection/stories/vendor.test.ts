// Microsoft's own detections: what each kind counts, and what was said of it later.
import { expect, it } from 'vitest'
import { judgeVendor } from '../behaviour/entry/vendor.ts'
import { createTraces } from '../behaviour/memory/trace.ts'
import { visitsOf } from '../behaviour/memory/visits.ts'
import { act, DAY, deed, HOUR, habits, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 13 * HOUR

/** As risk-detection.ts has it: the kind, its state, and what became of it. */
const detected = (operation: string, state: string, at = T) =>
  deed(at, null, 'alert', {
    operation,
    detail: `${operation}, ${state}`,
    client: null,
    session: null,
    appId: null,
    targetUser: 'ana@contoso.com',
  })

const pointsFor = (operation: string, state: string) => {
  const trace = createTraces().trace(detected(operation, state), [])
  return visitsOf([trace]).flatMap(visit => judgeVendor(visit).map(({ weight }) => weight))
}

it.each([
  ['attackerInTheMiddle', 'atRisk', 100],
  ['anomalousToken', 'atRisk', 45],
  ['unlikelyTravel', 'atRisk', 10],
  ['unlikelyTravel', 'remediated, userPassedMFADrivenByRiskBasedPolicy', 10],
  ['somethingNew', 'atRisk', 15],
  ['anomalousToken', 'confirmedCompromised, adminConfirmedSigninCompromised', 100],
  ['adminConfirmedUserCompromised', 'confirmedCompromised, adminConfirmedUserCompromised', 100],
])('%s (%s) counts %d', (operation, state, points) => expect(pointsFor(operation, state)).toEqual([points]))

it.each([
  ['dismissed, adminDismissedAllRiskForUser'],
  ['confirmedSafe, adminConfirmedSigninSafe'],
  ['dismissed, aiConfirmedSigninSafe'],
])('what turned out to be nothing (%s) counts nothing', state =>
  expect(pointsFor('attackerInTheMiddle', state)).toEqual([]),
)

it('an account that is said to be taken over was so since the strange visits before', () => {
  const strange = act(T, 'residential', { session: 'x', client: 'Firefox on Linux' })
  const said = (at: number) =>
    detected('adminConfirmedUserCompromised', 'confirmedCompromised, adminConfirmedUserCompromised', at)
  const beginnings = (...acts: Parameters<typeof judge>[0]) =>
    judge(habits(), acts).map(({ occurredAt }) => occurredAt)
  expect(beginnings(strange)).toEqual([])
  expect(beginnings(strange, said(T + 3 * DAY))).toEqual([T])
  expect(beginnings(strange, said(T - DAY))).toEqual([])
  expect(beginnings(strange, said(T + 30 * DAY))).toEqual([])
})
