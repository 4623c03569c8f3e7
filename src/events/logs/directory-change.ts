// What a change in the directory comes to: reads the properties that an operation changed.
import type { Action, Activity } from '../activity.ts'
import { appNamed } from '../words/app-name.ts'
import { type Fields, flag, list, lower, text } from '../words/field.ts'
import { isGuid } from '../words/person.ts'

export interface Change {
  action: Action
  detail: string | null
}

const METHODS: Record<number, string> = {
  0: 'phone call',
  1: 'text message, answered',
  2: 'office phone call',
  3: 'other phone call',
  4: 'other text message',
  5: 'text message',
  6: 'authenticator app notification',
  7: 'authenticator app code',
}

/** `properties` are { displayName, oldValue, newValue } in Graph, { Name, OldValue, NewValue } in the unified audit log. */
export function changeOf(action: Action, properties: readonly Fields[], reason: string | null): Change {
  switch (action) {
    case 'user-changed':
      return userChange(properties)
    case 'role-assigned':
    case 'role-activated':
      return {
        action,
        detail:
          newValue(properties, 'Role.DisplayName') ??
          newValue(properties, 'RoleName') ??
          newValue(properties, 'Role.WellKnownObjectName') ??
          reason,
      }
    case 'group-member-added':
      return { action, detail: newValue(properties, 'Group.DisplayName') ?? reason }
    case 'consent-granted':
      return { action, detail: scopes(properties) ?? reason }
    case 'app-credential-added':
      return credentialChange(properties, reason)
    case 'mfa-method-added':
      return { action, detail: reason ?? methodsAdded(properties) }
    case 'mfa-turned-off':
      return strongRequirement(properties) === false
        ? { action: 'user-changed', detail: reason }
        : { action, detail: reason }
    case 'device-registered':
      return {
        action,
        detail: newValue(properties, 'Device.DisplayName') ?? newValue(properties, 'DisplayName') ?? reason,
      }
    case 'app-created':
      return { action, detail: ownerOf(properties) ?? reason }
    case 'policy-changed':
      return {
        action,
        detail: isSwitchedOff(properties)
          ? SWITCHED_OFF
          : (newValue(properties, 'Included Updated Properties') ?? reason),
      }
    case 'federation-changed':
      return { action, detail: newValue(properties, 'Included Updated Properties') ?? reason }
    default:
      return { action, detail: reason }
  }
}

function userChange(properties: readonly Fields[]): Change {
  for (const property of properties) {
    const name = nameOf(property)
    if (name === 'StrongAuthenticationMethod') {
      const before = methodTypes(oldOf(property))
      const after = methodTypes(newOf(property))
      const added = [...after].filter(method => !before.has(method))
      if (added.length > 0) return { action: 'mfa-method-added', detail: added.map(named).join(', ') }
      const removed = [...before].filter(method => !after.has(method))
      if (removed.length > 0) return { action: 'mfa-method-removed', detail: removed.map(named).join(', ') }
    } else if (name === 'StrongAuthenticationPhoneAppDetail' || name === 'SearchableDeviceKey') {
      const before = entries(oldOf(property))
      const after = entries(newOf(property))
      if (
        after.length > before.length ||
        (after.length > 0 && after.length === before.length && differ(before, after))
      ) {
        return { action: 'mfa-method-added', detail: deviceAdded(before, after) ?? name }
      }
      if (after.length < before.length)
        return { action: 'mfa-method-removed', detail: deviceAdded(after, before) ?? name }
    } else if (name === 'StrongAuthenticationUserDetails') {
      const after = entries(newOf(property))
        .map(phoneNumber)
        .find(phone => phone !== null)
      const before = entries(oldOf(property))
        .map(phoneNumber)
        .find(phone => phone !== null)
      if (after !== undefined && after !== before)
        return { action: 'mfa-method-added', detail: `phone ${after}` }
    } else if (name === 'AccountEnabled') {
      if (isOff(newOf(property))) return { action: 'user-disabled', detail: null }
    }
  }
  if (strongRequirement(properties) === true) return { action: 'mfa-turned-off', detail: null }
  return { action: 'user-changed', detail: newValue(properties, 'Included Updated Properties') }
}

/** What is said of a policy that was in force. */
export const SWITCHED_OFF = 'switched off'

/** Whether a conditional access policy was in force and is so no more; both are told as JSON, its quotes escaped or not. */
function isSwitchedOff(properties: readonly Fields[]): boolean {
  const stateIn = (told: string | null): string | undefined =>
    /"state\\?"\s*:\s*\\?"(\w+)/i.exec(told ?? '')?.[1]?.toLowerCase()
  return properties.some(property => {
    if (nameOf(property) !== 'ConditionalAccessPolicy' || stateIn(oldOf(property)) !== 'enabled') return false
    const after = stateIn(newOf(property))
    return after !== undefined && after !== 'enabled'
  })
}

/** True when the demand for MFA was taken off the account, false when it was put on, null when it is not spoken of. */
function strongRequirement(properties: readonly Fields[]): boolean | null {
  for (const property of properties) {
    if (nameOf(property) !== 'StrongAuthenticationRequirement') continue
    const after = entries(newOf(property))
    if (after.length === 0) return entries(oldOf(property)).length > 0
    return after.every(entry => entry.State === 0)
  }
  return null
}

