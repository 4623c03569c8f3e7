// The demo's Microsoft cloud: a fictional one on a loopback address of this process, with a small company that is alive, and
// that is attacked some minutes after the start.
import { clock as makeClock } from '../../simulator/cloud/clock.ts'
import { startCloud } from '../../simulator/cloud/start.ts'
import { sourceOfWorld } from '../../simulator/cloud/world-source.ts'
import { createWorld } from '../../simulator/world/world.ts'
import type { Config } from '../config.ts'
import { chooseLiveAttack } from './live-attack.ts'

export interface DemoCloud {
  /** With these settings the service takes it for Microsoft's. */
  microsoft: Config['microsoft']
  directoryTenantId: string
  name: string
  people: number
  attackedAt: Date
  /** When the logs show what settles it. */
  shownAt: Date
  /** The demo's time: the real one, or one that runs faster. */
  clock: () => Date
  close(): Promise<void>
}

export interface DemoCloudOrder {
  seed: number
  start: Date
  /** How much faster than life time goes by. */
  speed: number
}

const NAME = 'Yarrowdale Physiotherapy'
const PEOPLE = 25
const DAY = 86_400_000
/** A real one: by then the history is in. */
const MINUTES_UNTIL_ATTACK = 1
const KEPT_CHARACTERS = 20e6
/** So that the history is in fewer pieces than the service asks for in a minute. */
const BLOB_SPAN_MS = 600_000

export async function startDemoCloud({ seed, start, speed }: DemoCloudOrder): Promise<DemoCloud> {
  const attackAt = new Date(start.getTime() + MINUTES_UNTIL_ATTACK * 60_000 * speed)
  const order = {
    seed,
    from: new Date(start.getTime() - 30 * DAY),
    to: new Date(start.getTime() + 365 * DAY),
    tenants: [{ people: PEOPLE, name: NAME, country: 'GB', hasP1: true }],
  }
  const live = chooseLiveAttack(order, attackAt)
  const attacks = [live.order, { kind: 'mfa-fatigue' as const, at: attackAt }]
  const world = createWorld({ ...order, tenants: [{ ...order.tenants[0]!, attacks }] })
  const company = world.tenants[0]!
  const clock = makeClock({ start, speed })
  const cloud = await startCloud({
    source: sourceOfWorld(world),
    clock,
    // Of an earlier run, this one knows nothing; the service goes on as if it had never been away.
    isSubscribed: true,
    budgets: null,
    settings: { keptCharacters: KEPT_CHARACTERS, blobSpanMs: BLOB_SPAN_MS },
  })
  return {
    microsoft: {
      cloud: 'global',
      loginUrl: cloud.loginUrl,
      graphUrl: cloud.graphUrl,
      manageUrl: cloud.manageUrl,
      app: cloud.app,
    },
    directoryTenantId: company.directoryTenantId,
    name: company.name,
    people: PEOPLE,
    attackedAt: live.attackedAt,
    shownAt: live.shownAt,
    clock: speed === 1 && start.getTime() <= Date.now() ? () => new Date() : () => new Date(clock.now()),
    close: () => cloud.close(),
  }
}
