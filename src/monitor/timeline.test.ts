// What the owner did, beside what the attacker did.
import { expect, test } from 'vitest'
import { createDetector } from '../detection/detector.ts'
import { act, DAY, HOUR, habits, START } from '../detection/fixtures/activities.ts'
import type { Activity } from '../events/activity.ts'
import { chooseActs } from './timeline.ts'

const T = START + 20 * DAY + 11 * HOUR
const BY_ITSELF = { isInteractive: false, mfa: 'earlier' as const }
const attack = [act(T, 'tor', { session: 'x', client: 'Firefox on Linux', mfa: 'passed' })]

function shownOf(activities: Activity[]) {
  const detector = createDetector()
  detector.take(activities)
  const [person] = detector.people()
  const [incident] = detector.conclude()
  const byId = new Map(activities.map(each => [each.id, each]))
  return chooseActs(incident!, person!)
    .filter(({ actor }) => actor === 'user')
    .map(({ eventId }) => byId.get(eventId)!)
}

test('sign-ins by hand show where the owner was', () => {
  const own = habits().filter(({ at }) => at < T - DAY)
  const shown = shownOf([...own, ...attack])
  expect(shown.length).toBeGreaterThan(5)
  expect(new Set(shown.map(({ isInteractive }) => isInteractive))).toEqual(new Set([true]))
})

test('where there are none, those of the owner’s machines do', () => {
  const own = habits()
    .filter(({ at, action }) => at < T - DAY && action === 'sign-in')
    .map(each => ({ ...each, ...BY_ITSELF }))
  expect(shownOf([...own, ...attack]).length).toBeGreaterThan(5)
})

test('what others tried in vain is not the owner’s', () => {
  const tried = act(T - 2 * HOUR, 'hetzner', { outcome: 'failure', errorCode: 50126, session: null })
  const shown = shownOf([...habits().filter(({ at }) => at < T - DAY), tried, ...attack])
  expect(shown).not.toContainEqual(expect.objectContaining({ id: tried.id }))
})
