// Sigma modifiers appendix 2.1, modifier by modifier.
import { describe, expect, test } from 'vitest'
import { selects } from '../fixtures/rule.ts'

const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64')

describe('generic modifiers', () => {
  test('all links the values of a list by and', () => {
    const lines = 'CommandLine|contains|all:\n    - -a\n    - -b'
    expect(selects(lines, { CommandLine: 'x -b -a' })).toBe(true)
    expect(selects(lines, { CommandLine: 'x -a' })).toBe(false)
    expect(selects('Roles|all:\n    - a\n    - b', { Roles: ['b', 'a', 'c'] })).toBe(true)
    expect(selects('Roles|all:\n    - a\n    - b', { Roles: ['a'] })).toBe(false)
  })

  test('startswith, endswith and contains place the value', () => {
    const record = { Field: 'administrator' }
    expect(selects('Field|startswith: ADMIN', record)).toBe(true)
    expect(selects('Field|startswith: strator', record)).toBe(false)
    expect(selects('Field|endswith: Strator', record)).toBe(true)
    expect(selects('Field|endswith: admin', record)).toBe(false)
    expect(selects('Field|contains: MINIS', record)).toBe(true)
    expect(selects('Field|contains: xyz', record)).toBe(false)
    expect(selects("Field|contains: 'm?nis'", record)).toBe(true)
    expect(selects("Field|startswith: 'ad*str'", record)).toBe(true)
  })

  test('they take numbers as text', () => {
    expect(selects('Port|startswith: 44', { Port: 4444 })).toBe(true)
    expect(selects('Text|contains: 4444', { Text: 'port 4444' })).toBe(true)
  })

  test('exists asks for presence alone: null and empty are present', () => {
    for (const Field of ['x', '', null, 0, false, []]) {
      expect(selects('Field|exists: true', { Field })).toBe(true)
      expect(selects('Field|exists: false', { Field })).toBe(false)
    }
    expect(selects('Field|exists: true', {})).toBe(false)
    expect(selects('Field|exists: false', {})).toBe(true)
  })

  test('cased compares case-sensitively', () => {
    expect(selects('Field|cased: Admin', { Field: 'Admin' })).toBe(true)
    expect(selects('Field|cased: Admin', { Field: 'admin' })).toBe(false)
    expect(selects('Field|cased: true', { Field: 'true' })).toBe(true)
    expect(selects('Field|cased: true', { Field: true })).toBe(true)
    expect(selects('Field|cased: true', { Field: 'TRUE' })).toBe(false)
    expect(selects('Field|contains|cased: Min', { Field: 'adMin' })).toBe(true)
    expect(selects('Field|contains|cased: Min', { Field: 'admin' })).toBe(false)
    expect(selects('Field|cased|startswith: Ad', { Field: 'admin' })).toBe(false)
    expect(selects("Field|cased: 'A*'", { Field: 'Ab' })).toBe(true)
  })

  test('neq: the field is different from all of the values', () => {
    expect(selects('Field|neq: a', { Field: 'b' })).toBe(true)
    expect(selects('Field|neq: a', { Field: 'A' })).toBe(false)
    expect(selects('Field|neq: 5', { Field: 6 })).toBe(true)
    expect(selects('Field|neq: 5', { Field: '5' })).toBe(false)
    const list = 'Field|neq:\n    - a\n    - b'
    expect(selects(list, { Field: 'c' })).toBe(true)
    expect(selects(list, { Field: 'b' })).toBe(false)
    expect(selects('Field|contains|neq: adm', { Field: 'user' })).toBe(true)
    expect(selects('Field|contains|neq: adm', { Field: 'admin' })).toBe(false)
    expect(selects('Field|neq: a', { Field: ['b', 'a'] })).toBe(false)
  })

  test('neq: a field that is not there is different from everything', () => {
    expect(selects('Field|neq: a', {})).toBe(true)
  })
})

describe('windash', () => {
  test('each dash stands for any of - / – — ―', () => {
    for (const dash of ['-', '/', '–', '—', '―']) {
      expect(selects("CommandLine|windash|contains: ' -s '", { CommandLine: `x ${dash}s y` })).toBe(true)
      expect(selects("CommandLine|windash|contains: ' /s '", { CommandLine: `x ${dash}s y` })).toBe(true)
    }
    expect(selects("CommandLine|windash|contains: ' -s '", { CommandLine: 'x +s y' })).toBe(false)
  })
  test('in all permutations, with all', () => {
    const lines = "CommandLine|contains|all|windash:\n    - ' -s '\n    - ' -t -u'"
    expect(selects(lines, { CommandLine: 'x /s —t /u' })).toBe(true)
    expect(selects(lines, { CommandLine: 'x /s —t u' })).toBe(false)
    expect(selects(lines, { CommandLine: 'x —t /u' })).toBe(false)
  })
})

