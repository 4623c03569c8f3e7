// Microsoft's services by which people change their own account: the log names the service, the doing is the person's.
import type { Activity } from '../activity.ts'

const SERVICES = new Set([
  'azure mfa strongauthenticationservice',
  'microsoft password reset service',
  'device registration service',
  'azure credential configuration endpoint service',
])

/** Says whose doing it was, where a record names nobody but such a service and the account it changed. */
export function nameAsker(activity: Activity): void {
  const { user, userId, actorApp, targetUser } = activity
  if (user !== null || userId !== null || actorApp === null || targetUser === null) return
  if (SERVICES.has(actorApp.toLowerCase())) activity.user = targetUser
}
