import { expect, it } from 'vitest'
import { attacksOf, createWorld, publishedIn, type WorldOrder } from '../../simulator/world/world.ts'
import { createDetector } from '../detection/detector.ts'
import { isRejection, normalise } from '../events/normalise.ts'
import { openPlaces } from '../events/places/places.ts'
import { chooseLiveAttack } from './live-attack.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const START = Date.parse('2026-03-11T10:00:00Z')

it.each([1, 2, 3, 7])(
  'story %i: nothing before the attack, and an incident once the logs show what settles it',
  async seed => {
    const order: WorldOrder = {
      seed,
      from: new Date(START - 30 * DAY),
      to: new Date(START + DAY),
      tenants: [{ people: 25, country: 'GB', hasP1: true }],
    }
    const startsAt = new Date(START + MINUTE)
    const live = chooseLiveAttack(order, startsAt)
    const waited = live.shownAt.getTime() - startsAt.getTime()
    expect(waited).toBeGreaterThan(0)
    expect(waited).toBeLessThan(8 * MINUTE)

    const tenant = createWorld({ ...order, tenants: [{ ...order.tenants[0]!, attacks: [live.order] }] })
      .tenants[0]!
    const [truth] = attacksOf(tenant)
    expect(truth!.firstActAt).toBe(live.attackedAt.getTime())
    const { locate } = await openPlaces()
    // The demo reads five days back.
    const incidentsAt = (moment: number) => {
      const detector = createDetector()
      for (const { record } of publishedIn(tenant, START - 5 * DAY, moment)) {
        const activity = normalise(record, { locate })
        if (!isRejection(activity)) detector.take([activity])
      }
      return detector.conclude().map(({ user }) => user)
    }
    expect(incidentsAt(startsAt.getTime())).toEqual([])
    expect(incidentsAt(live.shownAt.getTime() + 1)).toEqual([truth!.users[0]!.toLowerCase()])
  },
)
