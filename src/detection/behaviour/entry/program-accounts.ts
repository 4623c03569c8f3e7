// Accounts that only programs use, and that somebody else uses from elsewhere: by hand, or by a program of their own.
import type { Signal } from '../../signal.ts'
import { isSignInByHand, type Manner } from '../memory/manner.ts'
import { isHostingLike, isLine } from '../memory/origin.ts'
import { DAY } from '../memory/visits.ts'
import { isServers } from '../presence/machines.ts'
import { sayOrigin } from '../say.ts'
import type { TenantFacts } from '../tenant-facts.ts'
import { ACCESS, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isAbroad } from './access.ts'
import { isTool } from './flows.ts'

/**
 * Signals by the visit. What a service does by itself never needs a hand, least of all at a strange place. Nor does it run on a
 * rented machine abroad, or on several on a day, while it goes on where it always ran: a service that moves leaves its place.
 */
export function judgeProgramAccount(accesses: Access[], facts: TenantFacts): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const own = accesses.filter(({ isOwnNetwork, visit }) => isOwnNetwork === true && visit.success !== null)
  if (own.length < ACCESS.programAccount.visits || !own.every(isByProgram)) return found
  // A data centre is in no country of the company's people: what runs there alone is at home in theirs too.
  const isOnLine = own.some(({ visit }) => isLine(visit.origin!))
  const isFar = (access: Access): boolean =>
    isAbroad(access) && (isOnLine || facts.isForeign(access.visit.origin!.country ?? ''))
  const lastAt = new Map<string, number>()
  for (const { visit } of own)
    lastAt.set(
      visit.origin!.network,
      Math.max(visit.last, lastAt.get(visit.origin!.network) ?? Number.NEGATIVE_INFINITY),
    )
  const rented = accesses.filter(
    ({ visit, isOwnNetwork }) =>
      isOwnNetwork === false && visit.success !== null && isHostingLike(visit.origin),
  )
  // One service runs on one machine, or with one provider: not on several new ones of two on a day.
  const isAllOver = ({ visit }: Access): boolean => {
    const near = rented.filter(other => Math.abs(other.visit.first - visit.first) <= DAY)
    const { addresses, networks } = ACCESS.programAccount.allOver
    return (
      new Set(near.flatMap(other => [...other.visit.addresses])).size >= addresses &&
      new Set(near.map(other => other.visit.origin!.network)).size >= networks
    )
  }
  // Where it has moved to is its own in time, and goes on too.
  const goesOnElsewhere = ({ visit }: Access): boolean =>
    [...lastAt].some(([network, last]) => network !== visit.origin!.network && last > visit.first)
  for (const access of accesses) {
    const { visit, isOwnNetwork, isTrusted } = access
    if (isOwnNetwork !== false || visit.success === null) continue
    const { hosting, abroad, elsewhere, goesOn } = ACCESS.programAccount
    const there = sayOrigin(visit.origin!)
    const weighed = (points: number) => points * (isTrusted ? LOWERED.trustedNetwork : 1)
    const signIn = visit.traces.find(({ manner }) => isSignInByHand(manner) && !isOfProgram(manner))
    if (signIn)
      found.set(
        access,
        accessSignal(
          'program-account-by-hand',
          'T1078.004',
          weighed(isHostingLike(visit.origin) ? hosting : isFar(access) ? abroad : elsewhere),
          signIn,
          `Signed in by hand from ${there} to an account that only programs use`,
        ),
      )
    else if (
      isHostingLike(visit.origin) &&
      (isAbroad(access) || isAllOver(access)) &&
      goesOnElsewhere(access)
    )
      found.set(
        access,
        accessSignal(
          'program-account-elsewhere',
          'T1078.004',
          weighed(goesOn),
          visit.success,
          `Used from ${there} though only programs use this account, which go on where they always ran`,
        ),
      )
  }
  return found
}

/** With the password in a program, whatever the logs call interactive, or with a tool that shows no browser. */
const isOfProgram = (manner: Manner): boolean =>
  manner.isScripted ||
  manner.flow === 'ropc' ||
  manner.flow === 'legacy' ||
  (manner.client === null && (isTool(manner) || SHELLS.has(manner.appId ?? '')))

const SHELLS = new Set([
  '14d82eec-204b-4c2f-b7e8-296a70dab67e', // Microsoft Graph Command Line Tools
  '1b730954-1685-4b74-9bfd-dac224a7b894', // Azure Active Directory PowerShell
  'fb78d390-0c51-40cd-8e17-fdbfab77341b', // Exchange Online PowerShell
])

/** Some logs tell of such an account no more than what was done with it. */
const isByProgram = ({ visit }: Access): boolean =>
  (visit.manners.some(isOfProgram) || isServers(visit)) &&
  !visit.manners.some(manner => isSignInByHand(manner) && !isOfProgram(manner))
