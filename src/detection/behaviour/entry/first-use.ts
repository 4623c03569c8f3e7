// An account that nobody has used as far back as the log goes, and whose password was tried elsewhere before it opened: shared
// mailboxes and forgotten accounts have no owner who would notice.
import type { Signal } from '../../signal.ts'
import { isHostingLike } from '../memory/origin.ts'
import { isSignIn, type Trace } from '../memory/trace.ts'
import { DAY, HOUR } from '../memory/visits.ts'
import { sayOrigin } from '../say.ts'
import type { Past } from '../tenant-facts.ts'
import { ACCESS } from '../weights.ts'
import { type Access, accessSignal, isAbroad, isSpokenFor, loweredAbroad } from './access.ts'

interface Around {
  wrongPasswords: Trace[]
  madeAt: number | null
  past: Past | null
}

/** Signals by visit. Who is new begins among colleagues, or with an account that was made for them. */
export function judgeFirstUse(
  accesses: Access[],
  { wrongPasswords, madeAt, past }: Around,
): Map<Access, Signal> {
  const found = new Map<Access, Signal>()
  if (madeAt !== null || past !== null || wrongPasswords.length === 0) return found
  const first = accesses.find(({ visit }) => visit.success !== null)
  if (!first || !isStrange(first)) return found
  const { visit } = first
  const signIn = visit.traces.find(trace => isSignIn(trace))
  if (!signIn || signIn.manner.mfa === 'earlier') return found
  const { days, points, same } = ACCESS.firstUse
  const before = wrongPasswords.filter(
    ({ at, origin }) =>
      at <= signIn.at &&
      signIn.at - at <= days * DAY &&
      origin !== null &&
      origin.network !== visit.origin!.network,
  )
  if (before.length === 0) return found
  const isSame = before.some(
    refused => signIn.at - refused.at <= same.hours * HOUR && isSameClient(refused, signIn),
  )
  found.set(
    first,
    accessSignal(
      'first-use-after-guessing',
      'T1078.004',
      (isSame ? same.points : points) * loweredAbroad({ ...first, knowledge: 'whole' }),
      signIn,
      `Came from ${sayOrigin(visit.origin!)}, the first use of the account, after wrong passwords for it from ${sayOrigin(before.at(-1)!.origin!, visit.origin!)}${isSame ? ' with the same client' : ''}`,
    ),
  )
  return found
}

const isStrange = (access: Access): boolean =>
  access.isOwnNetwork === false &&
  !isSpokenFor(access) &&
  (isHostingLike(access.visit.origin) || isAbroad(access))

const isSameClient = ({ manner: refused }: Trace, { manner }: Trace): boolean =>
  refused.agent !== null && manner.agent !== null
    ? refused.agent === manner.agent
    : refused.client !== null && refused.client === manner.client
