import { expect, it } from 'vitest'
import { kindOf } from './act-kind.ts'

it('sorts acts into the kinds that a timeline has', () => {
  expect(
    (
      [
        'sign-in',
        'mail-read',
        'mail-sent-delete',
        'inbox-rule-set',
        'file-share',
        'role-assigned',
        'alert',
        'other',
      ] as const
    ).map(kindOf),
  ).toEqual(['sign-in', 'mail', 'mail', 'mail', 'file', 'directory', 'other', 'other'])
})
