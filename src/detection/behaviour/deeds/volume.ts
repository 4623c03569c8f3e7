// Reading, downloading, deleting and sending far more than the person ever does.
import type { Action } from '../../../events/activity.ts'
import type { Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import { HUGE, MASS } from '../weights.ts'
import { type DeedSignal, deedSignal } from './deed-signal.ts'

type Mass = keyof typeof MASS

const MASS_OF: Partial<Record<Action, Mass>> = {
  'mail-read': 'mass-read',
  'file-read': 'mass-download',
  'file-download': 'mass-download',
  'mail-delete': 'mass-delete',
  'mail-sent-delete': 'mass-delete',
  'file-delete': 'mass-delete',
  'mail-send': 'mass-send',
  'message-send': 'mass-send',
  'file-share': 'mass-share',
}

/** Looking at a file is a tenth of taking it away. */
const SHARE: Partial<Record<Action, number>> = { 'file-read': 0.1 }
/**
 * A machine that is set up takes a copy of everything by itself. Only OneDrive does so: what else asks that way is a tool;
 * and nobody's new laptop stands in a data centre, unless the company manages it: then it is behind a VPN.
 */
const SYNC_SHARE = 0.03

const WORDS: Record<Mass, (count: number) => string> = {
  'mass-read': count => `Read ${count} messages`,
  'mass-download': count => `Downloaded ${count} files`,
  'mass-delete': count => `Deleted ${count} messages or files`,
  'mass-send': count => `Sent ${count} messages`,
  'mass-share': count => `Shared ${count} files or folders`,
}

/** What a busy day of the person holds, one day left out. */
export type Norm = (mass: Mass, day: number) => number

/** The second-busiest day: one outlier is no habit. The given visits are left out. */
export function usualVolumes(visits: Visit[], leaveOut: ReadonlySet<Visit>): Norm {
  const days = new Map<Mass, Map<number, number>>()
  for (const visit of visits) {
    if (leaveOut.has(visit)) continue
    for (const [mass, { count }] of volumesOf(visit)) {
      const sums = days.get(mass) ?? new Map<number, number>()
      sums.set(visit.day, (sums.get(visit.day) ?? 0) + count)
      days.set(mass, sums)
    }
  }
  const busiest = new Map([...days].map(([mass, sums]) => [mass, [...sums].sort((a, b) => b[1] - a[1])]))
  return (mass, day) => {
    const others = (busiest.get(mass) ?? []).slice(0, 3).filter(([on]) => on !== day)
    return others[1]?.[1] ?? others[0]?.[1] ?? 0
  }
}

interface Volume {
  count: number
  /** The first of them. */
  trace: Trace
}

const NO_VOLUMES: ReadonlyMap<Mass, Volume> = new Map()

function volumesOf({ traces, manners, origin, hasKnownDevice }: Visit): ReadonlyMap<Mass, Volume> {
  if (!manners.some(({ action }) => MASS_OF[action] !== undefined)) return NO_VOLUMES
  const volumes = new Map<Mass, Volume>()
  for (const trace of traces) {
    const { action, outcome, operation, client } = trace.manner
    const mass = MASS_OF[action]
    if (!mass || outcome !== 'success') continue
    let volume = volumes.get(mass)
    if (!volume) {
      volume = { count: 0, trace }
      volumes.set(mass, volume)
    }
    const isSync =
      operation.startsWith('FileSync') &&
      (client === null || client.startsWith('OneDrive')) &&
      (origin?.kind !== 'hosting' || hasKnownDevice)
    volume.count += trace.items * (isSync ? SYNC_SHARE : (SHARE[action] ?? 1))
  }
  return volumes
}

/** Many by anybody's measure, and many times the person's second-busiest day. */
export function judgeVolume(visit: Visit, usual: () => Norm): DeedSignal[] {
  const found: DeedSignal[] = []
  for (const [mass, { count, trace }] of volumesOf(visit)) {
    const { least, times } = MASS[mass]
    if (count < least) continue
    const norm = usual()(mass, visit.day)
    if (count < norm * times) continue
    const compared = norm > 0 ? `; a busy day has ${Math.round(norm)}` : ''
    const isHuge = count >= least * HUGE.times && count >= norm * times * HUGE.times
    found.push({
      ...deedSignal(mass, trace, `${WORDS[mass](Math.round(count))}${compared}`, isHuge ? HUGE.factor : 1),
      ...(isHuge && mass === 'mass-download' && { full: HUGE.full }),
    })
  }
  return found
}
