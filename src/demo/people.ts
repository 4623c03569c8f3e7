// The accounts in a tenant's directory.
import type { DirectoryUser } from '../directory/save.ts'
import { FAMILY_NAMES, GIVEN_NAMES, mailName } from './names.ts'
import type { Random } from './random.ts'

const DAY = 86_400_000

/** What directories leave out; in a detailed tenant the first accounts show each case once, in this order. */
const GAPS: Partial<DirectoryUser>[] = [
  {},
  { mail: null },
  { displayName: null },
  { accountEnabled: null },
  { lastPasswordChangeAt: null },
  { accountEnabled: false },
]

const FIRST_PERSON = 'Zoë Nyström'
const SERVICE_ACCOUNTS = ['Backup', 'Scanner', 'Meeting Rooms', 'Directory Sync']

interface Directory {
  domain: string
  licensed: number
  isDetailed: boolean
  /** When the directory was last read. */
  at: Date
}

/** A room has a licence, but is nobody. */
export const isRoom = ({ displayName }: DirectoryUser): boolean => displayName === 'Meeting Rooms'

/** Everyone with a licence, and some accounts that need none. */
export function peopleOf(random: Random, { domain, licensed, isDetailed, at }: Directory): DirectoryUser[] {
  const taken = new Set<string>()
  const people = Array.from({ length: licensed }, (_, index) => {
    const one = random.branch('person', index)
    const displayName =
      isDetailed && index === 0 ? FIRST_PERSON : `${one.pick(GIVEN_NAMES)} ${one.pick(FAMILY_NAMES)}`
    const address = `${free(mailName(displayName), taken)}@${domain}`
    const person: DirectoryUser = {
      id: one.uuid(),
      userPrincipalName: address,
      mail: address,
      displayName,
      accountEnabled: true,
      lastPasswordChangeAt: passwordChange(one, at),
    }
    return { ...person, ...(isDetailed && index < GAPS.length ? GAPS[index] : usualGap(one)) }
  })
  const services = SERVICE_ACCOUNTS.slice(0, 1 + Math.floor(licensed / 50)).map((displayName, index) => {
    const one = random.branch('service account', index)
    const person: DirectoryUser = {
      id: one.uuid(),
      userPrincipalName: `${free(`svc.${mailName(displayName)}`, taken)}@${domain}`,
      mail: null,
      displayName,
      accountEnabled: true,
      lastPasswordChangeAt: one.chance(0.5) ? null : passwordChange(one, at),
    }
    return person
  })
  return [...people, ...services]
}

/** Accounts that are gone; `users` are those still there, whose addresses are taken. */
export function formerPeopleOf(
  random: Random,
  { count, domain, users, at }: { count: number; domain: string; users: DirectoryUser[]; at: Date },
): DirectoryUser[] {
  const taken = new Set(users.map(({ userPrincipalName }) => userPrincipalName.split('@', 1)[0]!))
  return Array.from({ length: count }, (_, index) => {
    const one = random.branch('former', index)
    const displayName = `${one.pick(GIVEN_NAMES)} ${one.pick(FAMILY_NAMES)}`
    const address = `${free(mailName(displayName), taken)}@${domain}`
    return {
      id: one.uuid(),
      userPrincipalName: address,
      mail: address,
      displayName,
      accountEnabled: false,
      lastPasswordChangeAt: passwordChange(one, at),
    }
  })
}

function free(name: string, taken: Set<string>): string {
  let found = name
  for (let number = 2; taken.has(found); number++) found = name + number
  taken.add(found)
  return found
}

/** To the second, as directories keep it. */
function passwordChange(random: Random, at: Date): Date {
  const ago = random.lopsided(1, 700) * DAY
  return new Date(Math.floor((at.getTime() - ago) / 1000) * 1000)
}

function usualGap(random: Random): Partial<DirectoryUser> {
  const draw = random.fraction()
  if (draw < 0.04) return { mail: null }
  if (draw < 0.05) return { displayName: null }
  if (draw < 0.06) return { accountEnabled: null }
  if (draw < 0.09) return { lastPasswordChangeAt: null }
  if (draw < 0.14) return { accountEnabled: false }
  return {}
}
