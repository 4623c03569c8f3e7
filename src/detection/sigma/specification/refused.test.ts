// What is not valid is refused at load, with line and reason.
import { describe, expect, test } from 'vitest'
import { readRule, refusal } from '../fixtures/rule.ts'
import { RuleError } from '../rule.ts'

const whole = `title: Something
id: 929a690e-bef0-4204-a928-ef5e620d6fcc
logsource:
    product: azure
    service: auditlogs
detection:
    selection:
        Operation: x
    condition: selection
level: high
custom: [kept]
`

function whyRefused(text: string): { reason: string; line: number | null } {
  try {
    readRule(text)
  } catch (error) {
    if (error instanceof RuleError) return { reason: error.reason, line: error.line }
    throw error
  }
  throw new Error('the rule was accepted')
}

describe('the document', () => {
  test('a whole rule is read, custom keys kept', () => {
    const rule = readRule(whole)
    expect(rule.id).toBe('929a690e-bef0-4204-a928-ef5e620d6fcc')
    expect(rule.level).toBe('high')
    expect(rule.raw.custom).toEqual(['kept'])
    expect(rule.line).toBe(1)
  })
  test('an alias stands for what its anchor holds', () => {
    const { raw } = readRule(whole.replace('[kept]', '[&some [a, b], *some]'))
    expect(raw.custom).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })
  test('aliases that stand for more than memory holds are refused before they are followed', () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const before = level
        ? Array(10)
            .fill(`*l${level - 1}`)
            .join(', ')
        : 'x'
      return `l${level}: &l${level} [${before}]\n`
    })
    const { reason, line } = whyRefused(whole + levels.join(''))
    expect(reason).toMatch(/the alias \*l5 stands for more than a rule can hold/)
    expect(line).toBe(18)
  })
  test('an alias that contains itself is refused', () => {
    expect(whyRefused(whole.replace('[kept]', '&self [*self]')).reason).toMatch(/stands for more/)
  })
  test('a rule without id is called by its name, else its title', () => {
    expect(readRule(whole.replace(/id:.*\n/, 'name: a_name\n')).id).toBe('a_name')
    expect(readRule(whole.replace(/id:.*\n/, '')).id).toBe('Something')
  })
  test('a title is measured in characters', () => {
    expect(readRule(whole.replace('Something', '🦊'.repeat(256))).title).toBe('🦊'.repeat(256))
  })
  test.each(['2024-02-29', '2024/2/29'])('%s is a day', day => {
    expect(readRule(whole.replace('level: high', `date: ${day}`)).title).toBe('Something')
  })
  test('an id need not be a UUID', () => {
    expect(readRule(whole.replace(/id:.*/, 'id: my-rule-1')).id).toBe('my-rule-1')
  })
  test.each([
    ['title', /title: .*\n/, '', /no "title"/, 1],
    ['title', /Something/, 'x'.repeat(257), /more than 256/, 1],
    ['logsource', /logsource:\n.*\n.*\n/, '', /no "logsource"/, 1],
    [
      'logsource',
      /product: azure\n {4}service: auditlogs/,
      'definition: x',
      /neither category, product nor service/,
      3,
    ],
    ['logsource', /product: azure/, 'product: [azure]', /"product" of the log source must be text/, 3],
    ['detection', /detection:\n(?: .*\n)+/, '', /no "detection"/, 1],
    ['level', /high/, 'severe', /"level" must be one of/, 10],
    ['status', /level: high/, 'status: good', /"status" must be one of/, 10],
    ['date', /level: high/, 'date: 2024-02-30', /"date" must be a day/, 10],
    ['modified', /level: high/, 'modified: yesterday', /"modified" must be a day/, 10],
    ['tags', /custom: .*/, 'tags: {a: b}', /"tags" must be a list/, 11],
  ])('%s: %s → %s', (_name, pattern, replacement, reason, line) => {
    const refused = whyRefused(whole.replace(pattern, replacement))
    expect(refused.reason).toMatch(reason)
    expect(refused.line).toBe(line)
  })
})

describe('the detection', () => {
  test.each([
    ['no condition', 'a:\n    x: 1', /no condition/],
    ['no search identifier', 'condition: a', /defines no search identifier/],
    ['an empty map', 'a: {}\ncondition: a', /empty map/],
    ['an empty list', 'a: []\ncondition: a', /empty list/],
    ['an identifier without value', 'a:\ncondition: a', /"a" is empty/],
    ['a list in a list', 'a:\n    - [x]\ncondition: a', /list in a list/],
    ['a map as value', 'a:\n    x:\n        y: 1\ncondition: a', /is a map/],
    ['a map in a list of values', 'a:\n    x:\n        - y: 1\ncondition: a', /must be text, a number/],
    ['an empty list of values', 'a:\n    x: []\ncondition: a', /empty/],
    [
      'null in a list',
      "a:\n    x:\n        - ''\n        - null\ncondition: a",
      /null cannot stand in a list/,
    ],
    ['null as keyword', 'a:\n    - null\ncondition: a', /null cannot be a keyword/],
    ['timeframe', 'a:\n    x: 1\ntimeframe: 5m\ncondition: a', /correlation rule/],
  ])('%s', (_name, detection, reason) => {
    expect(refusal(detection).reason).toMatch(reason)
  })

  test('a key that stands twice', () => {
    expect(() => readRule(whole.replace('Operation: x', 'Operation: x\n        Operation: y'))).toThrow(
      /unique|twice/,
    )
  })
})

