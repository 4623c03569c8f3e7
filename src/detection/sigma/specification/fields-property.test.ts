// Records and rules at random, with every map of fields: the index and the rule alone come to the same answer.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldMaps } from '../fields/field-map.ts'
import { matchesAlone, readDetectionRule } from '../fixtures/rule.ts'
import { explainRule } from '../matching/explain.ts'
import { requirementOf } from '../matching/requirement.ts'
import { createRuleSet } from '../matching/ruleset.ts'
import { compileValueTest } from '../values/value-test.ts'
import { matchesAny } from '../values/wanted.ts'

const sources = Object.keys(fieldMaps).filter(key => key.includes('/'))
const names = [
  'operationName',
  'OperationName',
  'Operation',
  'status',
  'Status',
  'ResultType',
  'resultType',
  'category',
  'Category',
  'location',
  'Name',
  'Workload',
  'ErrorNumber',
  'ResultStatus',
  'userAgent',
  '@odata.type',
]
const value = fc.constantFrom<unknown>(
  'x',
  'X.',
  '0',
  0,
  53003,
  'Success',
  'True',
  'Policy',
  null,
  '',
  ['x'],
  [],
  { value: 'x' },
  { errorCode: 0 },
  '{"errorCode":0}',
  { user: 'x' },
)
const flat = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5 })
const word = fc.constantFrom('x', 'ROPC', 'Success')
const named = fc.record(
  {
    Name: fc.constantFrom('RequestType', 'requesttype', 'RequestKind', 'UserAgent', 'Operation'),
    Value: word,
    RequestType: word,
    requesttype: word,
  },
  { requiredKeys: ['Name', 'Value'] },
)
const nested = fc.oneof(
  { weight: 3, arbitrary: fc.array(named, { maxLength: 3 }) },
  { weight: 1, arbitrary: named },
)
const record = fc
  .tuple(flat, fc.option(flat, { nil: undefined }), fc.option(nested, { nil: undefined }))
  .map(([top, properties, ExtendedProperties]) => ({
    ...top,
    ...(properties && { properties }),
    ...(ExtendedProperties && { ExtendedProperties }),
  }))
const field = fc.constantFrom(
  ...names,
  'properties.message',
  'message',
  'properties.category',
  'RequestType',
  'eventName',
  'Username',
  'riskEventType',
  'status.errorCode',
  'ExtendedProperties.RequestType',
  'extendedProperties.requesttype',
)
const wanted = fc.constantFrom(
  "'x'",
  "'Success'",
  '0',
  "'ROPC'",
  "'Failure'",
  "'*x*'",
  "'Policy'",
  'null',
  "''",
)

test('with every map, the index offers whatever the rule alone would match', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      field,
      wanted,
      fc.array(record, { minLength: 1, maxLength: 5 }),
      (source, field, wanted, records) => {
        const [product, service] = source.split('/')
        const rule = readDetectionRule(`selection:\n    '${field}': ${wanted}\ncondition: selection`, {
          logsource: `product: ${product}, service: ${service}`,
        })
        const asked = requirementOf(rule.detection.condition)?.tests?.[0]
        const test = asked && compileValueTest(asked.values[0]!, rule.logsource)
        const set = createRuleSet([rule], { ignoreLogsource: true, writeAfter: 0 })
        for (const each of [...records, ...records]) {
          const { matched, found } = explainRule(rule, each).parts[0]!.parts[0]!
          expect(set.match(each).length === 1).toBe(matched)
          if (test) expect(matched).toBe(found!.some(value => matchesAny(value, test, each)))
        }
      },
    ),
    { numRuns: 2000, endOnFailure: true },
  )
})

test('entries of a list are read alike, whether a name is spelt in them or they are named so', () => {
  const rule = readDetectionRule(
    "selection:\n    'ExtendedProperties.RequestType': 'Success'\ncondition: selection",
    {
      logsource: 'product: azure, service: auditlogs',
    },
  )
  const record = {
    ExtendedProperties: [
      { Name: 'requesttype', Value: 'Success' },
      { Name: 'UserAgent', Value: 'x', RequestType: 'ROPC' },
    ],
  }
  const { matched, found } = explainRule(rule, record).parts[0]!.parts[0]!
  expect([matched, found]).toEqual([true, ['Success', 'ROPC']])
  expect(createRuleSet([rule], { ignoreLogsource: true, writeAfter: 0 }).match(record)).toHaveLength(1)
})

test('with every map, what the index has found need not be asked again', () => {
  const line = fc
    .tuple(field, fc.array(wanted, { minLength: 1, maxLength: 2 }))
    // Null stands alone.
    .map(([name, values]) => [name, values.includes('null') ? 'null' : `[${values}]`] as const)
  const selection = fc.uniqueArray(line, { minLength: 1, maxLength: 2, selector: ([name]) => name })
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.tuple(selection, selection, selection),
      fc.constantFrom(
        'a and b',
        'a or b',
        '(a or b) and not c',
        'a and not (a and b)',
        '1 of them',
        '2 of them',
      ),
      fc.array(record, { minLength: 1, maxLength: 5 }),
      (source, selections, condition, records) => {
        const [product, service] = source.split('/')
        const lines = selections.map(
          (fields, n) =>
            `${'abc'[n]}: { ${fields.map(([name, values]) => `'${name}': ${values}`).join(', ')} }`,
        )
        const rule = readDetectionRule([...lines, `condition: ${condition}`].join('\n'), {
          logsource: `product: ${product}, service: ${service}`,
        })
        const set = createRuleSet([rule], { ignoreLogsource: true, writeAfter: 0 })
        for (const each of [...records, ...records])
          expect(set.match(each).length === 1).toBe(matchesAlone(rule, each))
      },
    ),
    { numRuns: 3000, endOnFailure: true },
  )
})
