// Random rules and records: the compiled and indexed matcher against a plain reading of the specification.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { matchesAlone, readRule } from '../fixtures/rule.ts'
import { createRuleSet } from '../matching/ruleset.ts'

type Scalar = string | number | boolean | null
type Fields = Record<string, Scalar | Scalar[]>
type Detection = Record<string, Fields | Fields[] | string[]>
type Tree =
  | { op: 'and'; parts: Tree[] }
  | { op: 'or'; parts: Tree[] }
  | { op: 'not'; part: Tree }
  | { op: 'name'; name: string }
  | { op: 'of'; all: boolean; stem: string }

const words = [
  '',
  'a',
  'A',
  'ab',
  'Abc',
  'b',
  'ba',
  'abab',
  '0',
  '1',
  '10',
  'true',
  'x y',
  'é',
  '[]',
  'a\\b',
  'a*b',
]
const patterns = [
  ...words.filter(word => !word.includes('*')),
  'a*',
  '*b',
  '*b*',
  '?',
  'a?*',
  'a\\*b',
  '*',
  'a\\\\*',
  '\\a',
]
const fields = ['f', 'g', 'n.x', 'n.y', 'l.x', 'd.k']
const identifiers = ['s1', 's2', 't1', '_h']

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 10, -3, 1.5) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
)
const recordValue = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
)
const record = fc.record(
  {
    f: recordValue,
    g: recordValue,
    n: fc.record({ x: recordValue, y: recordValue }, { requiredKeys: [] }),
    l: fc.array(fc.record({ x: scalar }, { requiredKeys: [] }), { maxLength: 3 }),
    'd.k': recordValue,
    other: recordValue,
  },
  { requiredKeys: [] },
)

const ruleValue = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...patterns) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 10) },
  { weight: 1, arbitrary: fc.boolean() },
)
const fieldTest = fc.oneof(
  fc.tuple(fc.constantFrom(...fields), ruleValue),
  fc.tuple(fc.constantFrom(...fields), fc.array(ruleValue, { minLength: 1, maxLength: 3 })),
  fc.tuple(fc.constantFrom(...fields), fc.constant(null)),
  fc.tuple(
    fc.constantFrom(
      ...fields.flatMap(f =>
        ['contains', 'startswith', 'endswith', 'cased', 'neq', 'contains|neq', 'cased|contains'].map(
          m => `${f}|${m}`,
        ),
      ),
    ),
    fc.array(fc.constantFrom(...patterns), { minLength: 1, maxLength: 3 }),
  ),
  fc.tuple(
    fc.constantFrom(...fields.map(f => `${f}|contains|all`), ...fields.map(f => `${f}|all`)),
    fc.array(fc.constantFrom(...patterns), { minLength: 2, maxLength: 3 }),
  ),
  fc.tuple(fc.constantFrom(...fields.map(f => `${f}|exists`)), fc.boolean()),
  fc.tuple(
    fc.constantFrom(...fields.flatMap(f => ['lt', 'lte', 'gt', 'gte'].map(m => `${f}|${m}`))),
    fc.constantFrom(0, 1, 5, 10),
  ),
  fc.tuple(fc.constantFrom(...fields.map(f => `${f}|fieldref`)), fc.constantFrom(...fields)),
) as fc.Arbitrary<[string, Scalar | Scalar[]]>
const map = fc
  .array(fieldTest, { minLength: 1, maxLength: 3 })
  .map(entries => Object.fromEntries(entries) as Fields)
const selection = fc.oneof(
  { weight: 5, arbitrary: map },
  { weight: 2, arbitrary: fc.array(map, { minLength: 1, maxLength: 2 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom('a', 'ab', 'x y', 'b*a', 'é'), { minLength: 1, maxLength: 2 }),
  },
)
const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ op: fc.constant('name' as const), name: fc.constantFrom(...identifiers) }),
    fc.record({
      op: fc.constant('of' as const),
      all: fc.boolean(),
      stem: fc.constantFrom('s*', 't*', '*1', 'them'),
    }),
    fc.record({
      op: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ op: fc.constant('not' as const), part: tie('tree') }),
  ),
}))
const detection = fc.record(
  Object.fromEntries(identifiers.map(name => [name, selection])),
) as fc.Arbitrary<Detection>

function write(node: Tree): string {
  if (node.op === 'name') return node.name
  if (node.op === 'of') return `${node.all ? 'all' : '1'} of ${node.stem}`
  if (node.op === 'not') return `not (${write(node.part)})`
  return `(${node.parts.map(write).join(` ${node.op} `)})`
}

// ---- the plain reading -------------------------------------------------------------------------------------------

