// Files of rules: what is loaded, what is refused, on which line and why.
import { describe, expect, test } from 'vitest'
import { matchesAlone } from '../fixtures/rule.ts'
import { createRuleSet } from '../matching/ruleset.ts'
import { loadRules } from './load.ts'

const rule = (name: string, more = '') =>
  `title: Rule ${name}\nname: ${name}\n${more}logsource: {product: m365}\ndetection:\n  selection: {op: ${name}}\n  condition: selection\n`

const correlation = (section: string, head = 'title: C\nname: c\n') => `${head}correlation: {${section}}\n`

const load = (...texts: string[]) => loadRules(texts.map((text, place) => ({ file: `${place}.yml`, text })))

const refusals = (...texts: string[]) =>
  load(...texts)
    .results.filter(result => !result.ok)
    .map(({ file, rule, line, error }) => `${file}:${line} ${rule}: ${error}`)

const counting = 'type: event_count, rules: [a], group-by: [user], timespan: 5m, condition: {gte: 2}'

describe('documents', () => {
  test('several in a file, each with its own result, in order', () => {
    const { results } = load(`${rule('a')}---\n${rule('b')}---\n`, rule('c'))
    expect(results.map(({ file, rule, kind, ok }) => [file, rule, kind, ok])).toEqual([
      ['0.yml', 'a', 'rule', true],
      ['0.yml', 'b', 'rule', true],
      ['1.yml', 'c', 'rule', true],
    ])
  })

  test('a rule is called by id, else name, else title', () => {
    const { results } = load(rule('a', 'id: 1234\n'), rule('b'), rule('c').replace('name: c\n', ''))
    expect(results.map(result => result.rule)).toEqual(['1234', 'b', 'Rule c'])
  })

  test('a document that is not YAML is refused, and the others are not', () => {
    const { results, rules } = load(`${rule('a')}---\ntitle: [1\nname: x: y\n---\n${rule('b')}`)
    expect(rules.map(each => each.name)).toEqual(['a', 'b'])
    expect(results.filter(result => !result.ok).map(({ rule, line }) => [rule, line! > 7])).toEqual([
      [null, true],
    ])
  })

  test('what correlations and filters say of themselves is as valid as what rules do', () => {
    const filter = 'title: F\nlogsource: {product: m365}\nfilter: {rules: any, s: {u: x}, condition: not s}\n'
    const heads = ['level: grave\n', 'status: done\n', 'description: [a]\n', 'date: 2026-02-29\n']
    for (const head of heads)
      expect(refusals(rule('a'), correlation(counting, `title: C\n${head}`), filter + head)).toEqual([
        expect.stringMatching(/^1\.yml:2 C: .*(one of|must be a text|must be a day)/),
        expect.stringMatching(/^2\.yml:4 F: .*(one of|must be a text|must be a day)/),
      ])
    expect(refusals(rule('a'), correlation(counting, 'title: C\nlevel: High\ndescription: ""\n'))).toEqual([])
  })

  test('a rule of very many values does not stop the rest', () => {
    // More than a function can be called with.
    const values = Array.from({ length: 130_000 }, (_, n) => `v${n}`).join(', ')
    const many = [`{op: [${values}]}`, `{op|contains: [${values}]}`, `[${values}]`].map((selection, n) =>
      rule(`m${n}`).replace(`{op: m${n}}`, selection),
    )
    const { rules } = load(rule('a'), ...many)
    const { match } = createRuleSet(rules)
    expect(match({ op: 'a' }).map(({ name }) => name)).toEqual(['a'])
    expect(match({ op: 'v129999' }).map(({ name }) => name)).toEqual(['m0', 'm1', 'm2'])
  })

  test('a bad rule does not stop the rest, and says its line', () => {
    const bad = rule('b').replace('selection: {op: b}', 'selection:\n    op|nonsense: b')
    const { results, rules } = load(`${rule('a')}---\n${bad}---\n${rule('c')}`)
    expect(rules.map(each => each.name)).toEqual(['a', 'c'])
    expect(results[1]).toMatchObject({ rule: 'b', ok: false, line: 13 })
    expect(results[1]!.error).toContain('nonsense')
  })

  test.each([
    ['', 'holds no rule'],
    ['# only a comment\n', 'holds no rule'],
    ['- a\n- b\n', 'mapping'],
    ['just text', 'mapping'],
    ['title: x\n', 'detection'],
    [`action: global\n${rule('a')}`, 'action'],
    [`${rule('a')}correlation: {}\n`, 'one of'],
    ['title: a\ntitle: b\n', 'twice'],
    [`${rule('a')}custom: !!python/name:os.system x\n`, 'YAML'],
    [rule('a', 'level: grave\n'), '"level" must be one of'],
    ['\u0000\u0001', ''],
  ])('%j is refused', (text, why) => {
    const { results } = load(text)
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ ok: false, file: '0.yml' })
    expect(results[0]!.error).toContain(why)
    expect(results[0]!.line).toBeGreaterThan(0)
  })

  test('an id or name that is taken is refused, and says by whom', () => {
    const id = '0E95725D-7320-415D-80F7-004DA920FC11'
    expect(refusals(rule('a', `id: ${id}\n`), rule('b', `id: ${id.toLowerCase()}\n`), rule('a'))).toEqual([
      `1.yml:3 ${id.toLowerCase()}: its id ${id.toLowerCase()} is already that of "Rule a" in 0.yml`,
      '2.yml:2 a: its name a is already that of "Rule a" in 0.yml',
    ])
  })
})

