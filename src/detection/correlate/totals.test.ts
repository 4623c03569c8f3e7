// What an attack comes to.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { byTime, createTraces } from '../behaviour/memory/trace.ts'
import { act, deed, HIDING, inboxRule, START } from '../fixtures/activities.ts'
import type { Signal } from '../signal.ts'
import { sayLeft, sayTaken } from './totals.ts'

function tracesOf(activities: Activity[]) {
  const { trace } = createTraces()
  return activities.map(activity => trace(activity, [])).sort(byTime)
}

const read = (itemCount: number, said: Partial<Activity> = {}) =>
  deed(START, 'hetzner', 'mail-read', { itemCount, ...said })

it('sums up what was read, sent and downloaded, and in whose mailbox', () => {
  const done = [
    act(START, 'hetzner'),
    read(6),
    read(28, { targetUser: 'bo@contoso.com' }),
    read(1, { detail: 'Sync, \\Inbox' }),
    read(9, { outcome: 'failure' }),
    deed(START, 'hetzner', 'mail-send'),
    deed(START, 'hetzner', 'file-download', { itemCount: 40 }),
  ]
  const words =
    "In all they read 34 messages (28 in bo@contoso.com's mailbox), synchronised Inbox, which may have been copied whole, sent one message and downloaded 40 files."
  expect(sayTaken(tracesOf(done), '')).toEqual([words])
  expect(sayTaken(tracesOf(done.toReversed()), '')).toEqual([words])
})

it('does not say again how much it was', () => {
  const traces = tracesOf([read(90)])
  expect(sayTaken(traces, 'Then they read 90 messages; a busy day has 9.')).toEqual([])
  expect(sayTaken(traces, 'Then they read 900 messages; a busy day has 90.')).toEqual([
    'In all they read 90 messages.',
  ])
  expect(sayTaken(tracesOf([act(START, 'hetzner')]), '')).toEqual([])
})

const LEFT = [
  deed(START, 'hetzner', 'inbox-rule-set', { rule: HIDING }),
  deed(START + 1, 'hetzner', 'inbox-rule-set', { rule: inboxRule({ name: 'x' }) }),
  deed(START + 2, 'hetzner', 'inbox-rule-remove', { rule: inboxRule({ name: 'x' }) }),
  deed(START + 3, 'hetzner', 'device-registered', { detail: 'LAPTOP-9' }),
  deed(START + 4, 'hetzner', 'device-registered', { detail: 'LAPTOP-9' }),
  deed(START + 5, 'hetzner', 'mfa-method-added', { detail: 'phone +1 555 0100' }),
  deed(START + 6, 'hetzner', 'app-created', { target: 'Tool' }),
  deed(START + 7, 'hetzner', 'consent-granted', { target: 'Tool', detail: 'Mail.Read' }),
]

it('says once what was left behind, and not what was taken away again', () => {
  expect(sayLeft(tracesOf(LEFT), [])).toEqual([
    'Left behind: one inbox rule (“..”), one way to pass MFA (phone +1 555 0100), one device (LAPTOP-9), one application (Tool).',
  ])
})

it('leaves out what the deeds that were told speak of', () => {
  const told = [LEFT[0], LEFT[4], LEFT[7]].map(each => ({ eventId: each!.id }) as Signal)
  expect(sayLeft(tracesOf(LEFT), told)).toEqual(['Left behind: one way to pass MFA (phone +1 555 0100).'])
})

it('counts a way to pass MFA once that two records tell of, and two of one sort twice', () => {
  const added = (at: number, operation: string, detail: string) =>
    deed(START + at, 'hetzner', 'mfa-method-added', { operation, detail })
  const registered = added(0, 'User registered security info', 'an app')
  const changed = added(1000, 'Update user.', 'iPhone 16')
  const another = added(2000, 'User registered security info', 'a phone')
  expect(sayLeft(tracesOf([registered, changed, another]), [])).toEqual([
    'Left behind: 2 ways to pass MFA (an app, a phone).',
  ])
  expect(sayLeft(tracesOf([registered, changed]), [{ eventId: registered.id } as Signal])).toEqual([])
})
