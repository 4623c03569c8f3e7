// Visits near the person that are not theirs: of a stranger's session, or from the very address of a strange visit.
import { type Access, accessSignal } from '../behaviour/entry/access.ts'
import { sayOrigin } from '../behaviour/say.ts'
import { ACCESS, JOIN, STRANGENESS } from '../behaviour/weights.ts'
import { diminished } from './weigh.ts'

type Visitor = Access & { strangeness: number }

/** As strange as this, nothing makes a place the person's. */
export const NOT_OWN = STRANGENESS.to.usually

/**
 * A session that began where nothing but the client was the person's does not become theirs at another new address of a
 * provider that they use: whoever hires lines near them gets those. It does at their own place, or on their own machine.
 */
export function disownStrangers(judged: Access[]): void {
  const strangers = new Map<string, boolean>()
  for (const one of judged) {
    const { visit, isOwnNetwork, isNewAddress, hasOwnDevice } = one
    const { session, success } = visit
    if (session === null || success === null || isOwnNetwork === null) continue
    const isStranger = strangers.get(session)
    if (isStranger === undefined)
      strangers.set(session, isOwnNetwork === false && diminished(one.signals) >= NOT_OWN)
    else if (hasOwnDevice || (isOwnNetwork && !isNewAddress)) strangers.set(session, false)
    else if (isStranger && isOwnNetwork) {
      one.isOwnNetwork = false
      one.signals.push(
        accessSignal(
          'unfamiliar-network',
          'T1078.004',
          ACCESS.newAddress,
          success,
          `Came from ${sayOrigin(visit.origin!)}, a network this account uses, but from an address it has not used, in a session that began elsewhere`,
        ),
      )
    }
  }
}

export const isMoved = ({ signals }: Access): boolean =>
  signals.some(({ name }) => name === 'session-moved' || name === 'device-code-session-elsewhere')

/**
 * What comes from the very address of a strange visit on the same day, and brings along no machine of the person's, is no
 * less strange: logs of what is done by command name no session. At an address that the person uses too, their clients are
 * theirs.
 */
export function suspectCompany(judged: Visitor[]): void {
  const strange = new Set<string>()
  for (const one of judged)
    if (one.isOwnNetwork === false && (one.isNewAddress || isMoved(one)) && one.strangeness >= JOIN.suspect)
      for (const address of one.visit.addresses) {
        strange.add(`${address} ${one.visit.day}`)
        // Midnight ends a day, not a session.
        if (one.visit.session !== null && one.strangeness >= NOT_OWN)
          strange.add(`${address} ${one.visit.day + 1} ${one.visit.session}`)
      }
  if (strange.size === 0) return
  for (const one of judged) {
    const { visit, isNewAddress, hasOwnDevice, isVouched, knowsClients } = one
    if (one.isOwnNetwork !== true || hasOwnDevice || isVouched || visit.success === null) continue
    const isAtPlace = (mark: string) =>
      [...visit.addresses].some(address => strange.has(`${address} ${mark}`))
    const isCompany = (isNewAddress || !knowsClients) && isAtPlace(`${visit.day}`)
    if (!isCompany && !isAtPlace(`${visit.day} ${visit.session}`)) continue
    one.isOwnNetwork = false
    one.signals.push(
      accessSignal(
        'unfamiliar-network',
        'T1078.004',
        JOIN.suspect,
        visit.success,
        `Came from ${sayOrigin(visit.origin!)}, from the address of another strange visit`,
      ),
    )
    one.strangeness = diminished(one.signals)
  }
}
