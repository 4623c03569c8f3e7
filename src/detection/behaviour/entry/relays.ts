// Phishing pages on hired lines, where no data centre gives them away: a program that fetches the sign-in page, and the victim's
// browser passed on after it, come from one address within minutes.
import type { Signal } from '../../signal.ts'
import { isSignInByHand, type Manner } from '../memory/manner.ts'
import type { Trace } from '../memory/trace.ts'
import { MINUTE } from '../memory/visits.ts'
import { sayMinutes, sayOrigin } from '../say.ts'
import { ACCESS, LEARNING, LOWERED } from '../weights.ts'
import { type Access, accessSignal, isComputers } from './access.ts'
import { isTool } from './flows.ts'

/** Signals by the visit in which somebody got in. */
export function judgeRelays(accesses: Access[]): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  const programs = Map.groupBy(
    accesses.flatMap(({ visit }) => visit.traces.filter(isByProgram)),
    ({ origin }) => origin!.address,
  )
  if (programs.size === 0) return found
  const own = new Set(
    accesses
      .filter(({ isOwnNetwork }) => isOwnNetwork)
      .flatMap(({ visit }) => visit.manners.filter(isProgramInUse).map(({ client }) => client)),
  )
  for (const access of accesses) {
    if (!couldBeAnothers(access)) continue
    for (const trace of access.visit.traces.filter(isByBrowser)) {
      const program = programs.get(trace.origin?.address ?? '')?.find(
        ({ at, manner }) =>
          Math.abs(trace.at - at) <= ACCESS.relayed.minutes * MINUTE &&
          !own.has(manner.client) &&
          // A developer's tools come along to their VPN.
          !(access.isVpnUser && isTool(manner)),
      )
      if (!program) continue
      found.set(access, signalOf(access, trace, program))
      break
    }
  }
  return found
}

function signalOf({ visit, isTrusted, knowledge }: Access, trace: Trace, program: Trace): Signal {
  const minutes = Math.abs(trace.at - program.at) / MINUTE
  return accessSignal(
    'phishing-proxy',
    'T1557',
    ACCESS.relayed.points *
      (isTrusted ? LOWERED.trustedNetwork : 1) *
      (knowledge === 'none' ? LEARNING.oddFactor : 1),
    trace,
    `Signed in with ${trace.manner.client} from ${sayOrigin(visit.origin!)}, ${sayMinutes(minutes)} ${program.at <= trace.at ? 'after' : 'before'} a program (${program.manner.client}) tried to at the same address: how phishing pages work`,
  )
}

/** What old protocols and phones' apps are written with signs in beside a browser everywhere. */
const isByProgram = ({ origin, manner }: Trace): boolean =>
  origin !== null &&
  manner.action === 'sign-in' &&
  manner.isScripted &&
  manner.flow === null &&
  manner.client !== null

const isByBrowser = ({ manner }: Trace): boolean =>
  isSignInByHand(manner) && !manner.isScripted && manner.client !== null && isComputers(manner.client)

const isProgramInUse = ({ isScripted, outcome }: Manner): boolean => isScripted && outcome === 'success'

const couldBeAnothers = ({ visit, isOwnNetwork, isNewAddress, hasOwnDevice, isVouched }: Access): boolean =>
  visit.success !== null &&
  visit.origin !== null &&
  (isOwnNetwork === false || isNewAddress) &&
  !hasOwnDevice &&
  !visit.hasKnownDevice &&
  !isVouched
