// Changes of the directory that take several records: consent, roles, methods, devices.
import type { DirectoryTarget, Origin } from './act.ts'
import { apps } from './apps.ts'
import { changeDirectory, type Stage, userTarget } from './deeds.ts'
import type { Device } from './devices.ts'

export function grantConsent(
  stage: Stage,
  at: number,
  from: Origin,
  app: { id: string; name: string },
  principal: { id: string; type: 'ServicePrincipal'; name: string },
  scopes: string,
): void {
  const { chance, person } = stage
  changeDirectory(stage, at, from, 'Add service principal', {
    category: 'ApplicationManagement',
    operationType: 'Add',
    targets: [principal],
    modified: [
      ['AccountEnabled', 'true', ''],
      ['AppPrincipalId', app.id, ''],
      ['DisplayName', app.name, ''],
    ],
    details: [['AppId', app.id]],
  })
  const grant = `[Id: ${chance.hex(4)}, ClientId: ${principal.id}, PrincipalId: ${person.id}, ResourceId: ${apps.graph.id}, ConsentType: Principal, Scope: ${scopes}, CreatedDateTime: , LastModifiedDateTime ]`
  changeDirectory(stage, at + 400, from, 'Add delegated permission grant', {
    category: 'ApplicationManagement',
    operationType: 'Assign',
    targets: [{ ...principal, name: 'Microsoft Graph' }],
    modified: [
      ['DelegatedPermissionGrant.Scope', scopes, ''],
      ['DelegatedPermissionGrant.ConsentType', 'Principal', ''],
      ['ServicePrincipal.ObjectID', principal.id, ''],
      ['ServicePrincipal.DisplayName', app.name, ''],
    ],
  })
  changeDirectory(stage, at + 900, from, 'Consent to application', {
    category: 'ApplicationManagement',
    operationType: 'Assign',
    targets: [principal],
    modified: [
      ['ConsentContext.IsAdminConsent', 'False', ''],
      ['ConsentContext.IsAppOnly', 'False', ''],
      ['ConsentContext.OnBehalfOfAll', 'False', ''],
      ['ConsentContext.Tags', 'WindowsAzureActiveDirectoryIntegratedApp', ''],
      ['ConsentAction.Permissions', `[] => [${grant}]`, ''],
      ['TargetId.ServicePrincipalNames', app.id, ''],
    ],
    details: [['AppId', app.id]],
  })
}

export function assignRole(
  stage: Stage,
  at: number,
  from: Origin,
  target: DirectoryTarget,
  role: { id: string; name: string; wellKnown: string },
): void {
  changeDirectory(stage, at, from, 'Add member to role', {
    category: 'RoleManagement',
    operationType: 'Assign',
    targets: [target, { id: role.id, type: 'Role', name: role.name }],
    modified: [
      ['Role.ObjectID', role.id, ''],
      ['Role.DisplayName', role.name, ''],
      ['Role.TemplateId', role.id, ''],
      ['Role.WellKnownObjectName', role.wellKnown, ''],
    ],
  })
}

export function registerDevice(stage: Stage, at: number, from: Origin, device: Device, type: string): void {
  if (!device.id) return
  const target = { id: device.id, type: 'Device' as const, name: device.name }
  changeDirectory(stage, at, from, 'Register device', {
    service: 'Device Registration Service',
    category: 'Device',
    operationType: 'Add',
    targets: [target, userTarget(stage.person)],
    details: [
      ['Device Id', device.id],
      ['Device OS', type],
      ['Device Trust Type', device.isManaged ? 'AzureAd' : 'Workplace'],
    ],
  })
  changeDirectory(stage, at + 800, from, 'Add device', {
    category: 'Device',
    operationType: 'Add',
    targets: [target],
    modified: [
      ['DeviceOSType', type, ''],
      ['DisplayName', device.name, ''],
    ],
    app: apps.registration,
  })
  changeDirectory(stage, at + 1300, from, 'Add registered owner to device', {
    category: 'Device',
    operationType: 'Assign',
    targets: [userTarget(stage.person), target],
    modified: [['Device.DisplayName', device.name, '']],
  })
}

export function registerMethod(stage: Stage, at: number, from: Origin, device: Device): void {
  const { chance } = stage
  changeDirectory(stage, at, from, 'User registered security info', {
    service: 'Authentication Methods',
    operationType: 'Add',
    reason: 'User registered Authenticator App with Notification and Code',
  })
  changeDirectory(stage, at + 1500, from, 'Update user', {
    modified: [
      [
        'StrongAuthenticationPhoneAppDetail',
        `[{"DeviceName":"${device.model}","DeviceToken":"apns2-${chance.hex(4)}","DeviceTag":"SoftwareTokenActivated","PhoneAppVersion":"6.8.3","OathTokenTimeDrift":0,"Id":"${chance.guid()}","AuthenticationType":3,"NotificationType":2}]`,
        '[]',
      ],
      ['Included Updated Properties', 'StrongAuthenticationPhoneAppDetail', ''],
    ],
    details: [['UserType', 'Member']],
  })
}
