import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, HIDING, inboxRule } from '../fixtures/activities.ts'
import { sayActivity } from './act-words.ts'

const say = (said: Partial<Activity>, items = 1, records = 1) =>
  sayActivity(act(0, 'home', said), { items, records })

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
  [{ outcome: 'interrupted', errorCode: 50074 }, 1, 'Sign-in to Office 365 Exchange Online asked for MFA'],
  [{ outcome: 'interrupted', errorCode: 50140, appName: null }, 1, 'Sign-in asked whether to stay signed in'],
  [{ outcome: 'interrupted', errorCode: null, appName: null }, 1, 'Sign-in asked for more'],
  [
    { action: 'inbox-rule-set', rule: HIDING },
    1,
    'Set inbox rule “..” for “invoice”, “payment”: moves to RSS Feeds, marks as read',
  ],
  [
    { action: 'inbox-rule-set', rule: inboxRule({ deletes: true, looksFor: [...'abcdefg'] }) },
    1,
    'Set inbox rule “Newsletters” for “a”, “b”, “c”, “d”, “e” and 2 more: deletes',
  ],
  [
    {
      action: 'mail-flow-rule-set',
      operation: 'New-TransportRule',
      target: 'Archive',
      detail: 'Archive',
      rule: inboxRule({ name: 'Archive', forwardTo: ['x@evil.example'], looksFor: [] }),
    },
    1,
    'Set mail-flow rule “Archive”: forwards to x@evil.example',
  ],
  [
    { action: 'mail-flow-rule-set', operation: 'New-OutboundConnector', target: 'Relay', detail: 'Relay' },
    1,
    'New-OutboundConnector: Relay',
  ],
  [{ action: 'file-download', target: 'plan.xlsx' }, 1, 'Downloaded plan.xlsx'],
  [{ action: 'mail-delete', outcome: 'failure' }, 2, 'Failed: Deleted 2 messages'],
  [{ action: 'mail-sent-delete' }, 1, 'Deleted a sent message'],
  [
    { action: 'device-registered', target: 'LAPTOP-9', targetUser: 'ana@contoso.com' },
    1,
    'Registered a device: LAPTOP-9',
  ],
  [{ action: 'app-created', target: 'Tool' }, 1, 'Made the application Tool'],
  [
    { action: 'app-created', target: 'Tool', detail: 'of the directory 501f' },
    1,
    'Let in the application Tool, of the directory 501f',
  ],
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

it.each([
  [{ action: 'mail-read', targetUser: 'bo@contoso.com' }, 28, "Read 28 messages in bo@contoso.com's mailbox"],
  [{ action: 'mail-read', targetUser: 'ana@contoso.com' }, 28, 'Read 28 messages'],
  [
    { action: 'mail-send', targetUser: 'bo@contoso.com', detail: 'Hi' },
    1,
    "Sent “Hi” from bo@contoso.com's mailbox",
  ],
  [
    { action: 'mail-delete', targetUser: 'bo@contoso.com' },
    2,
    "Deleted 2 messages in bo@contoso.com's mailbox",
  ],
  [{ action: 'mail-move', targetUser: 'bo@contoso.com' }, 1, "Moved a message in bo@contoso.com's mailbox"],
] as [Partial<Activity>, number, string][])('%o: whose mailbox it was', (said, items, words) => {
  expect(say(said, items)).toBe(words)
})

it('says that a synchronised folder may have been copied whole', () => {
  expect(say({ action: 'mail-read', detail: 'Sync, \\Inbox' })).toBe(
    'Synchronised Inbox: all of it may have been copied',
  )
  expect(say({ action: 'mail-read', detail: 'Sync', targetUser: 'bo@contoso.com' }, 1, 4)).toBe(
    "Synchronised a folder in bo@contoso.com's mailbox: all of it may have been copied",
  )
  expect(say({ action: 'mail-read', detail: 'Bind, \\Inbox' }, 3)).toBe('Read 3 messages')
})
