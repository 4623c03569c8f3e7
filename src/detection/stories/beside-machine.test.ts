// A session that comes up where a machine of its owner's is at work: whoever stole it would be somewhere else.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 13 * HOUR
const LAPTOP = { client: 'Edge on Windows', deviceId: 'laptop', isDeviceKnown: true }

/** A browser's session that its owner has at home, with the laptop it is on. */
const owned = [3, 5, 7, 9, 11, 13, 15, 17, 19].map(day =>
  act(START + day * DAY + 9 * HOUR, 'home', { ...LAPTOP, session: 'owned' }),
)
const elsewhere = (from: PlaceName) => [
  act(T, from, { client: 'Safari on iOS', session: 'owned' }),
  deed(T + 5 * MINUTE, from, 'mfa-method-added', { client: null, session: null }),
]
const laptop = (from: PlaceName) =>
  act(T - 3 * HOUR, from, { ...LAPTOP, session: 'machine', isInteractive: false })
const count = (...acts: Activity[]) => judge([...habits(), ...owned], acts).length

it('is not stolen, on the very line and that day', () => {
  expect(count(...elsewhere('neighbour'))).toBe(1)
  expect(count(...elsewhere('neighbour'), laptop('neighbour'))).toBe(0)
})

it('is, where the machine is at work somewhere else, or on another day', () => {
  expect(count(...elsewhere('neighbour'), laptop('home'))).toBe(1)
  const before = { ...laptop('neighbour'), at: T - 2 * DAY }
  expect(count(...elsewhere('neighbour'), before)).toBe(1)
})
