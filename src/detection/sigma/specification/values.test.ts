// Sigma rules specification: detection values, lists, maps, special values, keywords.
import { describe, expect, test } from 'vitest'
import { doesMatch, readDetectionRule, selects } from '../fixtures/rule.ts'

describe('general', () => {
  test('values are case-insensitive strings', () => {
    expect(selects("Operation: 'new-inboxrule'", { Operation: 'New-InboxRule' })).toBe(true)
    expect(selects("City: 'ZÜRICH'", { City: 'Zürich' })).toBe(true)
    expect(selects("City: 'ΟΔΟΣ'", { City: 'οδος' })).toBe(true)
    expect(selects("City|startswith: 'οδοσ'", { City: 'ΟΔΟΣ' })).toBe(true)
    expect(selects("Operation: 'New-InboxRule'", { Operation: 'New-InboxRules' })).toBe(false)
  })

  test('? stands for a single mandatory character', () => {
    expect(selects("Image: 'prog?.exe'", { Image: 'progA.exe' })).toBe(true)
    expect(selects("Image: 'prog?.exe'", { Image: 'prog.exe' })).toBe(false)
    expect(selects("Image: 'prog?.exe'", { Image: 'progAB.exe' })).toBe(false)
    expect(selects("Image: '?'", { Image: '🦊' })).toBe(true)
    expect(selects("Image: '*?'", { Image: '🦊' })).toBe(true)
    expect(selects("Image: '??'", { Image: '🦊' })).toBe(false)
  })

  test('* stands for any run of characters, the empty one too', () => {
    for (const value of ['antivirus_V.exe', 'antivirus_V1.exe', 'antivirus_V21.2.1.exe']) {
      expect(selects("Image: 'antivirus_V*.exe'", { Image: value })).toBe(true)
    }
    expect(selects("Image: 'antivirus_V*.exe'", { Image: 'xantivirus_V1.exe' })).toBe(false)
    expect(selects("Image: 'a*b*c'", { Image: 'aXbXbXc' })).toBe(true)
    expect(selects("Image: 'a*b*c'", { Image: 'acb' })).toBe(false)
    expect(selects("Image: 'ab*ba'", { Image: 'aba' })).toBe(false)
    expect(selects("Image: '*a?c*'", { Image: 'xxabcyy' })).toBe(true)
  })

  test('wildcards take newlines along', () => {
    expect(selects("Text: 'a*z'", { Text: 'a\n\nz' })).toBe(true)
  })

  test('a hostile pattern is matched without backtracking', () => {
    const started = process.cpuUsage().user
    expect(selects(`Text: '${'*a'.repeat(60)}*b'`, { Text: 'a'.repeat(20_000) })).toBe(false)
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000)
  })
})

test('every character counts as one, whatever its case is', () => {
  expect(selects("m: 'x?y'", { m: 'xİy' })).toBe(true)
  expect(selects("m: '???'", { m: 'İy' })).toBe(false)
  expect(selects("m: 'i*'", { m: 'İx' })).toBe(false)
  expect(selects("m: 'ÀİΣ'", { m: 'àİς' })).toBe(true)
})

describe('escape character', () => {
  const cases: Array<[string, string, boolean]> = [
    ['C:\\Windows', 'C:\\Windows', true], // a single backslash stands for itself
    ['C:\\\\Windows', 'C:\\Windows', true], // a double one for one
    ['C:\\\\Windows', 'C:\\\\Windows', false],
    ['a\\*', 'a*', true], // an escaped wildcard is plain
    ['a\\*', 'ab', false],
    ['a\\?', 'a?', true],
    ['a\\?', 'ab', false],
    ['a\\\\*', 'a\\bcd', true], // backslash, then a wildcard
    ['a\\\\*', 'abcd', false],
    ['a\\\\*', 'a*', false],
    ['a\\\\\\*', 'a\\*', true], // three: plain backslash and plain star
    ['a\\\\\\*', 'a\\b', false],
    ['a\\\\\\\\b', 'a\\\\b', true], // four: two
    ['a\\\\\\', 'a\\\\', true], // three at the end: two
    ['a\\b\\c', 'a\\b\\c', true],
    ['\\\\\\\\server\\share', '\\\\server\\share', true],
  ]
  test.each(cases)('%s against %s: %s', (pattern, value, expected) => {
    expect(selects(`Image: '${pattern}'`, { Image: value })).toBe(expected)
  })

  test('a value may end in a backslash before what a modifier adds', () => {
    expect(selects("Image|contains: '\\Temp\\'", { Image: 'C:\\Temp\\x.exe' })).toBe(true)
    expect(selects("Image|startswith: 'C:\\'", { Image: 'C:\\x' })).toBe(true)
    expect(selects("Image|endswith: '\\cmd.exe'", { Image: 'C:\\Windows\\cmd.exe' })).toBe(true)
  })
})

