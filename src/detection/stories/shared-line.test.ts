// One line of other people's from which several accounts are used for days: an attacker's, or a new office of the company's.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const PEOPLE = ['ana', 'bo', 'cleo', 'dov', 'eda', 'fay'].map(name => `${name}@contoso.com`)
const THIEVES = 20

/** What they use names the machine, but for the phone. */
const withMachine = (activities: Activity[]): Activity[] =>
  activities.map(activity => ({
    ...activity,
    deviceId: activity.client === 'Chrome on Windows' ? `${activity.user} pc` : null,
  }))

/** Every day somebody reads there, in a session that began there or elsewhere. */
const readsThere = (user: string, { from, days, session }: { from: number; days: number; session: string }) =>
  Array.from({ length: days }, (_, day) => START + (from + day) * DAY + 10.5 * HOUR).flatMap(at => {
    const said = { user, session, client: 'Firefox on Linux' }
    return [act(at, 'neighbour', said), deed(at + HOUR, 'neighbour', 'mail-read', { ...said, itemCount: 9 })]
  })

const robbed = (user: string, from = THIEVES) =>
  readsThere(user, { from, days: 4, session: `${user}-${from}` })

const accused = (...stories: Activity[][]) => judge(...stories).map(({ user }) => user)

describe('thieves of three people’s sessions on one line', () => {
  const three = PEOPLE.slice(0, 3)

  it('are none of the company’s where people name their machines', () => {
    const stories = three.flatMap(user => [withMachine(habits(user)), robbed(user)])
    expect(accused(...stories).sort()).toEqual(three)
  })

  it('are none of the company’s where nobody does, but come late', () => {
    expect(accused(...three.flatMap(user => [habits(user), robbed(user)])).sort()).toEqual(three)
  })
})

describe('a line is the company’s', () => {
  /** Whom a theft at the line does not give away: everybody there would be suspected. */
  const suspects = (...stories: Activity[][]) => {
    const thief = 'gil@contoso.com'
    return accused(...stories, habits(thief), robbed(thief))
  }
  const desk = (user: string, from: number, where: PlaceName = 'neighbour') =>
    Array.from({ length: 5 }, (_, day) =>
      act(START + (from + day) * DAY + 9.5 * HOUR, where, { user, session: `${user}-${from + day}` }),
    )

  it.each([
    ['where three work with their machines', 3, 15, withMachine],
    ['where three worked from the first week on', 3, 2, (all: Activity[]) => all],
    ['where six work, whenever they came', 6, 15, (all: Activity[]) => all],
  ])('%s', (_who, count, from, machines) => {
    const stories = PEOPLE.slice(0, count).map(user => machines([...habits(user), ...desk(user, from)]))
    expect(suspects(...stories)).toEqual([])
  })

  it.each([
    ['where three come late, and name no machine', 3, (all: Activity[]) => all],
    ['where two work with their machines', 2, withMachine],
  ])('but not %s', (_who, count, machines) => {
    const stories = PEOPLE.slice(0, count).map(user => machines([...habits(user), ...desk(user, 15)]))
    expect(suspects(...stories)).toContain('gil@contoso.com')
  })
})