describe('regular expressions', () => {
  test('are case-sensitive and found anywhere', () => {
    expect(selects("Field|re: 'a[bc]+d'", { Field: 'xxabcbdxx' })).toBe(true)
    expect(selects("Field|re: 'a[bc]+d'", { Field: 'ABCD' })).toBe(false)
    expect(selects("Field|re: '^a.*z$'", { Field: 'abcz' })).toBe(true)
    expect(selects("Field|re: '^a.*z$'", { Field: 'xabcz' })).toBe(false)
    expect(selects("Field|re: '(foo|bar){2}'", { Field: 'foobar' })).toBe(true)
    expect(selects("Field|re: 'colou?r'", { Field: 'color' })).toBe(true)
  })
  test('i ignores case', () => {
    expect(selects("Field|re|i: 'admin'", { Field: 'ADMIN' })).toBe(true)
    expect(selects("Field|re: '(?i)admin'", { Field: 'ADMIN' })).toBe(true)
  })
  test('m lets ^ and $ match at lines', () => {
    expect(selects("Field|re: '^b$'", { Field: 'a\nb\nc' })).toBe(false)
    expect(selects("Field|re|m: '^b$'", { Field: 'a\nb\nc' })).toBe(true)
  })
  test('s lets the dot match newlines', () => {
    expect(selects("Field|re: 'a.b'", { Field: 'a\nb' })).toBe(false)
    expect(selects("Field|re|s: 'a.b'", { Field: 'a\nb' })).toBe(true)
    expect(selects("Field|re|i|m|s: '^A.b$'", { Field: 'x\na\nB' })).toBe(true)
  })
  test('wildcards and backslashes are the expression’s own', () => {
    expect(selects("Field|re: 'a\\*b'", { Field: 'a*b' })).toBe(true)
    expect(selects("Field|re: '\\d{3}-\\w+'", { Field: '123-abc' })).toBe(true)
    expect(selects("Field|re: '\\\\\\\\srv'", { Field: '\\\\srv' })).toBe(true)
  })
  test('apply to numbers, to any of a list, with all to each', () => {
    expect(selects("Field|re: '^50\\d+$'", { Field: 50074 })).toBe(true)
    expect(selects("Field|re|all:\n    - 'a'\n    - 'b'", { Field: 'ab' })).toBe(true)
    expect(selects("Field|re|all:\n    - 'a'\n    - 'b'", { Field: 'a' })).toBe(false)
  })
})

describe('encodings', () => {
  test('base64 encodes the value', () => {
    expect(selects("Field|base64: 'whoami'", { Field: base64('whoami') })).toBe(true)
    expect(selects("Field|base64|contains: 'foobar'", { Field: `x ${base64('foobar')} y` })).toBe(true)
    expect(selects("Field|base64: 'Grüße'", { Field: base64('Grüße') })).toBe(true)
    expect(selects("Field|base64: 'a\\*b'", { Field: base64('a*b') })).toBe(true)
  })
  test('base64offset finds the value wherever it begins', () => {
    for (const before of ['', 'x', 'xy', 'xyz', 'wxyz']) {
      for (const after of ['', '1', '12', '123']) {
        const Field = base64(`${before}http://evil${after}`)
        expect(selects("Field|base64offset|contains: 'http://evil'", { Field })).toBe(true)
        expect(selects("Field|base64offset|contains: 'http://good'", { Field })).toBe(false)
      }
    }
  })
  test('utf16le and wide, utf16be, and utf16 with its mark', () => {
    expect(selects("Field|wide: 'cmd'", { Field: 'c\0m\0d\0' })).toBe(true)
    expect(selects("Field|utf16le: 'cmd'", { Field: 'c\0m\0d\0' })).toBe(true)
    expect(selects("Field|utf16be: 'cmd'", { Field: '\0c\0m\0d' })).toBe(true)
    expect(selects("Field|utf16: 'cmd'", { Field: 'ÿþc\0m\0d\0' })).toBe(true)
    expect(selects("Field|utf16le: 'cmd'", { Field: 'cmd' })).toBe(false)
  })
  test('they chain in the order given: utf16le|base64offset|contains', () => {
    const Field = Buffer.concat([Buffer.from('x'), Buffer.from('IEX é', 'utf16le')]).toString('base64')
    expect(selects("Field|utf16le|base64offset|contains: 'IEX é'", { Field })).toBe(true)
    expect(selects("Field|utf16be|base64offset|contains: 'IEX é'", { Field })).toBe(false)
    expect(selects("Field|wide|base64: 'ab'", { Field: base64('ab', 'utf16le') })).toBe(true)
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('ab', 'utf16le')]).toString('base64')
    expect(selects("Field|utf16|base64: 'ab'", { Field: marked })).toBe(true)
  })
  test('with all, each value may be at any offset', () => {
    const Field = base64('x-first-yy-second-z')
    expect(selects('Field|base64offset|contains|all:\n    - first\n    - second', { Field })).toBe(true)
    expect(selects('Field|base64offset|contains|all:\n    - first\n    - third', { Field })).toBe(false)
  })
  test('windash|base64offset encodes each dash', () => {
    expect(selects("Field|windash|base64offset|contains: ' -enc'", { Field: base64('a /enc b') })).toBe(true)
  })
})