describe('numbers, booleans and text', () => {
  test('a number equals its text, whichever side has which', () => {
    expect(selects('ResultType: 50074', { ResultType: '50074' })).toBe(true)
    expect(selects("ResultType: '50074'", { ResultType: 50074 })).toBe(true)
    expect(selects('ResultType: 0', { ResultType: 0 })).toBe(true)
    expect(selects('ResultType: 0', { ResultType: '' })).toBe(false)
    expect(selects('ResultType: 0', { ResultType: null })).toBe(false)
    expect(selects('ResultType: 0', { ResultType: false })).toBe(false)
    expect(selects('ResultType: 1', { ResultType: 10 })).toBe(false)
    expect(selects('Ratio: 1.5', { Ratio: 1.5 })).toBe(true)
    expect(selects("ResultType: '5007*'", { ResultType: 50074 })).toBe(true)
  })

  test('a number is also found as it is written', () => {
    expect(selects('TicketOptions: 0x40810000', { TicketOptions: '0x40810000' })).toBe(true)
    expect(selects('TicketOptions: 0x10', { TicketOptions: 16 })).toBe(true)
    expect(selects('Id: 12345678901234567890', { Id: '12345678901234567890' })).toBe(true)
    expect(selects('Id: 12345678901234567890', { Id: '12345678901234567891' })).toBe(false)
  })

  test('a number too large to be exact equals the same number of a record', () => {
    for (const number of ['-9214364837600034816', '9007199254740993']) {
      const record = JSON.parse(`{"Keywords": ${number}}`)
      expect(selects(`Keywords: ${number}`, record)).toBe(true)
      expect(selects(`Keywords: ${number}`, { Keywords: 1 })).toBe(false)
    }
    expect(selects('Id: 9007199254740993', { Id: '9007199254740993' })).toBe(true)
    expect(selects('Id: 9007199254740993', { Id: '9007199254740992' })).toBe(false)
  })

  test('true and false equal their texts in any case', () => {
    expect(selects("isCompliant: 'false'", { isCompliant: false })).toBe(true)
    expect(selects('isCompliant: false', { isCompliant: 'False' })).toBe(true)
    expect(selects('isCompliant: true', { isCompliant: true })).toBe(true)
    expect(selects('isCompliant: true', { isCompliant: false })).toBe(false)
    expect(selects('isCompliant: false', { isCompliant: null })).toBe(false)
    expect(selects('isCompliant: false', {})).toBe(false)
  })
})