function credentialChange(properties: readonly Fields[], reason: string | null): Change {
  for (const property of properties) {
    if (nameOf(property) !== 'KeyDescription') continue
    const before = keys(oldOf(property))
    const added = keys(newOf(property)).filter(key => !before.includes(key))
    if (added.length === 0) return { action: 'other', detail: 'credential removed' }
    return { action: 'app-credential-added', detail: /DisplayName=([^,\]]+)/.exec(added[0]!)?.[1] ?? reason }
  }
  return { action: 'app-credential-added', detail: reason }
}

/** The id that a consented application signs in by; the target is its principal in the directory, which has another. */
export function consentedApp(operation: string, properties: readonly Fields[], told: unknown): string | null {
  if (!/^consent to application/i.test(operation)) return null
  const id =
    lower(told) ?? newValue(properties, 'TargetId.ServicePrincipalNames')?.split(';')[0]?.toLowerCase()
  return id !== undefined && isGuid(id) && appNamed(id) === null ? id : null
}

/** The application that was given access; the target of such a record may be what it was given access to. */
export function clientOfGrant(properties: readonly Fields[]): string | null {
  const name = newValue(properties, 'ServicePrincipal.DisplayName')
  // The unified audit log has a list of it, over several lines.
  return name === null ? null : (/^\[\s*"(.+)"\s*\]$/s.exec(name)?.[1] ?? name)
}

/** The directory that an application is of. */
function ownerOf(properties: readonly Fields[]): string | null {
  const owner =
    newValue(properties, 'AppOwnerTenantId') ?? newValue(properties, 'AppOwnerOrganizationId') ?? ''
  const id = owner.replace(/[[\]"\\\s]/g, '').toLowerCase()
  return isGuid(id) ? id : null
}

const OF_ANOTHER = 'of the directory '

/** An application of another directory is let in, not made. Which one is known once the record's own directory is. */
export function nameOwner(activity: Activity): void {
  const { action, detail, tenant } = activity
  if (action !== 'app-created' || detail === null || !isGuid(detail)) return
  activity.detail = tenant === null || tenant === detail ? null : `${OF_ANOTHER}${detail}`
}

export const isOfAnother = (detail: string | null): boolean => detail?.startsWith(OF_ANOTHER) === true

function scopes(properties: readonly Fields[]): string | null {
  const direct =
    newValue(properties, 'DelegatedPermissionGrant.Scope') ??
    newValue(properties, 'AppRole.Value') ??
    newValue(properties, 'OAuth2PermissionGrant.Scope')
  if (direct !== null) return direct.trim()
  const permissions = newValue(properties, 'ConsentAction.Permissions')
  if (permissions === null) return null
  // '[] => [[Id: …, ConsentType: AllPrincipals, Scope: Mail.Read offline_access, …]]': what stands behind the arrow is new.
  const granted = permissions.split('=>').at(-1)!
  const found = [...granted.matchAll(/Scope:\s*([^,\]]+)/g)].map(match => match[1]!.trim())
  return found.length > 0 ? [...new Set(found)].join(' ') : permissions.slice(0, 300)
}

/** The new value of the property of that name, without the quotes Graph puts around it. */
export function newValue(properties: readonly Fields[], name: string): string | null {
  for (const property of properties) if (nameOf(property) === name) return unquoted(newOf(property))
  return null
}

function nameOf(property: Fields): unknown {
  return property.displayName ?? property.Name ?? property.DisplayName
}

function newOf(property: Fields): string | null {
  return text(property.newValue ?? property.NewValue)
}

function oldOf(property: Fields): string | null {
  return text(property.oldValue ?? property.OldValue)
}

function unquoted(value: string | null): string | null {
  if (value === null) return null
  const plain = value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
  return plain === '' ? null : plain
}

function entries(value: string | null): readonly Fields[] {
  return value === null ? [] : list(value.trim())
}

function methodTypes(value: string | null): Set<number> {
  return new Set(entries(value).map(entry => Number(entry.MethodType)))
}

function methodsAdded(properties: readonly Fields[]): string | null {
  const change = userChange(properties)
  return change.action === 'mfa-method-added' ? change.detail : null
}

function named(method: number): string {
  return METHODS[method] ?? `method ${method}`
}

function differ(before: readonly Fields[], after: readonly Fields[]): boolean {
  const ids = new Set(before.map(idOf))
  return after.some(entry => !ids.has(idOf(entry)))
}

function idOf(entry: Fields): string {
  return String(entry.Id ?? entry.KeyIdentifier ?? entry.DeviceToken ?? entry.DeviceId ?? entry.DeviceName)
}

function deviceAdded(before: readonly Fields[], after: readonly Fields[]): string | null {
  const ids = new Set(before.map(idOf))
  const added = after.find(entry => !ids.has(idOf(entry))) ?? after.at(-1)
  return text(added?.DeviceName ?? added?.KeyType)
}

function phoneNumber(entry: Fields): string | null {
  return text(entry.PhoneNumber)
}

// AccountEnabled is written as [true] or "False", by whoever wrote it.
function isOff(value: string | null): boolean {
  return value !== null && flag(value.replace(/[[\]"\s]/g, '')) === false
}

function keys(value: string | null): string[] {
  return value === null ? [] : (value.match(/KeyIdentifier=[^\]]+/g) ?? [])
}
