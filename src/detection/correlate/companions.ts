// Who changes addresses on the way: what a stranger does next from another address is theirs as well.
import { isAmongStrangers } from '../behaviour/access.ts'
import { isAnybodys } from '../behaviour/machines.ts'
import type { Origin } from '../behaviour/origin.ts'
import { HOUR } from '../behaviour/visits.ts'
import { COMPANION, JOIN } from '../behaviour/weights.ts'
import { isSuspect } from './join.ts'
import type { Judged } from './visitor.ts'

/**
 * Visits that came the same way as a stranger, in the session that the stranger began or soon after: phones and relays hand out another
 * address every few minutes, and lines have one of each version. By itself such a visit looks like the owner's, with the
 * web's mail that is in everybody's hands, or on a network that they use.
 */
export function companionsOf(judged: Judged[], owned: ReadonlySet<string>): Map<Judged, Judged> {
  const strangers = judged.filter(isStranger)
  const companions = new Map<Judged, Judged>()
  for (const one of judged) {
    if (isSettledHere(one)) continue
    const stranger = strangers.findLast(
      other => other !== one && (isOneSession(one, other, owned) || isSoonAfter(one, other)),
    )
    if (stranger) companions.set(one, stranger)
  }
  return companions
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

/** In which a machine of the owner's is nowhere to be seen. */
const isOneSession = (
  { visit, knowsClients }: Judged,
  { visit: other }: Judged,
  owned: ReadonlySet<string>,
): boolean =>
  visit.session !== null &&
  visit.session === other.session &&
  !owned.has(visit.session) &&
  (!knowsClients || visit.clients.every(client => isAnybodys(client) || other.clients.includes(client)))

function isSoonAfter({ visit, deeds }: Judged, { visit: other, strangeness }: Judged): boolean {
  if (visit.session !== null && visit.session !== other.session) return false
  const heaviest = deeds.reduce((most, { weight }) => Math.max(most, weight), 0)
  const { ofNobodys, ofKnown } = COMPANION
  const isNobodys = visit.clients.length > 0 && visit.clients.every(isAnybodys)
  const { deed, strange, hours } = isNobodys ? ofNobodys : ofKnown
  return (
    heaviest >= deed &&
    strangeness >= strange &&
    visit.first >= other.first &&
    visit.first - other.last <= hours * HOUR &&
    isSameWay(visit.origin!, other.origin)
  )
}

const isSameWay = (one: Origin, other: Origin | null): boolean =>
  other !== null && (one.network === other.network || (one.kind === 'relay' && other.kind === 'relay'))
