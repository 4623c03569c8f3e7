// Who comes somewhere for the first time and adds a way to pass MFA before anything else.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

/** In the evening. */
const T = START + 20 * DAY + 21 * HOUR

/** Whose laptop has always named itself. */
const bound = habits().map(each =>
  each.client === 'Chrome on Windows' ? { ...each, client: 'Edge on Windows', deviceId: 'd1' } : each,
)
const stranger = { session: 'x', client: 'Chrome on Windows' } as const
const comes = (from: PlaceName, said: Partial<Activity> = {}) =>
  act(T, from, { ...stranger, mfa: 'passed', ...said })
const adds = (from: PlaceName | null, minutes = 4, said: Partial<Activity> = {}) =>
  deed(T + minutes * MINUTE, from, 'mfa-method-added', { ...stranger, session: null, ...said })
const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)

it('on a computer that names itself nowhere, at once, is not the person', () => {
  expect(beginnings(bound, [comes('neighbour'), adds('neighbour')])).toEqual([T])
  expect(beginnings(bound, [comes('neighbour'), adds(null)])).toEqual([T])
})

it('later, at a place they had been at, on a phone, or by who names no machine, it may be', () => {
  expect(beginnings(bound, [comes('neighbour'), adds('neighbour', 40)])).toEqual([])
  const before = act(T - DAY, 'neighbour', { ...stranger, session: 'y' })
  expect(beginnings(bound, [before, comes('neighbour'), adds('neighbour')])).toEqual([])
  const phone = { client: 'Safari on iOS' }
  expect(beginnings(bound, [comes('neighbour', phone), adds('neighbour', 4, phone)])).toEqual([])
  const known = { client: 'Edge on Windows' }
  const unbound = habits().map(each =>
    each.client === 'Chrome on Windows' ? { ...each, client: known.client } : each,
  )
  expect(beginnings(unbound, [comes('neighbour', known), adds('neighbour', 4, known)])).toEqual([])
})

it('nor is it strange where their machine is, or after the help desk’s reset', () => {
  const laptop = act(T - 5 * MINUTE, 'neighbour', {
    session: 'ana@contoso.com-20',
    client: 'Edge on Windows',
    deviceId: 'd1',
    isInteractive: false,
  })
  expect(beginnings(bound, [laptop, comes('neighbour'), adds('neighbour')])).toEqual([])
  // Their own computer at home names itself nowhere either.
  const bare = act(T - 9 * DAY, 'home', { ...stranger, session: 'own' })
  expect(beginnings(bound, [bare, comes('neighbour'), adds('neighbour')])).toEqual([T])
  const reset = deed(T - HOUR, 'office', 'mfa-method-removed', {
    user: 'desk@contoso.com',
    targetUser: 'ana@contoso.com',
  })
  const desk = habits('desk@contoso.com')
  expect(beginnings(bound, desk, [bare, reset, comes('neighbour'), adds('neighbour')])).toEqual([])
})

it('nor behind a relay with a browser that they have at home', () => {
  const safari = { client: 'Safari on macOS' }
  const atHome = [2, 5, 8, 11].map(day =>
    act(START + day * DAY + 20 * HOUR, 'home', { ...safari, session: 'mac' }),
  )
  const story = (from: PlaceName, said = safari) => [comes(from, said), adds(from, 4, said)]
  expect(beginnings(bound, atHome, story('relay'))).toEqual([])
  expect(beginnings(bound, atHome, story('relay', { client: 'Firefox on Linux' }))).toEqual([T])
})