function naive(node: Tree, selections: Detection, event: object): boolean {
  if (node.op === 'and') return node.parts.every(part => naive(part, selections, event))
  if (node.op === 'or') return node.parts.some(part => naive(part, selections, event))
  if (node.op === 'not') return !naive(node.part, selections, event)
  if (node.op === 'name') return naiveSelection(selections[node.name]!, event)
  const names = (
    { 's*': ['s1', 's2'], 't*': ['t1'], '*1': ['s1', 't1'], them: ['s1', 's2', 't1'] } as Record<
      string,
      string[]
    >
  )[node.stem]!
  const results = names.map(name => naiveSelection(selections[name]!, event))
  return node.all ? results.every(Boolean) : results.some(Boolean)
}

function naiveSelection(body: Detection[string], event: object): boolean {
  if (!Array.isArray(body)) return Object.entries(body).every(([key, value]) => naiveField(key, value, event))
  return body.some(item =>
    typeof item === 'string' ? naiveKeyword(item, event) : naiveSelection(item, event),
  )
}

function naiveKeyword(keyword: string, value: unknown): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some(item => naiveKeyword(keyword, item))
  return value !== null && value !== undefined && glob(`*${keyword}*`, false).test(String(value))
}

function valuesAt(event: object, field: string): unknown[] {
  const known = event as Record<string, unknown>
  if (field in known) return [known[field]]
  const [head, key] = field.split('.') as [string, string]
  const inner = known[head]
  if (inner === undefined || typeof inner !== 'object' || inner === null) return []
  const owners = Array.isArray(inner) ? inner : [inner]
  return owners
    .filter(owner => typeof owner === 'object' && owner !== null && key in owner)
    .map(owner => owner[key])
}

function naiveField(key: string, value: Scalar | Scalar[], event: object): boolean {
  const [field = '', ...modifiers] = key.split('|')
  const found = valuesAt(event, field)
  if (modifiers.includes('exists')) return found.length > 0 === value
  if (value === null) return found.length > 0 && found.every(each => each === null)
  const candidates = found.flatMap(each => (Array.isArray(each) ? [...each, JSON.stringify(each)] : [each]))
  const wanted = Array.isArray(value) ? value : [value]
  const one = (want: Scalar) => candidates.some(have => naiveValue(have, want, modifiers, event))
  const result = modifiers.includes('all') ? wanted.every(one) : wanted.some(one)
  return modifiers.includes('neq') ? !result : result
}

function naiveValue(have: unknown, want: Scalar, modifiers: string[], event: object): boolean {
  if (have === null || have === undefined) return false
  for (const [name, compare] of Object.entries({ lt: -1, lte: 0, gt: 1, gte: 0 })) {
    if (!modifiers.includes(name)) continue
    if (typeof have === 'boolean' || String(have).trim() === '' || Number.isNaN(Number(have))) return false
    const sign = Math.sign(Number(have) - Number(want))
    return name.endsWith('e') ? sign === 0 || sign === (name === 'lte' ? -1 : 1) : sign === compare
  }
  if (modifiers.includes('fieldref')) {
    return valuesAt(event, String(want))
      .flat()
      .some(
        other =>
          other !== null && other !== undefined && String(other).toLowerCase() === String(have).toLowerCase(),
      )
  }
  let pattern = String(want)
  if (modifiers.includes('contains')) pattern = `*${pattern}*`
  if (modifiers.includes('startswith')) pattern = `${pattern}*`
  if (modifiers.includes('endswith')) pattern = `*${pattern}`
  // A value that ends in a backslash would swallow the star: the list of patterns has none.
  return glob(pattern, modifiers.includes('cased')).test(String(have))
}

function glob(pattern: string, cased: boolean): RegExp {
  const source = pattern.replace(/\\([*?\\])|([*?])|([\s\S])/gu, (_all, escaped, wild, plain) => {
    if (wild) return wild === '*' ? '[^]*' : '[^]'
    return (escaped ?? plain).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, cased ? 'u' : 'iu')
}

// ------------------------------------------------------------------------------------------------------------------

test('every rule matches exactly what the specification says, alone and in a set', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ detection, tree }), { minLength: 1, maxLength: 6 }),
      fc.array(record, { minLength: 1, maxLength: 6 }),
      (definitions, events) => {
        const rules = definitions.map((each, i) =>
          readRule(
            stringify({
              title: `rule ${i}`,
              logsource: { category: 'test' },
              detection: { ...each.detection, condition: write(each.tree) },
            }),
          ),
        )
        const set = createRuleSet(rules)
        const quick = createRuleSet(rules, { writeAfter: 0 })
        for (const event of events) {
          const expected = definitions.map(each => naive(each.tree, each.detection, event))
          expect(rules.map(rule => matchesAlone(rule, event))).toEqual(expected)
          const titles = rules.filter((_, i) => expected[i]).map(rule => rule.title)
          expect(set.match(event).map(rule => rule.title)).toEqual(titles)
          // What has been learnt of values and shapes must not change the answer.
          expect(set.match(structuredClone(event)).map(rule => rule.title)).toEqual(titles)
          for (let time = 0; time < 2; time++)
            expect(quick.match(event).map(rule => rule.title)).toEqual(titles)
        }
      },
    ),
    { numRuns: 400, endOnFailure: true },
  )
})
