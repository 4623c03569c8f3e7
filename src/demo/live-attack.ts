// Which attack the demo shows: one whose decisive records are logged soon, so that nobody sits before an empty screen.
import type { AttackOrder } from '../../simulator/world/attacks/attack.ts'
import { attacksOf, createWorld, recordsOf, type WorldOrder } from '../../simulator/world/world.ts'

export interface LiveAttack {
  order: AttackOrder
  attackedAt: Date
  /** When the cloud shows the record that settles it. */
  shownAt: Date
}

const DRAWS = 40
const HOUR = 3_600_000

/** Somebody is phished: the same company and moment, drawn many times over, and of these the one that shows soonest. */
export function chooseLiveAttack(world: WorldOrder, startsAt: Date): LiveAttack {
  const [company, ...others] = world.tenants
  if (!company || others.length > 0) throw new Error('a live attack is chosen for a world of one tenant')
  const orders = Array.from(
    { length: DRAWS },
    (_, draw): AttackOrder => ({ kind: 'aitm', isAutomatic: true, at: startsAt, draw }),
  )
  const tenant = createWorld({ ...world, tenants: [{ ...company, attacks: orders }] }).tenants[0]!
  const records = new Map<string, SignIn>()
  for (const each of recordsOf(tenant, startsAt.getTime(), startsAt.getTime() + HOUR))
    if (each.feed === 'signIns') records.set(each.id, { ...each, ...readSignIn(each.record) })
  const candidates = attacksOf(tenant).flatMap((truth, draw) => {
    const shownAt = settledAt(truth.recordIds.flatMap(id => records.get(id) ?? []))
    // What the plan itself puts off is taken back by beginning earlier.
    const offset = truth.firstActAt - startsAt.getTime()
    return shownAt === null ? [] : [{ draw, offset, wait: shownAt - truth.firstActAt }]
  })
  const soonest = candidates.sort((a, b) => a.wait - b.wait || a.draw - b.draw)[0]
  if (!soonest) throw new Error('none of the drawn attacks replays its session')
  return {
    order: { ...orders[soonest.draw]!, at: new Date(startsAt.getTime() - soonest.offset) },
    attackedAt: startsAt,
    shownAt: new Date(startsAt.getTime() + soonest.wait),
  }
}

interface SignIn {
  at: number
  publishedAt: number
  isIn: boolean
  address: string
  browser: string
  system: string
}

function readSignIn(record: Record<string, unknown>) {
  const { status, ipAddress, deviceDetail } = record as {
    status?: { errorCode?: number }
    ipAddress?: string
    deviceDetail?: { browser?: string; operatingSystem?: string }
  }
  return {
    isIn: status?.errorCode === 0,
    address: ipAddress ?? '',
    browser: (deviceDetail?.browser ?? '').split(' ')[0]!,
    system: deviceDetail?.operatingSystem ?? '',
  }
}

/** Once both are shown: the sign-in through the phishing page, and the session in another browser elsewhere. */
function settledAt(signIns: SignIn[]): number | null {
  const inside = signIns.filter(({ isIn }) => isIn).sort((a, b) => a.at - b.at)
  const phished = inside[0]
  if (!phished) return null
  const replays = inside.filter(
    ({ address, system, browser }) =>
      address !== phished.address && (system !== phished.system || browser !== phished.browser),
  )
  if (replays.length === 0) return null
  return Math.max(phished.publishedAt, Math.min(...replays.map(({ publishedAt }) => publishedAt)))
}
