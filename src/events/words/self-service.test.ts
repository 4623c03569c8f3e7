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

it('other services do things of their own accord', () => {
  expect(directory('Microsoft Substrate Management')).toMatchObject({ user: null })
})

it('somebody who is named did it themselves', () => {
  const record = directory('admin@contoso.example', { UserId: 'admin@contoso.example', UserType: 0 })
  expect(record).toMatchObject({ user: 'admin@contoso.example', targetUser: 'ada@contoso.example' })
})