describe('numeric modifiers', () => {
  test.each([
    ['lt', 9, true],
    ['lt', 10, false],
    ['lte', 10, true],
    ['lte', 11, false],
    ['gt', 11, true],
    ['gt', 10, false],
    ['gte', 10, true],
    ['gte', 9, false],
  ])('%s 10 of %d: %s', (modifier, value, expected) => {
    expect(selects(`Field|${modifier}: 10`, { Field: value })).toBe(expected)
    expect(selects(`Field|${modifier}: 10`, { Field: String(value) })).toBe(expected)
  })
  test('what is no number is neither less nor more', () => {
    for (const Field of ['abc', '', '0x10', 'Infinity', '1_000', null, true, undefined]) {
      expect(selects('Field|lt: 10', { Field })).toBe(false)
      expect(selects('Field|gte: 0', { Field })).toBe(false)
    }
    expect(selects('Field|gt: -1.5', { Field: -1 })).toBe(true)
  })
})

describe('time modifiers', () => {
  const Field = '2025-08-02T21:05:59Z'
  test.each([
    ['minute', 5],
    ['hour', 21],
    ['day', 2],
    ['week', 31],
    ['month', 8],
    ['year', 2025],
  ])('%s extracts a number', (unit, value) => {
    expect(selects(`Field|${unit}: ${value}`, { Field })).toBe(true)
    expect(selects(`Field|${unit}: ${value - 1}`, { Field })).toBe(false)
    expect(selects(`Field|${unit}|gte: ${value}`, { Field })).toBe(true)
    expect(selects(`Field|${unit}|lt: ${value}`, { Field })).toBe(false)
    expect(selects(`Field|${unit}|neq: ${value}`, { Field })).toBe(false)
  })
  test('the date is taken as it is written, in no other time zone', () => {
    expect(selects('Field|hour: 21', { Field: '2025-08-02T21:05:59+07:00' })).toBe(true)
    expect(selects('Field|hour: 21', { Field: '2025-08-02 21:05' })).toBe(true)
    expect(selects('Field|hour: 21', { Field: '8/2/2025 9:05:59 PM' })).toBe(true)
    expect(selects('Field|hour: 21', { Field: Date.UTC(2025, 7, 2, 21) })).toBe(true)
    expect(selects('Field|hour: 21', { Field: Date.UTC(2025, 7, 2, 21) / 1000 })).toBe(true)
  })
  test('weeks are those of ISO 8601', () => {
    expect(selects('Field|week: 1', { Field: '2024-12-31' })).toBe(true)
    expect(selects('Field|week: 53', { Field: '2021-01-01' })).toBe(true)
  })
  test('what is no date has no parts', () => {
    for (const bad of ['soon', '', null, '2025-13-45', '2025-08-02'])
      expect(selects('Field|hour|gte: 0', { Field: bad })).toBe(false)
  })
})

