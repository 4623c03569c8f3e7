// A browser that signs in anew in a data centre, while the session that the same browser has goes on elsewhere: who turns a VPN
// on keeps their session. Some have two computers: it counts only with what they would hardly begin one with.
import type { Signal } from '../../signal.ts'
import type { DeedSignal } from '../deeds/deed-signal.ts'
import { type Access, accessSignal, isComputers } from '../entry/access.ts'
import { isHostingLike } from '../memory/origin.ts'
import { DAY } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import { ACCESS, LOWERED } from '../weights.ts'

type Visitor = Access & { deeds: DeedSignal[] }

/** Signals by visit. `sessions`: all visits of each. */
export function judgeSecondSession(
  judged: Visitor[],
  sessions: ReadonlyMap<string, Visitor[]>,
): Map<Visitor, Signal> {
  const found = new Map<Visitor, Signal>()
  const { points, deed } = ACCESS.secondSession
  for (const one of judged) {
    const { visit, isTrusted } = one
    if (visit.success === null || !one.deeds.some(({ weight, family }) => weight >= deed && MUCH.has(family)))
      continue
    if (!isStrange(one) || !sessions.get(visit.session!)!.every(isStrange)) continue
    const owner = ownerBeside(sessions.values(), one)
    if (owner)
      found.set(
        one,
        accessSignal(
          'second-session',
          'T1078.004',
          points * (isTrusted ? LOWERED.trustedNetwork : 1),
          visit.success,
          `Signed in anew from ${sayOrigin(visit.origin!)}, while the session that the same browser has goes on at ${sayOrigin(owner.visit.origin!, visit.origin!)}`,
        ),
      )
  }
  return found
}

const MUCH: ReadonlySet<string> = new Set(['collection', 'impact'])

const isStrange = ({ visit, isOwnNetwork, hasOwnDevice, isVouched }: Access): boolean =>
  visit.session !== null &&
  isOwnNetwork === false &&
  isHostingLike(visit.origin) &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  !isVouched

/** Where the owner goes on, in a session that they used with the same browser some days before and use some days after. */
function ownerBeside(sessions: Iterable<Access[]>, one: Access): Access | null {
  for (const session of sessions) {
    const owner = goesOnBeside(session, one)
    if (owner) return owner
  }
  return null
}

function goesOnBeside(session: Access[], { visit }: Access): Access | null {
  const near = ACCESS.secondSession.days * DAY
  const owners = session.filter(
    other =>
      (other.isOwnNetwork === true || other.isVouched) &&
      other.visit.origin !== null &&
      other.visit.success !== null &&
      other.visit.clients.some(client => isComputers(client) && visit.clients.includes(client)),
  )
  const isBefore = owners.some(({ visit: { last } }) => last <= visit.first && last >= visit.first - near)
  const after = owners.find(({ visit: { first } }) => first >= visit.first && first <= visit.last + near)
  return (isBefore && after) || null
}