describe('correlations', () => {
  test('refer to rules by id and by name, across files and whatever their order', () => {
    const id = '5638f7c0-ac70-491d-8465-2a65075e0d86'
    const { correlations, results } = load(
      correlation(`type: temporal, rules: [a, ${id}], group-by: [u], timespan: 1h`),
      rule('a'),
      rule('b', `id: ${id}\n`),
    )
    expect(results.every(result => result.ok)).toBe(true)
    expect(correlations[0]!.members.map(member => member.name)).toEqual(['a', 'b'])
  })

  test('what is referred to stands before', () => {
    const outer = correlation('type: temporal, rules: [inner], timespan: 1h', 'title: O\nname: outer\n')
    const inner = correlation(counting, 'title: I\nname: inner\n')
    expect(load(outer, inner, rule('a')).correlations.map(each => each.name)).toEqual(['inner', 'outer'])
  })

  test('a reference to nothing is refused', () => {
    expect(refusals(correlation(counting))).toEqual([
      '0.yml:3 c: it refers to a, and no rule has that id or name',
    ])
  })

  test('a reference to what was refused is refused, and says so, all the way up', () => {
    const outer = correlation('type: temporal, rules: [c], timespan: 1h', 'title: O\nname: outer\n')
    expect(refusals(rule('a').replace('selection\n', 'nothing\n'), correlation(counting), outer)).toEqual([
      expect.stringContaining('0.yml:6 a: '),
      '1.yml:3 c: it refers to a, which was refused (0.yml, line 6)',
      '2.yml:3 outer: it refers to c, which was refused (1.yml, line 3)',
    ])
  })

  test('circles are refused, and whatever leads into them', () => {
    const to = (name: string, target: string) =>
      correlation(`type: temporal, rules: [${target}], timespan: 1h`, `title: ${name}\nname: ${name}\n`)
    expect(refusals(to('x', 'y'), to('y', 'z'), to('z', 'y'), to('self', 'self'), rule('a'))).toEqual([
      '0.yml:3 x: it refers to y, which was refused (1.yml, line 3)',
      '1.yml:3 y: it refers to itself: y → z → y',
      '2.yml:3 z: it refers to itself: y → z → y',
      '3.yml:3 self: it refers to itself: self → self',
    ])
  })

  test.each([
    ['timespan', /timespan/, 'type: event_count, rules: [a], group-by: [u], condition: {gte: 1}'],
    ['type', /type/, 'rules: [a], timespan: 1m, condition: {gte: 1}'],
    ['rules', /rules/, 'type: event_count, timespan: 1m, condition: {gte: 1}'],
    ['condition', /condition/, 'type: event_count, rules: [a], timespan: 1m'],
    ['field', /field/, 'type: value_count, rules: [a], timespan: 1m, condition: {gte: 1}'],
    ['field', /field/, 'type: value_sum, rules: [a], timespan: 1m, condition: {gte: 1}'],
  ])('without %s it is refused', (_, why, section) => {
    expect(refusals(rule('a'), correlation(section))).toEqual([expect.stringMatching(why)])
  })

  test.each([
    [/no correlation type "sum"/, 'type: sum, rules: [a], timespan: 1m, condition: {gte: 1}'],
    [/timespan/, counting.replace('5m', '5')],
    [/timespan/, counting.replace('5m', '0m')],
    [/timespan/, counting.replace('5m', '5H')],
    [/timespan/, counting.replace('5m', '1h30m')],
    [/not a number/, counting.replace('gte: 2', 'gte: many')],
    [/whole number/, counting.replace('gte: 2', 'gte: 2.5')],
    [/whole number/, counting.replace('gte: 2', 'gte: -1')],
    [/no attribute ge;/, counting.replace('gte: 2', 'ge: 2')],
    [/compares with nothing/, counting.replace('gte: 2', '')],
    [/no number can satisfy/, counting.replace('gte: 2', 'gt: 5, lt: 3')],
    [/no number can satisfy/, counting.replace('gte: 2', 'gt: 2, lt: 3')],
    [/no attribute groupby/, counting.replace('group-by', 'groupby')],
    [/counts no field/, counting.replace('gte: 2', 'gte: 2, field: x')],
    [/twice/, counting.replace('[a]', '[a, a]')],
    [/in words/, counting.replace('{gte: 2}', 'a and b')],
    [/percentile/, counting.replace('gte: 2', 'gte: 2, percentile: 5')],
    [
      /0 to 100/,
      'type: value_percentile, rules: [a], timespan: 1m, condition: {field: x, gte: 1, percentile: 101}',
    ],
    [/one `field`/, 'type: value_sum, rules: [a], timespan: 1m, condition: {field: [x, y], gte: 1}'],
    [/true or false/, `${counting}, generate: maybe`],
    [/`timespan` is/, counting.replace('5m', '[5m]')],
    [/alias x/, `${counting}, aliases: {x: y}`],
    [/alias x refers to nobody/, `${counting}, aliases: {x: {nobody: y}}`],
    [/not among its rules/, `${counting}, aliases: {x: {b: y}}`],
    [/not among `rules`/, 'type: temporal, rules: [a], timespan: 1m, condition: a and b'],
    [/does not name/, 'type: temporal, rules: [a, b], timespan: 1m, condition: a'],
    [/not closed/, 'type: temporal, timespan: 1m, condition: (a and b'],
    [/ends where/, 'type: temporal, timespan: 1m, condition: a and'],
    [/cannot be read from "b"/, 'type: temporal, timespan: 1m, condition: a b'],
  ])('refused with %s', (why, section) => {
    const found = refusals(rule('a'), rule('b'), correlation(section))
    expect(found).toEqual([expect.stringMatching(why)])
    expect(found[0]).toMatch(/^2\.yml:3 c: /)
  })

  test.each([
    ['15s', 15],
    ['90m', 5400],
    ['1h', 3600],
    ['1d', 86_400],
    ['1w', 604_800],
  ])('a timespan of %s is %d seconds', (timespan, seconds) => {
    const { correlations } = load(rule('a'), correlation(counting.replace('5m', timespan)))
    expect(correlations[0]!.timespanMs).toBe(seconds * 1000)
  })

  test('rules may be left out where the condition names them', () => {
    const { correlations } = load(
      rule('a'),
      rule('b'),
      correlation('type: temporal, timespan: 1m, condition: a and not b'),
    )
    expect(correlations[0]!.refersTo).toEqual(['a', 'b'])
  })

  test('a title is needed', () => {
    expect(refusals(rule('a'), correlation(counting, 'name: c\n'))).toEqual([
      expect.stringMatching(/no `title`/),
    ])
  })
})