describe('cidr', () => {
  test('IPv4', () => {
    expect(selects('Ip|cidr: 10.0.0.0/8', { Ip: '10.255.1.2' })).toBe(true)
    expect(selects('Ip|cidr: 10.0.0.0/8', { Ip: '11.0.0.1' })).toBe(false)
    expect(selects('Ip|cidr: 192.168.128.0/17', { Ip: '192.168.127.255' })).toBe(false)
    expect(selects('Ip|cidr: 192.168.128.0/17', { Ip: '192.168.128.0' })).toBe(true)
    expect(selects('Ip|cidr: 0.0.0.0/0', { Ip: '8.8.8.8' })).toBe(true)
    expect(selects('Ip|cidr: 10.0.0.1/32', { Ip: '10.0.0.1' })).toBe(true)
  })
  test('IPv6, in every spelling', () => {
    expect(selects("Ip|cidr: '2001:db8::/32'", { Ip: '2001:0DB8:0:0::1' })).toBe(true)
    expect(selects("Ip|cidr: '2001:db8::/32'", { Ip: '2001:db9::1' })).toBe(false)
    expect(selects("Ip|cidr: '::1/128'", { Ip: '0:0:0:0:0:0:0:1' })).toBe(true)
    expect(selects("Ip|cidr: 'fe80::/10'", { Ip: 'fe80::1%eth0' })).toBe(true)
  })
  test('IPv4 written as IPv6 is IPv4; ports and brackets do not count', () => {
    expect(selects('Ip|cidr: 10.0.0.0/8', { Ip: '::ffff:10.1.2.3' })).toBe(true)
    expect(selects('Ip|cidr: 10.0.0.0/8', { Ip: '10.1.2.3:443' })).toBe(true)
    expect(selects("Ip|cidr: '2001:db8::/32'", { Ip: '[2001:db8::1]:443' })).toBe(true)
    expect(selects("Ip|cidr: '2001:db8::/32'", { Ip: '10.1.2.3' })).toBe(false)
  })
  test('lists of networks; what is no address is in none', () => {
    const lines = "Ip|cidr:\n    - 10.0.0.0/8\n    - 'fd00::/8'"
    expect(selects(lines, { Ip: 'fd12::1' })).toBe(true)
    for (const Ip of ['', 'host', null, 10, '10.0.0']) expect(selects(lines, { Ip })).toBe(false)
  })
})

describe('expand', () => {
  test('a placeholder becomes any of its values', () => {
    const placeholders = { Administrators: ['root', 'adm_*'] }
    expect(selects("User|expand: '%Administrators%'", { User: 'ADM_bob' }, placeholders)).toBe(true)
    expect(selects("User|expand: '%Administrators%'", { User: 'bob' }, placeholders)).toBe(false)
    expect(
      selects("User|expand: 'corp\\%Administrators%'", { User: 'corp%Administrators%' }, placeholders),
    ).toBe(true)
    expect(selects("Mail|contains|expand: '%Administrators%@'", { Mail: 'x root@y' }, placeholders)).toBe(
      true,
    )
  })
  test('without the modifier percent signs are plain', () => {
    expect(selects("User: '%Administrators%'", { User: '%administrators%' })).toBe(true)
  })
  test('an escaped percent sign is plain beside a placeholder', () => {
    expect(selects("User|expand: '\\%plain%name%'", { User: '%plainbob' }, { name: ['bob'] })).toBe(true)
  })
  test('networks and expressions may be expanded', () => {
    expect(selects("Ip|expand|cidr: '%nets%'", { Ip: '10.1.1.1' }, { nets: ['10.0.0.0/8'] })).toBe(true)
    expect(selects("Ip|cidr|expand: '%nets%'", { Ip: '11.1.1.1' }, { nets: ['10.0.0.0/8'] })).toBe(false)
    expect(selects("Field|re|expand: '^%x%$'", { Field: 'aab' }, { x: ['a+b'] })).toBe(true)
  })
})

describe('fieldref', () => {
  test('compares two fields of the record', () => {
    expect(selects('A|fieldref: B', { A: 'x', B: 'X' })).toBe(true)
    expect(selects('A|fieldref: B', { A: 'x', B: 'y' })).toBe(false)
    expect(selects('A|fieldref: B.c', { A: 1, B: { c: '1' } })).toBe(true)
    expect(selects('A|fieldref|cased: B', { A: 'x', B: 'X' })).toBe(false)
  })
  test('a field that is not there equals nothing', () => {
    expect(selects('A|fieldref: B', { A: 'x' })).toBe(false)
    expect(selects('A|fieldref: B', {})).toBe(false)
    expect(selects('A|fieldref: B', { A: null, B: null })).toBe(false)
  })
  test('with neq, startswith, endswith and contains', () => {
    expect(selects('A|fieldref|neq: B', { A: 'x', B: 'y' })).toBe(true)
    expect(selects('A|fieldref|neq: B', { A: 'x', B: 'x' })).toBe(false)
    expect(selects('A|neq|fieldref: B', { A: 'x', B: 'x' })).toBe(false)
    expect(selects('A|fieldref|startswith: B', { A: 'xyz', B: 'XY' })).toBe(true)
    expect(selects('A|fieldref|endswith: B', { A: 'xyz', B: 'yz' })).toBe(true)
    expect(selects('A|fieldref|contains: B', { A: 'xyz', B: 'y' })).toBe(true)
    expect(selects('A|fieldref|contains: B', { A: 'y', B: 'xyz' })).toBe(false)
  })
})
