// Deeds that say more together than each by itself.
import type { Action } from '../../../events/activity.ts'
import { SWITCHED_OFF } from '../../../events/logs/directory-change.ts'
import type { Trace } from '../memory/trace.ts'
import { HOUR } from '../memory/visits.ts'
import { DEEDS, type DeedName, REPLACED } from '../weights.ts'
import { type DeedSignal, deedSignal, named } from './deed-signal.ts'

/** `found`: what is said of each alone. */
export const judgeTogether = (found: DeedSignal[], notable: Trace[], user: string): DeedSignal[] =>
  [replacedIn(notable, user), backdoorIn(found), unguardedIn(found, notable)].filter(deed => deed !== null)

/** Whoever loses their phone gets a new one; whoever has another's number has everything that the owner could come in with. */
function replacedIn(notable: Trace[], user: string): DeedSignal | null {
  const own = notable.filter(({ manner, particulars }) => {
    const { targetUser } = particulars!
    return manner.outcome === 'success' && (targetUser === null || targetUser === user)
  })
  const isNear = (one: Trace, isIt: (action: Action) => boolean) =>
    own.some(({ manner, at }) => isIt(manner.action) && Math.abs(at - one.at) <= REPLACED.hours * HOUR)
  const added = own.find(
    trace =>
      trace.manner.action === 'mfa-method-added' &&
      isNear(trace, isPasswordChange) &&
      isNear(trace, isMethodRemoved),
  )
  if (!added) return null
  return deedSignal('credentials-replaced', added, 'Replaced the password and a way to pass MFA')
}

/** An application that is made, given a secret and let in at once, for the first time each, is a way in without anybody's account. */
function backdoorIn(found: DeedSignal[]): DeedSignal | null {
  const first = (name: DeedName) =>
    found.find(deed => deed.name === name && deed.weight >= DEEDS[name].points)
  const made = first('app-created')
  if (!made || !first('app-credential-added') || !first('consent-granted')) return null
  const { points, floor, family, technique } = DEEDS['app-backdoor']
  return {
    ...made,
    name: 'app-backdoor',
    says: `${made.says}, with a secret and access of its own`,
    technique,
    family,
    weight: points,
    floor,
  }
}

/** Who makes an administrator and switches off what guards the directory, within the hour and for the first time each, settles in. */
function unguardedIn(found: DeedSignal[], notable: Trace[]): DeedSignal | null {
  const off = notable.find(
    ({ manner, particulars }) =>
      manner.action === 'policy-changed' &&
      manner.outcome === 'success' &&
      particulars!.detail === SWITCHED_OFF,
  )
  if (!off) return null
  const near = (name: DeedName) =>
    found.some(
      deed => deed.name === name && deed.weight >= DEEDS[name].points && Math.abs(deed.at - off.at) <= HOUR,
    )
  if (!near('user-created') || !near('role-assigned')) return null
  return deedSignal(
    'administrator-unguarded',
    off,
    `Made an administrator’s account, and switched a policy off${named(off.particulars!.target)}`,
  )
}

const isMethodRemoved = (action: Action): boolean =>
  action === 'mfa-method-removed' || action === 'mfa-turned-off'

const isPasswordChange = (action: Action): boolean =>
  action === 'password-reset' || action === 'password-changed'
