// Microsoft's services by which people change their own account: the log names the service, the doing is the person's.
import type { Activity } from '../activity.ts'

const SERVICES = new Set([
  'azure mfa strongauthenticationservice',
  'microsoft password reset service',
  'fim_password_service@support.onmicrosoft.com',
  'device registration service',
  'azure credential configuration endpoint service',
])

/** Says whose doing it was, where a record names nobody but such a service and the account it changed. */
export function nameAsker(activity: Activity): void {
  const { user, actorApp, targetUser } = activity
  if (user !== null || actorApp === null || targetUser === null) return
  if (!SERVICES.has(actorApp.toLowerCase())) return
  activity.user = targetUser
  // An id can only be the service's own.
  activity.userId = null
}
