import { expect, it } from 'vitest'
import { act, HIDING } from '../detection/fixtures/activities.ts'
import type { Activity } from '../events/activity.ts'
import { kindOf, sayAct } from './act-words.ts'

const say = (said: Partial<Activity>, items = 1, records = 1) =>
  sayAct(act(0, 'home', said), { items, records })

it.each([
  [{}, 1, 'Signed in to Office 365 Exchange Online'],
  [
    { mfa: 'passed', flow: 'deviceCode' },
    1,
    'Signed in to Office 365 Exchange Online with a device code, MFA passed',
  ],
  [{ outcome: 'failure', appName: null }, 1, 'Sign-in refused'],
  [{ action: 'mail-read' }, 20, 'Read 20 messages'],
  [{ action: 'mail-read' }, 1, 'Read a message'],
  [{ action: 'inbox-rule-set', rule: HIDING }, 1, 'Set inbox rule “..”: moves to RSS Feeds, marks as read'],
  [{ action: 'file-download', target: 'plan.xlsx' }, 1, 'Downloaded plan.xlsx'],
  [{ action: 'mail-delete', outcome: 'failure' }, 2, 'Failed: Deleted 2 messages'],
  [{ action: 'mail-sent-delete' }, 1, 'Deleted a sent message'],
  [
    { action: 'role-assigned', operation: 'Add member to role.', targetUser: 'eva@contoso.com' },
    1,
    'Add member to role: eva@contoso.com',
  ],
] as [Partial<Activity>, number, string][])('%o, %i of them', (said, items, words) => {
  expect(say(said, items)).toBe(words)
})

it('says how often a sign-in was repeated, and cuts what is endless', () => {
  expect(say({ appName: null, isInteractive: false }, 1, 3)).toBe('Signed in without asking anew, 3 times')
  expect(say({ action: 'mail-send', detail: 'x'.repeat(500) }).length).toBe(200)
})

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
