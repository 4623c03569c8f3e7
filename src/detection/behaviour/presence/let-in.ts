// Sessions that were let in with a device code, and go on somewhere else than where it was entered.
import type { Signal } from '../../signal.ts'
import { type Access, accessSignal, isAtHome } from '../entry/access.ts'
import { hasEnteredCode, isLettingIn, isOfTools, isTool } from '../entry/flows.ts'
import { isLine } from '../memory/origin.ts'
import { DAY, HOUR } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import { ACCESS } from '../weights.ts'
import { ofMachine } from './machines.ts'

/** The visit, of those from elsewhere, in which the owner let the session in. It must be known where this one comes from. */
export function whereLetIn(access: Access, others: Access[]): Access | undefined {
  const { visit, isNewAddress } = access
  // Who lets in another machine of theirs has it at home, or where they are.
  const isOwnLine = !isNewAddress && isLine(visit.origin!)
  return others.find(
    other =>
      other.visit.first <= visit.first &&
      ((!isOwnLine && isLettingIn(other)) || isRedeemedElsewhere(access, other)),
  )
}

export function judgeLetIn(access: Access, letIn: Access, session: Access[]): Signal | null {
  const { visit, knowsClients } = access
  // The browser in which the code was entered goes on where its owner takes the machine.
  if (isBrowserThatEntered(access, letIn, session) || (knowsClients && !isSoonElsewhere(access, letIn)))
    return null
  return accessSignal(
    'device-code-session-elsewhere',
    'T1528',
    ACCESS.deviceCode.elsewhere,
    visit.success!,
    `A session that its owner let in with a device code at ${sayOrigin(letIn.visit.origin!, visit.origin!)} is used from ${sayOrigin(visit.origin!, letIn.visit.origin!)}`,
  )
}

const isSoonElsewhere = ({ visit, hasOwnDevice }: Access, letIn: Access): boolean =>
  !hasOwnDevice && visit.first - letIn.visit.last <= DAY

/**
 * Somebody who uses VPNs is on one again, in the browser that was in the session on a day before the code was entered in it; or the
 * code let in a tool, which opens no browser.
 */
function isBrowserThatEntered({ visit, isVpnUser }: Access, letIn: Access, session: Access[]): boolean {
  if (!isVpnUser) return false
  const codes = letIn.visit.manners.filter(({ flow }) => flow === 'deviceCode')
  if (codes.length > 0 && codes.every(isTool)) return true
  const browsers = ofMachine(visit.clients)
  return (
    browsers.length > 0 &&
    browsers.every(client =>
      session.some(before => before.visit.day < letIn.visit.day && before.visit.clients.includes(client)),
    )
  )
}

const SOON = HOUR / 4

/**
 * A code that was entered at a desk of the person's, and opened a session on another network of theirs, for what they do not
 * have, but not for a developer's tools on a server. A machine that was registered with it is none of theirs.
 */
const isRedeemedElsewhere = (access: Access, other: Access): boolean =>
  hasEnteredCode(other) &&
  isAtHome(other) &&
  access.visit.first - other.visit.last <= SOON &&
  !access.hasOwnDevice &&
  !access.knowsClients &&
  !isOfTools(access.visit)
