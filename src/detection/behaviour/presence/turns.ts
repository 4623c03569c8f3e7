// One session of a computer's browser at two places by turns all day long: it is in two hands.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAtHome, isComputers } from '../entry/access.ts'
import { isPhone, type Manner } from '../memory/manner.ts'
import { isHostingLike, isLine } from '../memory/origin.ts'
import { inCommon, spansOf, turnsBetween } from '../memory/spans.ts'
import type { Visit } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { ACCESS, LEARNING, LOWERED } from '../weights.ts'

/**
 * Signals by visit. `isMixed`: sessions that hold several machines are at two places anyway, if those are.
 */
export function judgeTurns(
  accesses: Access[],
  sessions: ReadonlyMap<string, Access[]>,
  isMixed: (session: string) => boolean,
  facts: TenantFacts,
): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  let desks: Map<number, number> | null = null
  for (const access of accesses) {
    const { visit, isTrusted, knowledge } = access
    if (!couldBeAnothers(access) || isMixed(visit.session!)) continue
    const owners = sessions.get(visit.session!)!.filter(other => isOwnersThen(other, visit))
    if (owners.length === 0) continue
    const theirs = spansBy(owners, isByBrowser)
    const strange = spansBy([access], isByBrowser)
    const turns = turnsBetween(theirs, strange)
    if (turns < ACCESS.byTurns.least) continue
    desks ??= atDesks(accesses)
    const home = owners.at(-1)!.visit.origin!
    // Whoever has two lines at the office is not on the second one alone.
    const isAtOffice = facts.isShared(home) && facts.peopleAt(visit.origin!) < 2
    found.set(
      access,
      accessSignal(
        'session-by-turns',
        'T1550.004',
        points(access, turns, desks.get(visit.day) ?? 0, isAtOffice) *
          (isTrusted ? LOWERED.trustedNetwork : 1) *
          (knowledge === 'none' ? LEARNING.oddFactor : 1),
        visit.success!,
        `One session was used at ${sayOrigin(home, visit.origin!)} and at ${sayOrigin(visit.origin!, home)} by turns: ${turns + 1} turns on that day, or more`,
      ),
    )
  }
  return found
}

/** A machine that is carried along takes its programs with it; a VPN is switched on and off. */
function points({ visit }: Access, turns: number, atDesk: number, isAtOffice: boolean): number {
  const { line, hosting, many } = ACCESS.byTurns
  if (isHostingLike(visit.origin)) return turns >= many ? hosting.many : hosting.few
  const during = spansOf(visit.traces)
  return isAtOffice || inCommon(during, atDesk) >= line.stayed.spans ? line.stayed.points : line.points
}

function couldBeAnothers({ visit, isOwnNetwork, hasOwnDevice, isVpnUser, isVouched }: Access): boolean {
  const { session, origin, success } = visit
  return (
    session !== null &&
    success !== null &&
    isOwnNetwork === false &&
    (isLine(origin!) || isHostingLike(origin)) &&
    visit.clients.some(isComputers) &&
    !visit.systems.some(isPhone) &&
    !hasOwnDevice &&
    !visit.hasKnownDevice &&
    !isVpnUser &&
    !isVouched
  )
}

/** Where both protocols are spoken, a machine has two addresses at once, and not always of one provider. */
const isOwnersThen = (other: Access, { day, origin }: Visit): boolean =>
  other.visit.day === day &&
  isAtHome(other) &&
  !other.visit.systems.some(isPhone) &&
  isOfSix(other.visit) === origin!.address.includes(':')

const isOfSix = ({ origin }: Visit): boolean => origin!.address.includes(':')

const WEBMAIL = 'Outlook on the web'

const isByBrowser = ({ client }: Manner): boolean =>
  client !== null && (client === WEBMAIL || isComputers(client))

/** Spans of each day in which programs that are installed on computers of the person's were at work at home. */
function atDesks(accesses: Access[]): Map<number, number> {
  const days = new Map<number, number>()
  for (const access of accesses)
    if (isAtHome(access))
      days.set(access.visit.day, (days.get(access.visit.day) ?? 0) | spansBy([access], isByProgram))
  return days
}

const isByProgram = ({ client, system }: Manner): boolean =>
  client !== null && system !== null && !isPhone(system) && !isComputers(client)

const spansBy = (accesses: Access[], isMeant: (manner: Manner) => boolean): number =>
  spansOf(
    accesses.flatMap(({ visit }) =>
      visit.traces.filter(({ manner }) => manner.outcome === 'success' && isMeant(manner)),
    ),
  )
