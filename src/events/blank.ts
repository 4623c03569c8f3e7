// An activity of which nothing is known yet. All begin here, with the same fields in the same order: the engine then
// keeps one hidden class for all of them, which is what makes reading a million of them cheap.
import type { Activity } from './activity.ts'
import type { Fields } from './words/field.ts'

export function blankActivity(log: Activity['log'], raw: Fields): Activity {
  return {
    id: '',
    twin: null,
    at: 0,
    log,
    tenant: null,
    user: null,
    userId: null,
    userName: null,
    actorApp: null,
    isGuest: false,
    action: 'other',
    operation: '',
    outcome: 'success',
    errorCode: null,
    address: null,
    place: null,
    session: null,
    userAgent: null,
    client: null,
    deviceId: null,
    tellsDevice: false,
    isDeviceKnown: null,
    appId: null,
    appName: null,
    resource: null,
    isInteractive: null,
    flow: null,
    mfa: null,
    risk: null,
    target: null,
    targetId: null,
    targetUser: null,
    itemCount: 1,
    rule: null,
    detail: null,
    raw,
  }
}
