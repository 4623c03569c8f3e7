// The `detection` mapping of a rule, or the `filter` mapping of a filter, as a tree.
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import {
  type Detection,
  type FieldTest,
  type ParseContext,
  RuleError,
  type Selection,
  type ValueTest,
} from '../rule.ts'
import { parseCondition } from './condition.ts'
import { applyModifiers, checkModifiers, type WrittenValue } from './modifiers.ts'
import type { NodeReader } from './yaml-node.ts'

/** `ignoredKeys`: keys of the mapping that are no search identifiers (`rules` of a filter). */
export function readDetection(
  node: YAMLMap,
  context: ParseContext,
  reader: NodeReader,
  ignoredKeys: string[] = [],
): Detection {
  const selections = new Map<string, Selection>()
  let conditionNode: Node | null = null
  for (const { key, keyNode, value } of reader.entries(node)) {
    if (key === 'condition') conditionNode = value
    else if (key === 'timeframe' && isScalar(value)) {
      throw new RuleError(
        '"timeframe" belonged to aggregations, which are no part of Sigma 2: write a correlation rule with a timespan instead',
        reader.line(keyNode),
      )
    } else if (!ignoredKeys.includes(key))
      selections.set(key, parseSelection(key, value, keyNode, context, reader))
  }
  const line = reader.line(conditionNode ?? node)
  if (selections.size === 0)
    throw new RuleError('the detection defines no search identifier', reader.line(node))
  if (conditionNode === null) throw new RuleError('the detection has no condition', reader.line(node))
  const texts = isSeq(conditionNode) ? conditionNode.items.map(item => reader.follow(item)) : [conditionNode]
  if (texts.length === 0) throw new RuleError('the list of conditions is empty', line)
  const conditions = texts.map(text => {
    if (!isScalar(text) || (typeof text.value !== 'string' && typeof text.value !== 'number')) {
      throw new RuleError('a condition must be text, or a list of texts', reader.line(text) ?? line)
    }
    return parseCondition(String(text.value), selections, reader.line(text) ?? line)
  })
  return {
    selections,
    condition: conditions.length === 1 ? conditions[0]! : { kind: 'or', parts: conditions },
  }
}

function parseSelection(
  name: string,
  node: Node | null,
  keyNode: unknown,
  context: ParseContext,
  reader: NodeReader,
): Selection {
  const line = reader.line(node) ?? reader.line(keyNode)
  if (isMap(node)) return parseMap(name, node, context, reader)
  if (isSeq(node)) {
    if (node.items.length === 0) throw new RuleError(`the search identifier "${name}" is an empty list`, line)
    const parts: Selection[] = []
    const keywords: WrittenValue[] = []
    for (const item of node.items) {
      const followed = reader.follow(item)
      if (isMap(followed)) parts.push(parseMap(name, followed, context, reader))
      else if (isSeq(followed))
        throw new RuleError(`the search identifier "${name}" has a list in a list`, reader.line(followed))
      else keywords.push(writtenValue(followed, reader, line))
    }
    if (keywords.length > 0) parts.unshift(makeTest(null, [], keywords, context, line))
    return parts.length === 1 ? parts[0]! : { kind: 'any', parts, line: line ?? 0 }
  }
  if (node === null || (isScalar(node) && node.value === null)) {
    throw new RuleError(`the search identifier "${name}" is empty`, line)
  }
  return makeTest(null, [], [writtenValue(node, reader, line)], context, line)
}

function parseMap(name: string, map: YAMLMap, context: ParseContext, reader: NodeReader): Selection {
  const line = reader.line(map)
  const parts = reader.entries(map).map(({ key, keyNode, value }) => {
    const keyLine = reader.line(keyNode)
    const [field = '', ...modifiers] = key.split('|')
    checkModifiers(modifiers, keyLine)
    if (isMap(value))
      throw new RuleError(
        `the value of "${key}" is a map: only text, numbers and lists can be compared`,
        keyLine,
      )
    const items = isSeq(value) ? value.items.map(item => reader.follow(item)) : [value]
    if (items.length === 0) throw new RuleError(`the list of values of "${key}" is empty`, keyLine)
    const values = items.map(item => writtenValue(item, reader, keyLine))
    if (isSeq(value) && values.some(each => each.value === null)) {
      throw new RuleError(
        `null cannot stand in a list of values ("${key}"): make it a selection of its own`,
        keyLine,
      )
    }
    if (modifiers.includes('exists') && values.length > 1) {
      throw new RuleError('the modifier "exists" takes one value, true or false', keyLine)
    }
    if (modifiers.includes('all') && values.length < 2 && !modifiers.includes('expand')) {
      throw new RuleError('the modifier "all" needs more than one value', keyLine)
    }
    return makeTest(field === '' ? null : field, modifiers, values, context, keyLine)
  })
  if (parts.length === 0) throw new RuleError(`the search identifier "${name}" has an empty map`, line)
  return parts.length === 1 ? parts[0]! : { kind: 'all', parts, line: line ?? 0 }
}

function writtenValue(node: Node | null, reader: NodeReader, line: number | null): WrittenValue {
  if (node === null) return { value: null, source: '', line }
  const ownLine = reader.line(node) ?? line
  if (!isScalar(node)) throw new RuleError('a value must be text, a number, true, false or null', ownLine)
  const value: unknown = node.value
  if (value !== null && !['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
    throw new RuleError('a value must be text, a number, true, false or null', ownLine)
  }
  const source = node.source ?? String(value)
  // Beyond 2^53 numbers are rounded, in records as well: where a record has text, it is compared as it is written.
  const said = typeof value === 'bigint' ? Number(value) : (value as WrittenValue['value'])
  return { value: said, source, line: ownLine }
}

/** Modifiers that need to know which field they speak of. */
const fieldOnly = [
  'exists',
  'fieldref',
  'cidr',
  'lt',
  'lte',
  'gt',
  'gte',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'year',
]

function makeTest(
  field: string | null,
  modifiers: string[],
  values: WrittenValue[],
  context: ParseContext,
  line: number | null,
): FieldTest {
  if (field === null) {
    const needsField = modifiers.find(modifier => fieldOnly.includes(modifier))
    if (needsField !== undefined)
      throw new RuleError(`the modifier "${needsField}" needs a field before it`, line)
    if (values.some(each => each.value === null)) throw new RuleError('null cannot be a keyword', line)
  }
  const linked = modifiers.includes('all') ? 'all' : 'any'
  const tests = values.flatMap((value): ValueTest[] => {
    const meanings = applyModifiers(value, modifiers, context.placeholders ?? {})
    if (linked === 'any' || meanings.length === 1) return meanings
    return [{ kind: 'alternatives', tests: meanings, written: meanings[0]!.written }]
  })
  return {
    kind: 'field',
    field,
    modifiers,
    linked,
    negated: modifiers.includes('neq'),
    values: tests,
    line: line ?? 0,
  }
}