describe('filters', () => {
  const filter = (rules: string, condition: string, logsource = '{product: m365}') =>
    `title: F\nid: f\nlogsource: ${logsource}\nfilter:\n  rules: ${rules}\n  selection: {user|startswith: adm_}\n  other: {user: x}\n  condition: ${condition}\n`
  /** Which users' records rule a still matches. */
  const kept = (...texts: string[]) => {
    const { rules, results } = load(rule('a'), rule('b'), ...texts)
    expect(results.filter(result => !result.ok)).toEqual([])
    const matches = (name: string, user: string) =>
      matchesAlone(rules.find(each => each.name === name)!, { op: name, user })
    return ['adm_1', 'x', 'y'].filter(user => matches('a', user)).concat(matches('b', 'adm_1') ? ['b'] : [])
  }

  test.each([
    ['[a]', 'not selection', ['x', 'y', 'b']],
    ['[a]', 'not selection and not other', ['y', 'b']],
    ['[a]', 'not (selection or other)', ['y', 'b']],
    ['[a]', 'not 1 of them', ['y', 'b']],
    ['[a]', 'selection', ['x', 'y', 'b']],
    ['[a]', 'selection or other', ['y', 'b']],
    ['[a]', 'selection and not other', ['x', 'y', 'b']],
    ['any', 'not selection', ['x', 'y']],
    ['[]', 'not selection', ['x', 'y']],
    ['a', 'not selection', ['x', 'y', 'b']],
  ])('rules %s, condition %s', (rules, condition, expected) => {
    expect(kept(filter(rules, condition))).toEqual(expected)
  })

  test("a filter's selection is not the rule's selection", () => {
    const { rules } = load(rule('a'), filter('[a]', 'not selection'))
    expect(matchesAlone(rules[0]!, { op: 'other', user: 'y' })).toBe(false)
  })

  test('two filters on one rule both count', () => {
    const second = filter('[a]', 'not other').replace('id: f', 'id: g')
    expect(kept(filter('[a]', 'not selection'), second)).toEqual(['y', 'b'])
  })

  test('any keeps to the log source; what the filter does not say of it may be anything', () => {
    expect(kept(filter('any', 'not selection', '{product: windows}'))).toEqual(['adm_1', 'x', 'y', 'b'])
    expect(kept(filter('any', 'not selection', '{product: M365}'))).toEqual(['x', 'y'])
    expect(refusals(rule('a'), filter('[a]', 'not selection', '{product: windows}'))).toEqual([
      '1.yml:3 f: none of its rules is of its log source',
    ])
  })

  test('one for several rules counts for those that are there, and says which is not', () => {
    expect(kept(filter('[nobody, a]', 'not selection'))).toEqual(['x', 'y', 'b'])
    const { results } = load(rule('a'), filter('[nobody, a]', 'not selection'))
    expect(results.map(({ warning }) => warning)).toEqual([
      undefined,
      'it refers to nobody, and no rule has that id or name: it counts for its other rules',
    ])
  })

  test.each([
    [/no rule has that id or name/, filter('[nobody, neither]', 'not selection')],
    [/no rule has that id or name/, filter('[nobody]', 'not selection')],
    [/is a correlation/, filter('[a, c]', 'not selection')],
    [/is a correlation/, filter('[c]', 'not selection')],
    [/logsource/, filter('[a]', 'not selection').replace(/logsource.*\n/, '')],
    [/no `rules`/, filter('[a]', 'not selection').replace(/ {2}rules.*\n/, '')],
    [/condition/, filter('[a]', 'not selection').replace(/ {2}condition.*\n/, '')],
    [/one condition/, filter('[a]', '[selection, other]')],
    [/nothing/, filter('[a]', 'nothing')],
  ])('refused with %s', (why, text) => {
    expect(refusals(rule('a'), correlation(counting), text)).toEqual([expect.stringMatching(why)])
  })
})