describe('lists and maps', () => {
  test('all elements of a map must match', () => {
    const lines = 'EventLog: Security\nEventID: 4769'
    expect(selects(lines, { EventLog: 'Security', EventID: 4769 })).toBe(true)
    expect(selects(lines, { EventLog: 'Security', EventID: 1 })).toBe(false)
    expect(selects(lines, { EventID: 4769 })).toBe(false)
  })

  test('any of the values of a list may match', () => {
    const lines = 'EventID:\n    - 517\n    - 1102'
    expect(selects(lines, { EventID: 517 })).toBe(true)
    expect(selects(lines, { EventID: '1102' })).toBe(true)
    expect(selects(lines, { EventID: 518 })).toBe(false)
  })

  test('any of the maps of a list may match, each as a whole', () => {
    const lines =
      "- Image|endswith: '\\example.exe'\n  User: admin\n- Description|contains: 'Test executable'"
    expect(selects(lines, { Image: 'C:\\example.exe', User: 'admin' })).toBe(true)
    expect(selects(lines, { Image: 'C:\\example.exe', User: 'other' })).toBe(false)
    expect(selects(lines, { Description: 'A test executable' })).toBe(true)
  })

  test('a list may hold keywords beside maps', () => {
    const lines = "- 'evil'\n- Image: cmd"
    expect(selects(lines, { Text: 'an EVIL thing' })).toBe(true)
    expect(selects(lines, { Image: 'cmd' })).toBe(true)
    expect(selects(lines, { Image: 'cmd.exe' })).toBe(false)
  })

  test('of a list in the record any element may match', () => {
    expect(selects("Roles: 'Admin'", { Roles: ['Reader', 'admin'] })).toBe(true)
    expect(selects("Roles: 'Admin'", { Roles: ['Reader'] })).toBe(false)
    expect(selects("Roles: 'Admin'", { Roles: [] })).toBe(false)
    expect(selects('Codes|gt: 5', { Codes: [1, 9] })).toBe(true)
  })

  test('lists and objects in the record also have their JSON text', () => {
    const record = {
      Parameters: [{ Name: 'ForwardTo', Value: 'x@evil.example' }],
      Networks: [],
      Nested: { a: 1 },
    }
    expect(selects("Parameters|contains: 'forwardto'", record)).toBe(true)
    expect(selects('Parameters|contains: \'"Value":"x@\'', record)).toBe(true)
    expect(selects("Parameters|contains: 'RedirectTo'", record)).toBe(false)
    expect(selects("Networks: '[]'", record)).toBe(true)
    expect(selects('Nested: \'{"a":1}\'', record)).toBe(true)
  })
})

describe('special field values', () => {
  const empty = "Field: ''"
  const nothing = 'Field: null'
  test('an empty value is the empty string alone', () => {
    expect(selects(empty, { Field: '' })).toBe(true)
    expect(selects(empty, { Field: null })).toBe(false)
    expect(selects(empty, {})).toBe(false)
    expect(selects(empty, { Field: ' ' })).toBe(false)
    expect(selects(empty, { Field: 0 })).toBe(false)
  })

  test('null is null alone', () => {
    expect(selects(nothing, { Field: null })).toBe(true)
    expect(selects(nothing, {})).toBe(false)
    expect(selects(nothing, { Field: '' })).toBe(false)
    expect(selects(nothing, { Field: 'null' })).toBe(false)
    expect(selects(nothing, { Field: 0 })).toBe(false)
    expect(selects(nothing, { Field: [] })).toBe(false)
  })

  test('a field that is not there is neither null nor empty, but in logs that leave out what is null', () => {
    const rule = (logsource: string) =>
      readDetectionRule('selection:\n    trustType: null\ncondition: selection', { logsource })
    for (const [logsource, isNull] of [
      ['product: windows, service: security', false],
      ['product: azure, service: signinlogs', true],
      ['product: m365, service: audit', true],
    ] as const) {
      expect(doesMatch(rule(logsource), { trustType: null })).toBe(true)
      expect(doesMatch(rule(logsource), { ipAddress: '203.0.113.4' })).toBe(isNull)
      expect(doesMatch(rule(logsource), { trustType: '' })).toBe(false)
    }
  })

  test('the text "null" is not null', () => {
    expect(selects("Field: 'null'", { Field: 'null' })).toBe(true)
    expect(selects("Field: 'null'", { Field: null })).toBe(false)
  })

  test('not null is a negated selection of its own', () => {
    const rule = readDetectionRule(`
      selection:
          EventID: 4738
      filter:
          PasswordLastSet: null
      condition: selection and not filter`)
    expect(doesMatch(rule, { EventID: 4738, PasswordLastSet: '2024-01-01' })).toBe(true)
    expect(doesMatch(rule, { EventID: 4738, PasswordLastSet: null })).toBe(false)
    expect(doesMatch(rule, { EventID: 4738 })).toBe(true)
  })

  test('a wildcard alone asks for some value, the empty one included, but not for null', () => {
    expect(selects("Field: '*'", { Field: '' })).toBe(true)
    expect(selects("Field: '*'", { Field: 0 })).toBe(true)
    expect(selects("Field: '*'", { Field: null })).toBe(false)
    expect(selects("Field: '*'", {})).toBe(false)
  })
})

