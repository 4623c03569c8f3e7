import { expect, it } from 'vitest'
import { normalise } from '../normalise.ts'

const directory = (service: string, said: object = {}) =>
  normalise({
    Id: 'a7c4e3b0-1111-4222-8333-444444444444',
    CreationTime: '2026-10-24T11:15:58',
    RecordType: 8,
    Workload: 'AzureActiveDirectory',
    Operation: 'Update user.',
    ResultStatus: 'Success',
    UserType: 4,
    UserId: 'ServicePrincipal_4a0f6e72-7bae-4850-beeb-0136cd43c4b2',
    ObjectId: 'Ada@contoso.example',
    Actor: [
      { ID: service, Type: 1 },
      { ID: 'ServicePrincipal', Type: 2 },
    ],
    Target: [{ ID: 'Ada@contoso.example', Type: 5 }],
    ModifiedProperties: [
      {
        Name: 'StrongAuthenticationPhoneAppDetail',
        OldValue: '[]',
        NewValue: '[{"DeviceName":"Pixel 8","Id":"b1"}]',
      },
    ],
    ...said,
  })

it('what a service does for the person who asked it to is the person’s doing', () => {
  expect(directory('Azure MFA StrongAuthenticationService')).toMatchObject({
    user: 'ada@contoso.example',
    targetUser: 'ada@contoso.example',
    actorApp: 'Azure MFA StrongAuthenticationService',
    action: 'mfa-method-added',
  })
  const reset = { Operation: 'Reset user password.', ModifiedProperties: [] }
  expect(directory('Microsoft password reset service', reset)).toMatchObject({
    user: 'ada@contoso.example',
    action: 'password-reset',
  })
})

it('so is what the service of forgotten passwords does, which goes by an account’s name', () => {
  const service = 'fim_password_service@support.onmicrosoft.com'
  const asked = { user: 'ada@contoso.example', actorApp: service, action: 'password-reset', userId: null }
  const unified = directory(service, {
    UserId: service,
    UserType: 0,
    Operation: 'Reset user password.',
    Actor: [
      { ID: service, Type: 5 },
      { ID: '10037FFE8A2B1C4D', Type: 3 },
      { ID: '7f1ab3c2-5d8e-4a3b-9c0d-1e2f3a4b5c6d', Type: 2 },
    ],
    ModifiedProperties: [],
  })
  expect(unified).toMatchObject(asked)
  const entra = normalise({
    id: 'Directory_7d0c1a52_1',
    activityDateTime: '2026-10-24T11:15:58Z',
    activityDisplayName: 'Reset user password',
    category: 'UserManagement',
    result: 'success',
    initiatedBy: { user: { id: '7f1ab3c2-5d8e-4a3b-9c0d-1e2f3a4b5c6d', userPrincipalName: service } },
    targetResources: [{ type: 'User', userPrincipalName: 'Ada@contoso.example' }],
  })
  expect(entra).toMatchObject(asked)
})

it('other services do things of their own accord', () => {
  expect(directory('Microsoft Substrate Management')).toMatchObject({ user: null })
})

it('somebody who is named did it themselves', () => {
  const record = directory('admin@contoso.example', { UserId: 'admin@contoso.example', UserType: 0 })
  expect(record).toMatchObject({ user: 'admin@contoso.example', targetUser: 'ada@contoso.example' })
})
