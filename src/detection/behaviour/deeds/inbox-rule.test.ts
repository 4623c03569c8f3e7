import { describe, expect, it } from 'vitest'
import type { MailRule } from '../../../events/activity.ts'
import { inboxRule } from '../../fixtures/activities.ts'
import { isObscureName, isOutside, judgeInboxRule } from './inbox-rule.ts'

const OWN = new Set(['contoso.com', 'contoso.onmicrosoft.com'])
const judge = (said: Partial<MailRule>, isChange = false) =>
  judgeInboxRule(inboxRule(said), { ownDomains: OWN, isChange })

describe('a rule hides mail', () => {
  it.each<[string, Partial<MailRule>]>([
    ['nameless, into the RSS folder', { name: '.', movesTo: 'RSS Feeds' }],
    ['payments into the conversation history', { movesTo: 'Conversation History', looksFor: ['invoice'] }],
    ['every message deleted', { name: 'clean', deletes: true, looksFor: [] }],
    ['one letter, deleted', { name: 'x', deletes: true, looksFor: ['boss@contoso.com'] }],
    [
      'warnings into the archive, marked as read',
      { movesTo: 'Archive', marksRead: true, looksFor: ['phish', 'hacked'] },
    ],
    [
      'a colleague’s mail into junk, and read already',
      { movesTo: 'Junk Email', marksRead: true, looksFor: ['ben.ode@contoso.com'] },
    ],
    ['in German', { movesTo: 'Aufgezeichnete Unterhaltungen', looksFor: ['Zahlung'] }],
    [
      'in Swedish, read already',
      { movesTo: 'Konversationshistorik', marksRead: true, looksFor: ['faktura'] },
    ],
    ['in Polish, deleted', { deletes: true, looksFor: ['Przelew'] }],
    ['in Spanish, deleted', { deletes: true, looksFor: ['Factura pendiente'] }],
    ['sent on, then deleted', { forwardTo: ['a@evil.example'], deletes: true, looksFor: ['newsletter'] }],
  ])('%s', (_name, rule) => expect(judge(rule).hides).not.toEqual([]))
})

describe('how blatant a rule is', () => {
  it.each<[string, Partial<MailRule>, 0 | 1 | 2]>([
    ['nameless, payments into the RSS folder', { name: '.', movesTo: 'RSS', looksFor: ['betaling'] }, 2],
    ['nameless, the payroll’s mail deleted', { name: ',', deletes: true, looksFor: ['@myworkday.com'] }, 2],
    ['nameless, somebody’s mail into the RSS folder', { name: '.', movesTo: 'RSS', looksFor: ['boss'] }, 1],
    ['named, payments into the RSS folder', { name: 'Pay', movesTo: 'RSS', looksFor: ['invoice'] }, 0],
    [
      'named, payments into the RSS folder, and read already',
      { name: 'Pay', movesTo: 'RSS Feeds', marksRead: true, looksFor: ['invoice'] },
      2,
    ],
    [
      'named, feeds into the RSS folder, and read already',
      { name: 'Feeds', movesTo: 'RSS Feeds', marksRead: true, looksFor: ['news'] },
      0,
    ],
    [
      'named, one sender into the conversation history, and read already',
      { name: 'HR', movesTo: 'Conversation History', marksRead: true, looksFor: ['myview'] },
      1,
    ],
    [
      'named, one sender into the conversation history, to be read',
      { name: 'HR', movesTo: 'Conversation History', looksFor: ['myview'] },
      0,
    ],
    [
      'named, payments into junk, and read already',
      { name: 'Pay', movesTo: 'Junk Email', marksRead: true, looksFor: ['invoice'] },
      0,
    ],
    [
      'a blank name, archived and marked as read',
      { name: ' ', movesTo: 'Archive', marksRead: true, looksFor: ['boss@contoso.com'] },
      1,
    ],
    [
      'named, all about money deleted',
      { name: 'Old', deletes: true, looksFor: ['invoice', 'payment', 'wire'] },
      2,
    ],
    [
      'named, all about money archived',
      { name: 'Old', movesTo: 'Archive', marksRead: true, looksFor: ['invoice', 'payment', 'wire'] },
      0,
    ],
    [
      'named, what IT sends deleted',
      { name: 'IT', deletes: true, looksFor: ['password expires', 'help desk', 'verification'] },
      0,
    ],
    [
      'named, what speaks of a break-in out of sight',
      { name: 'RSS', movesTo: 'RSS Feeds', looksFor: ['hacked', 'phish', 'link'] },
      2,
    ],
    [
      'named, one word of a break-in deleted',
      { name: 'Training', deletes: true, looksFor: ['phish', 'newsletter'] },
      0,
    ],
    ['named, every message deleted', { name: 'Tidy', deletes: true, looksFor: [] }, 1],
    ['named, every message into junk', { name: 'Tidy', movesTo: 'Junk Email', looksFor: [] }, 1],
    ['named, every message archived', { name: 'Zero', movesTo: 'Archive', marksRead: true, looksFor: [] }, 0],
    ['nameless, into a folder of its own', { name: '.', movesTo: 'Later', looksFor: ['invoice'] }, 0],
    ['nameless, archived and marked as read', { name: '.', movesTo: 'Archive', marksRead: true }, 1],
    ['nameless, archived', { name: '.', movesTo: 'Archive' }, 0],
    ['nameless, sent outside', { name: '.', forwardTo: ['a@evil.example'] }, 1],
    ['nameless, sent to a colleague', { name: '.', forwardTo: ['ben@contoso.com'] }, 0],
  ])('%s', (_name, rule, degree) => expect(judge(rule).blatant).toBe(degree))
})

