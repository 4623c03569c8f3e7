import { expect, test } from 'vitest'
import { ruleOfParameters, ruleOfProperties } from './mail-rule.ts'

const named = (values: Record<string, string>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
const plain = {
  name: null,
  forwardTo: [],
  deletes: false,
  movesTo: null,
  marksRead: false,
  stops: false,
  looksFor: [],
}

test.each([
  [
    'one that hides answers about an invoice',
    {
      Name: '..',
      SubjectOrBodyContainsWords: 'invoice;payment',
      MoveToFolder: 'ada@example.com:\\RSS Subscriptions',
      MarkAsRead: 'True',
      StopProcessingRules: 'True',
    },
    {
      ...plain,
      name: '..',
      looksFor: ['invoice', 'payment'],
      movesTo: 'RSS Subscriptions',
      marksRead: true,
      stops: true,
    },
  ],
  [
    'one that forwards',
    { Name: 'f', ForwardTo: 'smtp:Mallory@evil.test' },
    { ...plain, name: 'f', forwardTo: ['mallory@evil.test'] },
  ],
  [
    'one that redirects to several',
    { Name: 'r', RedirectTo: '"Mallory" [SMTP:mallory@evil.test];second@evil.test' },
    { ...plain, name: 'r', forwardTo: ['mallory@evil.test', 'second@evil.test'] },
  ],
  [
    'one that forwards to a name of the directory',
    { Name: 'n', ForwardTo: 'Bob Brown' },
    { ...plain, name: 'n', forwardTo: ['Bob Brown'] },
  ],
  ['one that deletes all', { Name: '.', DeleteMessage: 'True' }, { ...plain, name: '.', deletes: true }],
  [
    'what is switched off does not count',
    { Name: 'x', DeleteMessage: 'False', MarkAsRead: 'False', StopProcessingRules: 'False' },
    { ...plain, name: 'x' },
  ],
  [
    'the name from its identity',
    { Identity: 'ada\\12345', DeleteMessage: 'True' },
    { ...plain, name: '12345', deletes: true },
  ],
  [
    'a mailbox that forwards',
    { Identity: 'ada@example.com', ForwardingSmtpAddress: 'smtp:mallory@evil.test' },
    { ...plain, name: 'ada@example.com', forwardTo: ['mallory@evil.test'] },
  ],
  ['a forwarding taken away', { ForwardingSmtpAddress: '', ForwardingAddress: '$null' }, plain],
])('%s', (_, parameters, expected) => {
  expect(ruleOfParameters(named(parameters))).toEqual(expected)
})

test("Outlook's own record of a rule says the same", () => {
  const rule = ruleOfProperties(
    named({
      RuleOperation: 'AddMailboxRule',
      RuleName: 'tidy',
      RuleActions: JSON.stringify([
        { ActionType: 'Forward', Recipients: ['mallory@evil.test'] },
        { ActionType: 'MarkAsRead' },
        { ActionType: 'MoveToFolder', DestinationFolderName: 'Archive' },
      ]),
      RuleCondition: 'SubjectContains "wire", "bank"',
    }),
  )
  expect(rule).toEqual({
    ...plain,
    name: 'tidy',
    forwardTo: ['mallory@evil.test'],
    marksRead: true,
    movesTo: 'Archive',
    looksFor: ['wire', 'bank'],
  })
})