describe('conditions', () => {
  test.each([
    ['selection | count() > 5', /aggregations/],
    ['selection | count(User) by IP > 5', /aggregations/],
    ['selection | near other', /aggregations/],
    ['other', /"other", which the detection does not define/],
    ['selection and', /ends where a search identifier is expected/],
    ['and selection', /"and" where a search identifier is expected/],
    ['selection selection', /where "and" or "or" is expected/],
    ['(selection', /not closed/],
    ['selection)', /"\)" where "and" or "or"/],
    ['()', /"\)" where a search identifier/],
    ['1 of nothing*', /matches no search identifier/],
    ['0 of them', /only a number of at least 1/],
    ['some of them', /only a number of at least 1/],
    ['1 of', /without saying of what/],
    ['2 of selection*', /can never hold/],
    ["''", /condition is empty/],
    ['[]', /list of conditions is empty/],
    ['{a: b}', /must be text/],
    ['not', /ends where/],
  ])('%s', (condition, reason) => {
    const refused = refusal(`selection:\n    x: 1\ncondition: ${condition}`)
    expect(refused.reason).toMatch(reason)
    expect(refused.line).toBe(7)
  })
  test('nesting without end', () => {
    expect(refusal(`a:\n    x: 1\ncondition: ${'('.repeat(5000)}a${')'.repeat(5000)}`).reason).toMatch(
      /nested/,
    )
  })
})

describe('modifiers', () => {
  test.each([
    ['x|unknown: a', /unknown modifier "unknown"/],
    ['x|Contains: a', /unknown modifier "Contains"/],
    ['x|: a', /unknown modifier ""/],
    ['x|contains|contains: a', /stands twice/],
    ['x|contains|startswith: a', /"startswith" cannot stand after "contains"/],
    ['x|re|contains: a', /"contains" cannot stand after "re"/],
    ['x|contains|re: a', /"re" cannot stand after "contains"/],
    ['x|cidr|contains: 10.0.0.0/8', /cannot stand after "cidr"/],
    ['x|base64|cidr: a', /cannot stand after "base64"/],
    ['x|contains|base64: a', /"base64" cannot stand after "contains"/],
    ['x|base64offset|wide: a', /"wide" cannot stand after "base64offset"/],
    ['x|startswith|fieldref: y', /"fieldref" cannot stand after "startswith"/],
    ['x|re|cased: a', /"cased" cannot stand after "re"/],
    ['x|i: a', /one of "re"/],
    ['x|i|re: a', /one of "re"/],
    ['x|exists|contains: true', /cannot stand after "exists"/],
    ['x|neq|exists: true', /stands alone/],
    ['x|gte|hour: 5', /"hour" cannot stand after "gte"/],
    ['x|lt|gt: 5', /cannot stand after/],
    ['x|exists: maybe', /takes true or false/],
    ["x|exists: 'true'", /takes true or false/],
    ['x|lt: many', /takes a number/],
    ['x|hour: 24', /between 0 and 23/],
    ['x|month: 0', /between 1 and 12/],
    ['x|minute: 5.5', /whole number/],
    ['x|re: 5', /takes text/],
    ['x|base64: 5', /takes text/],
    ['x|contains: null', /null cannot have the modifier/],
    ['x|all: a', /more than one value/],
    ['x|cidr: 10.0.0.0/33', /no network/],
    ['x|cidr: 300.0.0.0/8', /no network/],
    ["x|cidr: '2001:db8::/129'", /no network/],
    ['x|cidr: example.org/8', /no network/],
    ["x|cidr: '10.0.0.*'", /no network/],
    ["x|base64: 'a*b'", /cannot encode wildcards/],
    ["x|fieldref: 'a*'", /no wildcards/],
    ["x|expand: '%nowhere%'", /placeholder %nowhere% has no values/],
    ["x|contains|expand: 'a%nowhere%b'", /placeholder %nowhere% has no values/],
    ["x|re: '(a'", /cannot be used as a regular expression/],
    ["x|re: '[z-a]'", /cannot be used as a regular expression/],
    ["x|re: 'a(?=b)'", /linear time/],
    ["x|re: '(?<!a)b'", /linear time/],
    ["x|re: '(a)\\1'", /linear time/],
    ["x|re: '(?>a+)b'", /linear time/],
    ["'|exists': true", /needs a field/],
    ["'|cidr': 10.0.0.0/8", /needs a field/],
    ["'|fieldref': x", /needs a field/],
  ])('%s', (line, reason) => {
    const refused = refusal(`selection:\n    ok: 1\n    ${line}\ncondition: selection`)
    expect(refused.reason).toMatch(reason)
    expect(refused.line).toBe(7)
  })
})