it('a change of a rule does not say that it takes every message', () => {
  const rule = { name: 'Old', deletes: true, looksFor: [], forwardTo: ['a@evil.example'] }
  expect(judge(rule)).toMatchObject({ blatant: 1, sendsAll: true })
  expect(judge(rule, true)).toMatchObject({ blatant: 0, sendsAll: false })
})

describe('a rule keeps things tidy', () => {
  it.each<[string, Partial<MailRule>]>([
    ['newsletters into a folder of their own', { movesTo: 'Newsletters' }],
    ['invoices into a folder of their own', { movesTo: 'Invoices', looksFor: ['invoice'] }],
    ['LinkedIn deleted', { name: 'LinkedIn', deletes: true, looksFor: ['notifications@linkedin.com'] }],
    [
      'build results archived and marked as read',
      { movesTo: 'Archive', marksRead: true, looksFor: ['build passed'] },
    ],
    [
      'a robot’s mail into junk, and read already',
      { movesTo: 'Junk Email', marksRead: true, looksFor: ['alerts@contoso.com'] },
    ],
    [
      'a stranger’s mail into junk, and read already',
      { movesTo: 'Junk Email', marksRead: true, looksFor: ['offers@shop.example'] },
    ],
    ['statements archived', { movesTo: 'Archive', looksFor: ['bank statement'] }],
    ['a two-letter name, into a folder', { name: 'HR', movesTo: 'HR' }],
    ['marked as read alone', { marksRead: true }],
  ])('%s', (_name, rule) => expect(judge(rule).hides).toEqual([]))
})

describe('outside is what is not of the tenant', () => {
  it.each([
    ['collector@gmail.com', true],
    ['smtp:Collector@Gmail.com', true],
    ['"Some One" [SMTP:x@evil.example]', true],
    ['ben@contoso.com', false],
    ['ben@mail.contoso.com', false],
    ['ben@notcontoso.com', true],
    ['Ben Ode', false],
    ['/o=ExchangeLabs/ou=Exchange/cn=Recipients/cn=ben', false],
  ])('%s: %s', (address, isIt) => expect(isOutside(address, OWN)).toBe(isIt))
})

it.each([
  ['.', true],
  ['..', true],
  [',,,', true],
  ['a', true],
  ['aaa', true],
  ['', false],
  ['Invoices', false],
  ['IT team', false],
  ['CC', false],
  ['hr', false],
])('a name such as “%s” is obscure: %s', (name, isIt) => expect(isObscureName(name)).toBe(isIt))
