// What a phishing page got goes to whoever runs it: where no log tells sessions, by another machine soon after, in a data centre or abroad.
import type { Signal } from '../../signal.ts'
import { isHostingLike } from '../memory/origin.ts'
import { HOUR, type Visit } from '../memory/visits.ts'
import { sayClients, sayOrigin } from '../say.ts'
import { ACCESS, HANDED_ON, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isAbroad, isSpokenFor } from './access.ts'
import { isPhishingPage } from './flows.ts'

/** Signals by visit. */
export function judgeHandedOn(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  // In order of time: the last of each of two providers is all that can matter.
  let last: Access | null = null
  let other: Access | null = null
  for (const access of accesses) {
    const { visit, isTrusted } = access
    const page = [last, other].find(each => each !== null && isFollowedBy(each.visit, visit))
    if (isPage(access)) {
      if (last !== null && last.visit.origin!.asn !== visit.origin!.asn) other = last
      last = access
    }
    if (!page || !isAnothersMachine(access)) continue
    found.set(
      access,
      accessSignal(
        'phished-and-handed-on',
        'T1557',
        ACCESS.handedOn * (isTrusted ? LOWERED.trustedNetwork : 1),
        visit.success!,
        `After a sign-in that looks like a phishing proxy's at ${sayOrigin(page.visit.origin!, visit.origin!)}, ${sayClients(visit)} came from ${sayOrigin(visit.origin!, page.visit.origin!)}`,
      ),
    )
  }
  return found
}

const isFollowedBy = (page: Visit, { origin, first }: Visit): boolean =>
  first > page.first && first - page.first <= HANDED_ON.hours * HOUR && page.origin!.asn !== origin?.asn

const isPage = (access: Access): boolean =>
  access.visit.session === null &&
  !access.hasOwnDevice &&
  !access.isVpnUser &&
  isPhishingPage(access, HANDED_ON.page)

function isAnothersMachine(access: Access): boolean {
  const { visit, isOwnNetwork, knowsClients } = access
  if (visit.session !== null || visit.success === null || visit.clients.length === 0) return false
  if (isOwnNetwork !== false || knowsClients || isSpokenFor(access)) return false
  return isHostingLike(visit.origin) || isAbroad(access)
}
