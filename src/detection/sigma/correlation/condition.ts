// The `condition` of a correlation: numbers to compare with, or rules in words.

import { isMapping, type PlainDocument, refusing, show } from '../language/plain-document.ts'
import { type CorrelationCondition, type CorrelationType, holds, operators } from './correlation.ts'
import { parseExpression, referencesOf } from './expression.ts'

const isTemporal = (type: CorrelationType) => type === 'temporal' || type === 'temporal_ordered'
const isCount = (type: CorrelationType) =>
  isTemporal(type) || type === 'event_count' || type === 'value_count'

export function parseCondition(
  value: unknown,
  type: CorrelationType,
  rules: string[] | null,
  document: PlainDocument,
): CorrelationCondition {
  const refuse = (reason: string, ...path: string[]) => refusing(document)(reason, 'correlation', ...path)
  if (value === undefined || value === null) {
    if (!isTemporal(type)) refuse(`a correlation of type ${type} needs a \`condition\``)
    if (!rules) refuse('the correlation names no `rules`')
    return {
      kind: 'bounds',
      bounds: [{ operator: 'gte', value: rules!.length }],
      fields: [],
      percentile: null,
    }
  }
  if (typeof value === 'string') {
    if (!isTemporal(type))
      refuse(`a condition in words needs type temporal or temporal_ordered, not ${type}`, 'condition')
    const expression = parseExpression(value, document.lineAt('correlation', 'condition'))
    const named = referencesOf(expression)
    const unknown = rules && named.find(each => !rules.includes(each))
    if (unknown) refuse(`the condition names ${unknown}, which is not among \`rules\``, 'condition')
    const unused = rules?.find(each => !named.includes(each))
    if (unused) refuse(`\`rules\` lists ${unused}, which the condition does not name`, 'condition')
    return { kind: 'expression', expression, text: value }
  }
  if (!isMapping(value)) return refuse('`condition` must be a mapping such as `gte: 10`', 'condition')
  for (const key of Object.keys(value))
    if (!(operators as readonly string[]).includes(key) && key !== 'field' && key !== 'percentile')
      refuse(
        `\`condition\` has no attribute ${key}; there are ${operators.join(', ')}, field, percentile`,
        'condition',
        key,
      )

  const bounds = operators
    .filter(operator => value[operator] !== undefined)
    .map(operator => ({ operator, value: boundOf(value[operator], operator, type, refuse) }))
  if (!bounds.length)
    refuse(`\`condition\` compares with nothing; give one of ${operators.join(', ')}`, 'condition')
  if (cannotHold(bounds, isCount(type)))
    refuse('no number can satisfy all that `condition` asks for', 'condition')

  const needsField = type.startsWith('value_')
  if (needsField && value.field === undefined)
    refuse(`a correlation of type ${type} needs \`field\` in its condition`, 'condition')
  if (!needsField && value.field !== undefined)
    refuse(`type ${type} counts no field; use value_count, or leave \`field\` out`, 'condition', 'field')
  const fields = needsField ? fieldNames(value.field, document, 'condition', 'field') : []
  if (needsField && !fields.length) refuse('`field` names no field', 'condition', 'field')
  if (fields.length > 1 && type !== 'value_count')
    refuse(`type ${type} takes one \`field\``, 'condition', 'field')
  return { kind: 'bounds', bounds, fields, percentile: percentileOf(value.percentile, type, refuse) }
}

function boundOf(
  value: unknown,
  operator: string,
  type: CorrelationType,
  refuse: (...why: [string, ...string[]]) => never,
) {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number))
    return refuse(`\`${operator}\` is ${show(value)}, which is not a number`, 'condition', operator)
  if (isCount(type) && (number < 0 || !Number.isInteger(number)))
    refuse(
      `\`${operator}\` is ${number}; type ${type} counts, so it must be a whole number from 0`,
      'condition',
      operator,
    )
  return number
}

function percentileOf(
  value: unknown,
  type: CorrelationType,
  refuse: (...why: [string, ...string[]]) => never,
) {
  if (value === undefined || value === null) return null
  if (type !== 'value_percentile') refuse(`type ${type} takes no \`percentile\``, 'condition', 'percentile')
  const number = Number(value)
  if (!(number >= 0 && number <= 100))
    refuse('`percentile` must be a number from 0 to 100', 'condition', 'percentile')
  return number
}

/** A range such as `gt: 5` with `lt: 3`. Around, at and between the bounds lies every case there is. */
function cannotHold(
  bounds: Array<{ operator: (typeof operators)[number]; value: number }>,
  isWhole: boolean,
): boolean {
  const values = bounds.map(bound => bound.value).sort((one, other) => one - other)
  const candidates = values.flatMap((value, place) => [
    value - 1,
    value,
    value + 1,
    (value + (values[place + 1] ?? value)) / 2,
  ])
  return !candidates
    .filter(candidate => !isWhole || (Number.isInteger(candidate) && candidate >= 0))
    .some(candidate => bounds.every(bound => holds(candidate, bound)))
}

export function fieldNames(value: unknown, document: PlainDocument, ...path: string[]): string[] {
  const list = Array.isArray(value) ? value : [value]
  const names = list.map(each =>
    typeof each === 'string' && each.trim()
      ? each.trim()
      : refusing(document)(`\`${path.at(-1)}\` must be a field or a list of fields`, 'correlation', ...path),
  )
  return [...new Set(names)]
}
