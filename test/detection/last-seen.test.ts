// Until when the attacker was in: `lastSeenAt` is the attacker's last act, also when they come back days later from elsewhere.
import { expect, test } from 'vitest'
import { attackKinds } from '../../simulator/world/attacks/attack.ts'
import { attacksOf, createWorld, recordsOf } from '../../simulator/world/world.ts'
import { createDetector } from '../../src/detection/detector.ts'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { openPlaces } from '../../src/events/places/places.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const FROM = Date.parse('2026-02-02')
/** The audit log tells whole seconds, and a directory change is written by and by. */
const CLOCK = 60_000

test.each([21, 24])(
  'company %i: no act of the attacker is left out, and none of the owner’s is taken for one',
  {
    timeout: 120_000,
  },
  async seed => {
    const { locate } = await openPlaces()
    const world = createWorld({
      seed,
      from: new Date(FROM),
      to: new Date(FROM + 20 * DAY),
      tenants: [
        {
          people: 16,
          hasP1: true,
          attacks: attackKinds.map((kind, place) => ({
            kind,
            at: new Date(FROM + (11 + (place % 4)) * DAY + (8 + (place % 6)) * HOUR),
          })),
        },
      ],
    })
    const tenant = world.tenants[0]!
    const theirs = new Set(attacksOf(tenant).flatMap(({ recordIds }) => recordIds))
    const lastActs = new Map<string, number>()
    const detector = createDetector()
    for (const { record, id } of recordsOf(tenant, world.from, world.to)) {
      const activity = normalise(record, { locate })
      if (isRejection(activity)) continue
      detector.take([activity])
      const { user, at, outcome } = activity
      if (user !== null && outcome === 'success' && (theirs.has(activity.id) || theirs.has(id)))
        lastActs.set(user, Math.max(at, lastActs.get(user) ?? 0))
    }
    const incidents = detector.conclude()
    expect(incidents.length).toBeGreaterThan(5)
    const wrong = incidents
      .filter(({ user, lastSeenAt }) => Math.abs(lastSeenAt - (lastActs.get(user) ?? 0)) > CLOCK)
      .map(
        ({ user, lastSeenAt }) =>
          `${user}: ${new Date(lastSeenAt).toISOString()}, not ${new Date(lastActs.get(user) ?? 0).toISOString()}`,
      )
    expect(wrong).toEqual([])
  },
)
