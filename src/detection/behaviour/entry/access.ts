// How somebody came in: what is found about a visit, before it is said what is strange about it.
import type { Signal } from '../../signal.ts'
import type { Acquaintance } from '../memory/habits.ts'
import { isLine } from '../memory/origin.ts'
import type { Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import type { Settings } from '../settings.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { LEARNING, LOWERED } from '../weights.ts'

/** What was found about how somebody came in. */
export interface Access {
  visit: Visit
  knowledge: Acquaintance['knowledge']
  /** On a network of the person's own, or of everybody. Null when it is not known where from. */
  isOwnNetwork: boolean | null
  /** No neighbour of the address was seen before, even if its network was. */
  isNewAddress: boolean
  hasOwnDevice: boolean
  /** False when the person never used any of the clients, or the system, that came along. */
  knowsClients: boolean
  /** Used with a client that has always named its device, and does not here, where others are as well. */
  lacksDevice: boolean
  isVpnUser: boolean
  /** A machine or session of the person's speaks for the place (correlate/vouch.ts). */
  isVouched: boolean
  isTrusted: boolean
  /** The person said that they would be there. */
  isDeclared: boolean
  signals: Signal[]
}

export interface Surroundings {
  user: string
  facts: TenantFacts
  settings: Settings
}

export const accessSignal = (
  name: string,
  technique: string,
  weight: number,
  { id, at }: Trace,
  says: string,
): Signal => ({ name, says, technique, family: 'access', weight, eventId: id, at })

/** What remains of being abroad while the owner is at home. */
export const loweredAbroad = ({ isTrusted, isDeclared, knowledge }: Access): number =>
  (isTrusted ? LOWERED.trustedNetwork : 1) *
  (isDeclared ? LOWERED.declaredTravel : 1) *
  (knowledge === 'none' ? LEARNING.oddFactor : 1)

/** Sessions that were on a network of the person's; null among them where some tell none. */
export const ownSessions = (accesses: Access[]): Set<string | null> =>
  new Set(accesses.filter(({ isOwnNetwork }) => isOwnNetwork).map(({ visit }) => visit.session))

/** Whether a machine of the person's or the company's, or what vouches for the place, says that it is the person. */
export const isSpokenFor = ({ visit, hasOwnDevice, isVouched }: Access): boolean =>
  hasOwnDevice || visit.hasKnownDevice || isVouched

/** On a line that the person had used before. */
export const isAtHome = ({ visit, isOwnNetwork, isNewAddress }: Access): boolean =>
  isOwnNetwork === true && !isNewAddress && isLine(visit.origin!)

/** On a mobile network of the person's with another machine than theirs: a whole country is on such a network. */
export const isAmongStrangers = ({
  visit,
  knowledge,
  isOwnNetwork,
  hasOwnDevice,
  knowsClients,
  lacksDevice,
}: Access): boolean =>
  isOwnNetwork === true &&
  visit.origin!.kind === 'mobile' &&
  knowledge === 'before' &&
  (!knowsClients || lacksDevice) &&
  !hasOwnDevice &&
  !visit.hasKnownDevice

/** In a country that is not the person's. */
export const isAbroad = ({ signals }: Access): boolean =>
  signals.some(({ name }) => name === 'unfamiliar-country')

const BROWSER = /^(chrome|edge|firefox|safari|opera|brave|samsung)/i

export const isBrowser = (client: string): boolean => BROWSER.test(client)

/** A computer's: phones' browsers are as much at home in other countries as their cards. */
export const isComputers = (client: string): boolean =>
  isBrowser(client) && !/ on (iOS|Android)$/.test(client)

/** Programs that sign in by themselves are as old as the account, for all that is known, unless the person is elsewhere. */
export const ofPrograms = ({ knowledge, visit }: Access, knows: Acquaintance): number =>
  knowledge !== 'none' || knows.isElsewhereToo(visit.origin!) ? 1 : LEARNING.programFactor
