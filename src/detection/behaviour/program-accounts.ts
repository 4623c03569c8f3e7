// Accounts that only programs use, and that somebody signs in to by hand from elsewhere.
import type { Signal } from '../signal.ts'
import { type Access, accessSignal } from './access.ts'
import { isSignInByHand } from './manner.ts'
import { isHostingLike } from './origin.ts'
import { sayOrigin } from './say.ts'
import { ACCESS, LOWERED } from './weights.ts'

/** Signals by the visit. What a service does by itself never needs a hand, least of all at a strange place. */
export function judgeProgramAccount(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const own = accesses.filter(({ isOwnNetwork, visit }) => isOwnNetwork === true && visit.success !== null)
  if (own.length < ACCESS.programAccount.visits || !own.every(isByProgram)) return found
  for (const access of accesses) {
    const { visit, isOwnNetwork, isTrusted } = access
    const signIn = visit.traces.find(({ manner }) => isSignInByHand(manner))
    if (isOwnNetwork !== false || !signIn) continue
    const { hosting, elsewhere } = ACCESS.programAccount
    found.set(
      access,
      accessSignal(
        'program-account-by-hand',
        'T1078.004',
        (isHostingLike(visit.origin) ? hosting : elsewhere) * (isTrusted ? LOWERED.trustedNetwork : 1),
        signIn,
        `Signed in by hand from ${sayOrigin(visit.origin!)} to an account that only programs use`,
      ),
    )
  }
  return found
}

const isByProgram = ({ visit }: Access): boolean => visit.isScripted && !visit.manners.some(isSignInByHand)
