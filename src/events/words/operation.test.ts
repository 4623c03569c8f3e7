import { expect, test } from 'vitest'
import operations from '../operations.json' with { type: 'json' }
import { actionOf, plainOperation } from './operation.ts'

test.each([
  ['Add member to role.', 'role-assigned'],
  ['ADD MEMBER TO ROLE', 'role-assigned'],
  ['Add  member to role ', 'role-assigned'],
  ['Update application – Certificates and secrets management ', 'app-credential-added'],
  ['Update application - Certificates and secrets management.', 'app-credential-added'],
  ['New-InboxRule', 'inbox-rule-set'],
  ['MailItemsAccessed', 'mail-read'],
  ['FileSyncDownloadedFull', 'file-download'],
  ['Add member to role completed (PIM activation)', 'role-activated'],
  ['toString', 'other'],
  ['', 'other'],
])('%s is %s', (operation, action) => {
  expect(actionOf(operation)).toBe(action)
})

test('no operation means two things, and all are written as they are compared', () => {
  const names = Object.values(operations).flat()
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(plainOperation(name)).toBe(name)
})