describe('nested fields', () => {
  const record = {
    a: { b: { c: 'deep' } },
    'x.y': 'literal',
    list: [{ n: 1 }, { n: 2 }],
    'p.q': { r: 'mixed' },
  }
  test('a dotted name goes into objects', () => {
    expect(selects('a.b.c: deep', record)).toBe(true)
    expect(selects('a.b.d: deep', record)).toBe(false)
  })
  test('a key may itself have dots', () => {
    expect(selects('x.y: literal', record)).toBe(true)
    expect(selects('p.q.r: mixed', record)).toBe(true)
  })
  test('a dotted key is preferred to a path', () => {
    expect(selects('x.y: literal', { 'x.y': 'literal', x: { y: 'nested' } })).toBe(true)
    expect(selects('x.y: nested', { 'x.y': 'literal', x: { y: 'nested' } })).toBe(false)
  })
  test('a path goes through lists, to any element or to the one numbered', () => {
    expect(selects('list.n: 2', record)).toBe(true)
    expect(selects('list.1.n: 2', record)).toBe(true)
    expect(selects('list.0.n: 2', record)).toBe(false)
  })
  test('names that every object inherits are no fields', () => {
    expect(selects('constructor|exists: true', record)).toBe(false)
    expect(selects('a.toString|exists: true', record)).toBe(false)
    expect(selects('__proto__|exists: true', record)).toBe(false)
    expect(selects('__proto__: x', JSON.parse('{"__proto__":"x"}'))).toBe(true)
  })
  test('the exact name comes first, then the name in any case', () => {
    expect(selects('Operation: b', { operation: 'a', Operation: 'b' })).toBe(true)
    expect(selects('Operation: a', { operation: 'a', Operation: 'b' })).toBe(false)
    expect(selects('Operation: a', { operation: 'a' })).toBe(true)
    expect(selects('Device.TrustType: a', { device: { trusttype: 'a' } })).toBe(true)
  })
})

describe('keywords', () => {
  test('a keyword may stand anywhere in any value, nested ones too', () => {
    const lines = "- 'EVILSERVICE'\n- 'svchost.exe -n evil'"
    expect(selects(lines, { message: 'started evilservice now' })).toBe(true)
    expect(selects(lines, { a: [{ b: 'x svchost.exe -n evil y' }] })).toBe(true)
    expect(selects(lines, { message: 'fine', evilservice: 1 })).toBe(false)
  })
  test('keywords may have wildcards', () => {
    expect(selects("- 'evil*service'", { m: 'an evil little service here' })).toBe(true)
    expect(selects("- 'evil*'", { m: 'not so evil' })).toBe(true)
  })
  test('|all asks for every keyword, in whichever value', () => {
    const lines = "'|all':\n    - 'OabVirtualDirectory'\n    - ' -ExternalUrl '"
    expect(selects(lines, { a: 'Set-OabVirtualDirectory', b: 'x -ExternalUrl y' })).toBe(true)
    expect(selects(lines, { a: 'Set-OabVirtualDirectory' })).toBe(false)
  })
  test('a number as keyword is found as a value or as a whole number in text', () => {
    expect(selects('- 4625', { EventID: 4625 })).toBe(true)
    expect(selects('- 4625', { text: 'event 4625 seen' })).toBe(true)
    expect(selects('- 4625', { EventID: 46250 })).toBe(false)
  })
  test('modifiers apply to keywords', () => {
    expect(selects("'|re': 'e.il$'", { m: 'so evil' })).toBe(true)
    expect(selects("'|startswith': 'evil'", { m: 'so evil' })).toBe(false)
    expect(selects("'|cased': 'Evil'", { m: 'so evil' })).toBe(false)
  })
})

describe('many keywords at once', () => {
  test('odd signs in keywords are plain, and letters whose case is odd are found', () => {
    for (const keyword of ['a.b', 'a+b(c)', '[x]', 'a-b', 'x|y', '$^', 'i/k']) {
      expect(selects(`- '${keyword}'`, { m: `>>${keyword}<<` })).toBe(true)
      expect(selects(`- '${keyword}'`, { m: '>>aXb<<' })).toBe(false)
    }
    expect(selects("- 'strasse'", { m: 'STRASSE' })).toBe(true)
    expect(selects("- 'i'", { m: 'İ' })).toBe(false)
    expect(selects("- 'İ'", { m: 'xİx' })).toBe(true)
    expect(selects("- 'k'", { m: '\u212a' })).toBe(true)
  })
})
