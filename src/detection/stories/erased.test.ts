// Mail that is sent and taken out of the folder of sent mail at once.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 21 * HOUR

const fraud = (from: PlaceName, items = 1, wait = MINUTE): Activity[] => [
  act(T, from, { session: 'x' }),
  deed(T + HOUR, from, 'mail-send', { session: 'x' }),
  deed(T + HOUR + wait, from, 'mail-sent-delete', { session: 'x', itemCount: items }),
]

it('from a rented machine it is an attacker’s, who wants it seen by nobody', () => {
  const [incident, ...others] = judge(habits(), fraud('ovh', 2))
  expect(others).toEqual([])
  expect(incident!.occurredAt).toBe(T)
  expect(incident!.why.join()).toContain(
    'Sent mail, and deleted 2 messages from the folder of sent mail soon after',
  )
})

const tidied = [3, 5, 9, 11, 17].map(day => deed(START + day * DAY + 11 * HOUR, 'home', 'mail-sent-delete'))

it.each<[string, Activity[]]>([
  ['at a desk', fraud('home')],
  ['hours later', fraud('ovh', 1, 3 * HOUR)],
  ['a folder that is tidied up', fraud('ovh', 60)],
  ['nothing sent', fraud('ovh').filter(({ action }) => action !== 'mail-send')],
  ['by somebody who has always done so', [...tidied, ...fraud('ovh')]],
])('it may be the owner’s: %s', (_name, story) => expect(judge(habits(), story)).toEqual([]))
