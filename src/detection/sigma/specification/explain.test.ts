// explain: exact about every part.
import { expect, test } from 'vitest'
import { readDetectionRule } from '../fixtures/rule.ts'
import { explainRule, renderExplanation } from '../matching/explain.ts'

const rule = readDetectionRule(`
  selection:
      Operation|contains:
          - New-InboxRule
          - Set-InboxRule
      Workload: Exchange
  filter_admin:
      UserId: null
  keywords:
      - forward
  condition: selection and not 1 of filter_* and keywords`)

test('says of each part whether it matched, and what was found', () => {
  const explanation = explainRule(rule, {
    Operation: 'Set-InboxRule',
    Workload: 'SharePoint',
    UserId: 'a@b.example',
  })
  expect(explanation.matched).toBe(false)
  expect(renderExplanation(explanation).split('\n')).toEqual([
    '✗ Test (Test)',
    '  ✗ and',
    '    ✗ selection',
    '      ✓ Operation|contains — found "Set-InboxRule"',
    "        ✗ 'New-InboxRule'",
    "        ✓ 'Set-InboxRule'",
    '      ✗ Workload — found "SharePoint"',
    "        ✗ 'Exchange'",
    '    ✓ not',
    '      ✗ 1 of filter_*',
    '        ✗ filter_admin',
    '          ✗ UserId — found "a@b.example"',
    '            ✗ null',
    '    ✗ keywords',
    '      ✗ keyword',
    "        ✗ 'forward'",
  ])
})

test('says what is missing', () => {
  const text = renderExplanation(explainRule(rule, { Operation: 'New-InboxRule', Detail: 'Forward to x' }))
  expect(text).toContain('✗ Workload — the record has no such field')
  expect(text).toContain('✗ UserId — the record has no such field')
  expect(text).toContain('✓ keywords')
})

test('a whole match is marked from top to bottom', () => {
  const explanation = explainRule(rule, {
    Operation: 'new-inboxrule',
    Workload: 'Exchange',
    UserId: 'x',
    Parameters: [{ Name: 'ForwardTo' }],
  })
  expect(explanation.matched).toBe(true)
  expect(explanation.parts[0]?.parts.map(part => part.matched)).toEqual([true, true, true])
})

test('neq is judged as a whole, its values each by itself', () => {
  const negated = readDetectionRule('selection:\n    A|neq:\n        - x\n        - y\ncondition: selection')
  expect(
    renderExplanation(explainRule(negated, { A: 'x' }))
      .split('\n')
      .slice(1),
  ).toEqual(['  ✗ selection', '    ✗ A|neq — found "x"', "      ✓ 'x'", "      ✗ 'y'"])
})
