// Who changes addresses on the way: what a stranger does next from another address is theirs as well.
import { isAmongStrangers } from '../behaviour/entry/access.ts'
import type { Origin } from '../behaviour/memory/origin.ts'
import { HOUR } from '../behaviour/memory/visits.ts'
import { isAnybodys } from '../behaviour/presence/machines.ts'
import { COMPANION, JOIN } from '../behaviour/weights.ts'
import { isSuspect, NEIGHBOURS } from './join.ts'
import type { Judged } from './judged.ts'

/**
 * Visits that came the same way as a stranger, in the session that the stranger began or soon after: phones and relays hand out another
 * address every few minutes, and lines have one of each version. By itself such a visit looks like the owner's, with the
 * web's mail that is in everybody's hands, or on a network that they use.
 */
export function companionsOf(judged: Judged[], owned: ReadonlySet<string>): Map<Judged, Judged> {
  const strangers = new Set(judged.filter(isStranger))
  const begun = beginnersOf(strangers, owned)
  const companions = new Map<Judged, Judged>()
  const recent: Judged[] = []
  const strangerBefore = (one: Judged): Judged | undefined => {
    const beginner = one.visit.session === null ? undefined : begun.get(one.visit.session)
    if (beginner && beginner !== one && isWithoutOwn(one, beginner)) return beginner
    return recent.findLast(other => isSoonAfter(one, other))
  }
  for (const one of judged) {
    const stranger = isSettledHere(one) ? undefined : strangerBefore(one)
    if (stranger) companions.set(one, stranger)
    if (strangers.has(one) && recent.push(one) > NEIGHBOURS) recent.shift()
  }
  return companions
}

/** Who was first in each session that the owner has no part in. */
function beginnersOf(strangers: Iterable<Judged>, owned: ReadonlySet<string>): Map<string, Judged> {
  const begun = new Map<string, Judged>()
  for (const one of strangers) {
    const { session } = one.visit
    if (session !== null && !owned.has(session) && !begun.has(session)) begun.set(session, one)
  }
  return begun
}

const isStranger = (one: Judged): boolean =>
  !one.hasOwnDevice &&
  !one.isVouched &&
  ((isSuspect(one) && (!one.knowsClients || one.strangeness >= JOIN.nearStrange)) ||
    (isAmongStrangers(one) && one.visit.success !== null))

/** Where the owner has always been, or with a machine of theirs. On a mobile network an address says nothing. */
const isSettledHere = ({ visit, isOwnNetwork, isNewAddress, hasOwnDevice, isVouched }: Judged): boolean =>
  visit.success === null ||
  visit.origin === null ||
  hasOwnDevice ||
  visit.hasKnownDevice ||
  isVouched ||
  (isOwnNetwork === true && !isNewAddress && visit.origin.kind !== 'mobile')

/** Whether no machine of the owner's is to be seen. */
const isWithoutOwn = ({ visit, knowsClients }: Judged, { visit: other }: Judged): boolean =>
  !knowsClients || visit.clients.every(client => isAnybodys(client) || other.clients.includes(client))

function isSoonAfter({ visit, deeds }: Judged, { visit: other, strangeness }: Judged): boolean {
  if (visit.session !== null && visit.session !== other.session) return false
  const heaviest = deeds.reduce((most, { weight }) => Math.max(most, weight), 0)
  const { ofNobodys, ofKnown } = COMPANION
  const isNobodys = visit.clients.length > 0 && visit.clients.every(isAnybodys)
  const { deed, strange, hours } = isNobodys ? ofNobodys : ofKnown
  return (
    heaviest >= deed &&
    strangeness >= strange &&
    visit.first - other.last <= hours * HOUR &&
    isSameWay(visit.origin!, other.origin)
  )
}

const isSameWay = (one: Origin, other: Origin | null): boolean =>
  other !== null && (one.network === other.network || (one.kind === 'relay' && other.kind === 'relay'))
