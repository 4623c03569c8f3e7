// Whether two visits may be one machine's: what its clients, browsers and systems show of it.
import { type Access, isBrowser } from '../entry/access.ts'
import { isPhone, systemOf } from '../memory/manner.ts'
import { placesOf, type Visit } from '../memory/visits.ts'

export const differ = (one: Visit, other: Visit): boolean =>
  other.isScripted ||
  isOtherSystem(other.systems, one.systems) ||
  haveNoneInCommon(ofMachine(one.clients), ofMachine(other.clients)) ||
  haveNoneInCommon(one.clients, other.clients)

/** What Exchange calls 'Outlook on the web' is in everybody's hands; a browser on Windows is on somebody's machine. */
export const ofMachine = (clients: string[]): string[] => clients.filter(client => systemOf(client) !== null)

export function isPhonesApp(client: string): boolean {
  const system = systemOf(client)
  return system !== null && isPhone(system) && !isBrowser(client)
}

/** What is installed on a machine, such as Outlook and Teams. */
export const programsOf = ({ clients, isScripted }: Visit): string[] =>
  isScripted ? [] : clients.filter(client => !isBrowser(client) && !/ on the web$/.test(client))

/** The person's own, by several of its programs: a stolen token is one program's. */
export const isOwnMachine = ({ hasOwnDevice, visit }: Access): boolean =>
  hasOwnDevice && programsOf(visit).length > 1

/** Whether a machine of the person's is at the very address on that day. */
export function withOwnMachine(accesses: Access[]): (visit: Visit) => boolean {
  const here = new Set(accesses.flatMap(({ visit, hasOwnDevice }) => (hasOwnDevice ? placesOf(visit) : [])))
  return visit => placesOf(visit).some(place => here.has(place))
}

export const isAnybodys = (client: string): boolean => client === 'REST' || client.endsWith(' on the web')

const haveNoneInCommon = (some: string[], others: string[]): boolean =>
  some.length > 0 && others.length > 0 && others.every(client => !some.includes(client))

/** A tablet's or a phone's browser that asks for pages as a computer would. */
const POSES_AS: Record<string, string> = { macOS: 'iOS', iOS: 'macOS', Linux: 'Android', Android: 'Linux' }

export const isOtherSystem = (systems: string[], owned: string[]): boolean =>
  owned.length > 0 &&
  systems.some(system => !owned.includes(system) && !owned.includes(POSES_AS[system] ?? system))

/** Another system than those, which only the same machine posing as a computer's, or not, would show. */
export const isPose = (systems: string[], owned: string[]): boolean =>
  owned.length > 0 &&
  !isOtherSystem(systems, owned) &&
  systems.length > 0 &&
  systems.every(system => !owned.includes(system))

export const isOtherBrowser = ({ clients }: Visit, owned: string[]): boolean =>
  owned.some(isBrowser) &&
  clients.some(client => isBrowser(client) && !owned.includes(client) && !owned.includes(posing(client)))

/** The same browser as it shows itself when it poses as a computer's, or does not. */
function posing(client: string): string {
  const system = systemOf(client)
  return system === null ? client : client.replace(` on ${system}`, ` on ${POSES_AS[system] ?? system}`)
}

/** What reads mail in no session was let in by itself: nobody sits where it runs. */
export const isServers = ({ session, traces }: Visit): boolean =>
  session === null &&
  traces.every(({ manner }) => manner.action === 'mail-read' && isOfServices(manner.client))

const isOfServices = (client: string | null): boolean =>
  client === 'REST' || client === 'Exchange Web Services'

/**
 * Without what OneDrive's own program shows: it signs in for itself, so that a log which has it in a browser's session tells
 * nothing of who has that one.
 */
export function withoutSyncing(access: Access): Access {
  const { visit } = access
  const clients = visit.clients.filter(client => !isSyncing(client))
  if (clients.length === visit.clients.length) return access
  const systems = [...new Set(clients.flatMap(client => systemOf(client) ?? []))]
  return { ...access, visit: { ...visit, clients, systems } }
}

/** The same of a session, unless it has nothing else. */
export function withoutAnySyncing(accesses: Access[]): Access[] {
  const others = accesses.map(withoutSyncing)
  return others.some(({ visit }) => visit.clients.length > 0) ? others : accesses
}

const isSyncing = (client: string): boolean =>
  client === 'OneDrive on Windows' || client === 'OneDrive on macOS'
