// Value modifiers: which may stand together, in which order, and what they make of a rule's values.

import { type Comparison, RuleError, type TextPattern, type TimeUnit, type ValueTest } from '../rule.ts'
import { parseNetwork } from '../values/cidr.ts'
import { encodeBase64, encodeBase64Offsets, encodeUtf16 } from '../values/encodings.ts'
import { compileExpression } from '../values/regex.ts'
import {
  hasWildcard,
  parsePattern,
  plainText,
  spellOutDashes,
  withAnyDash,
  withRuns,
} from '../values/text-pattern.ts'
import { timeRanges } from '../values/time-part.ts'
import { replacePlaceholders } from './placeholders.ts'

/** A value as the rule's author wrote it. `source` is its text in the file, which tells 0x10 from 16. */
export interface WrittenValue {
  value: string | number | boolean | null
  source: string
  line: number | null
}

const widths = ['contains', 'startswith', 'endswith']
const encodings = ['utf16', 'utf16le', 'utf16be', 'wide', 'base64', 'base64offset']
const comparisons = ['lt', 'lte', 'gt', 'gte']
const timeUnits = Object.keys(timeRanges)
const expressionFlags = ['i', 'm', 's']
/** May stand with any of the others, wherever they stand. */
const general = ['all', 'neq']

/** What may follow, at some distance, after a modifier that decides what kind of value it is. */
const followers: Record<string, string[]> = {
  re: [...expressionFlags, 'expand'],
  cidr: ['expand'],
  exists: [],
  fieldref: [...widths, 'cased'],
  ...Object.fromEntries(comparisons.map(name => [name, []])),
  ...Object.fromEntries(timeUnits.map(name => [name, comparisons])),
  ...Object.fromEntries(widths.map(name => [name, ['cased', 'expand', 'windash']])),
  cased: [...widths, 'windash', 'expand', 'fieldref', ...encodings],
  windash: [...widths, 'cased', 'expand', ...encodings],
  expand: [...widths, ...encodings, 'cased', 'windash', 're', 'cidr', ...expressionFlags],
  utf16: ['base64', 'base64offset', ...widths, 'cased', 'expand'],
  utf16le: ['base64', 'base64offset', ...widths, 'cased', 'expand'],
  utf16be: ['base64', 'base64offset', ...widths, 'cased', 'expand'],
  wide: ['base64', 'base64offset', ...widths, 'cased', 'expand'],
  base64: [...widths, 'cased', 'expand'],
  base64offset: [...widths, 'cased', 'expand'],
  i: [...expressionFlags, 'expand'],
  m: [...expressionFlags, 'expand'],
  s: [...expressionFlags, 'expand'],
}

/** Throws when a modifier is unknown, stands twice, or cannot follow one that stands before it. */
export function checkModifiers(modifiers: string[], line: number | null): void {
  modifiers.forEach((modifier, position) => {
    if (!general.includes(modifier) && followers[modifier] === undefined) {
      throw new RuleError(`unknown modifier "${modifier}"`, line)
    }
    if (modifiers.indexOf(modifier) !== position)
      throw new RuleError(`the modifier "${modifier}" stands twice`, line)
    if (general.includes(modifier)) return
    if (expressionFlags.includes(modifier) && !modifiers.slice(0, position).includes('re')) {
      throw new RuleError(`the modifier "${modifier}" is one of "re" and must follow it`, line)
    }
    for (const earlier of modifiers.slice(0, position)) {
      if (!general.includes(earlier) && !followers[earlier]!.includes(modifier)) {
        throw new RuleError(`the modifier "${modifier}" cannot stand after "${earlier}"`, line)
      }
    }
  })
  if (modifiers.includes('exists') && modifiers.length > 1) {
    throw new RuleError('the modifier "exists" stands alone', line)
  }
}

/** What one written value becomes: usually one test, several where a placeholder or an encoding has several meanings. */
export function applyModifiers(
  written: WrittenValue,
  modifiers: string[],
  placeholders: Record<string, Array<string | number>>,
): ValueTest[] {
  const refuse = (reason: string) => new RuleError(reason, written.line)
  const unit = modifiers.find(name => timeUnits.includes(name)) as TimeUnit | undefined
  const comparison = modifiers.find(name => comparisons.includes(name)) as Comparison | undefined
  const said = written.value === null ? 'null' : String(written.value)

  if (modifiers.includes('exists')) return [{ kind: 'exists', expected: asBoolean(written), written: said }]
  if (unit !== undefined || comparison !== undefined) {
    const value = asNumber(written, unit ?? comparison!)
    if (unit === undefined) return [{ kind: 'compare', operator: comparison!, value, written: said }]
    const [least, most] = timeRanges[unit]
    if (!Number.isInteger(value) || ((value < least || value > most) && comparison === undefined)) {
      throw refuse(`the modifier "${unit}" takes a whole number between ${least} and ${most}, not ${said}`)
    }
    return [{ kind: 'time', unit, operator: comparison ?? 'eq', value, written: said }]
  }

  const plainModifiers = modifiers.filter(name => !general.includes(name))
  if (written.value === null) {
    if (plainModifiers.length > 0) throw refuse(`null cannot have the modifier "${plainModifiers[0]}"`)
    return [{ kind: 'null', written: said }]
  }
  const mustBeText = plainModifiers.find(
    name => !widths.includes(name) && name !== 'cased' && name !== 'expand',
  )
  if (typeof written.value !== 'string') {
    if (mustBeText !== undefined)
      throw refuse(`the modifier "${mustBeText}" takes text, not ${said}: put it in quotes`)
    // 'cased' tells true from TRUE; of a number it says nothing.
    const isCased = plainModifiers.length > 0 && plainModifiers.every(name => name === 'cased')
    if (plainModifiers.length === 0 || (isCased && typeof written.value === 'number'))
      return [plainTest(written.value, written.source)]
  }
  const text = String(written.value)
  const texts = modifiers.includes('expand') ? replacePlaceholders(text, placeholders, written.line) : [text]
  return texts.flatMap(each => textTests(each, modifiers, said, refuse))
}

function plainTest(value: number | boolean, source: string): ValueTest {
  if (typeof value === 'boolean') return { kind: 'boolean', value, written: String(value) }
  return { kind: 'number', value, text: source.toLowerCase(), written: source }
}

function textTests(
  text: string,
  modifiers: string[],
  said: string,
  refuse: (reason: string) => RuleError,
): ValueTest[] {
  if (modifiers.includes('re')) {
    const flags = expressionFlags.filter(flag => modifiers.includes(flag)).join('')
    try {
      compileExpression(text, flags)
    } catch (error) {
      throw refuse(`"${text}" cannot be used as a regular expression: ${(error as Error).message}`)
    }
    return [{ kind: 'regex', source: text, flags, written: said }]
  }
  if (modifiers.includes('cidr')) {
    const network = parseNetwork(text)
    if (network === null)
      throw refuse(`"${text}" is no network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32`)
    return [{ kind: 'cidr', network, written: said }]
  }
  const cased = modifiers.includes('cased')
  const width = modifiers.filter(name => widths.includes(name))
  if (modifiers.includes('fieldref')) {
    const field = plainText(parsePattern(text))
    if (field === null || field === '')
      throw refuse(`"${text}" is no field name: a field reference has no wildcards`)
    const isBoth = width.includes('contains') || width.length > 1
    const how = isBoth ? 'contains' : ((width[0] ?? 'equals') as 'equals' | 'startswith' | 'endswith')
    return [{ kind: 'fieldref', field, how, cased, written: said }]
  }
  let patterns: TextPattern[] = [parsePattern(text)]
  let isBytes = false
  for (const modifier of modifiers) {
    if (widths.includes(modifier)) {
      const before = modifier !== 'startswith'
      const after = modifier !== 'endswith'
      patterns = patterns.map(pattern => withRuns(pattern, before, after))
    } else if (modifier === 'windash') {
      patterns = patterns.map(withAnyDash)
    } else if (encodings.includes(modifier)) {
      patterns = patterns.flatMap(pattern => encode(pattern, modifier, isBytes, refuse))
      isBytes = !modifier.startsWith('base64')
    }
  }
  return patterns.map(pattern => ({ kind: 'text', pattern, cased, written: said }))
}

function encode(
  pattern: TextPattern,
  modifier: string,
  isBytes: boolean,
  refuse: (reason: string) => RuleError,
): TextPattern[] {
  const dashCount = pattern.filter(part => typeof part === 'symbol').length
  if (modifier.startsWith('base64') && hasWildcard(pattern)) {
    throw refuse(
      `the modifier "${modifier}" cannot encode wildcards: write them as \\* and \\? if they are meant as such`,
    )
  }
  if (dashCount > 4)
    throw refuse('the modifiers "windash" and encodings go together for at most 4 dashes in a value')
  const spelled = spellOutDashes(pattern)
  if (modifier === 'base64') return spelled.map(each => [encodeBase64(plainText(each)!, isBytes)])
  if (modifier === 'base64offset') {
    const offsets = spelled
      .flatMap(each => encodeBase64Offsets(plainText(each)!, isBytes))
      .filter(each => each !== '')
    if (offsets.length === 0) throw refuse('the modifier "base64offset" needs a longer value')
    return offsets.map(each => [each])
  }
  return spelled.map(each => encodeUtf16(each, modifier as 'utf16' | 'utf16le' | 'utf16be' | 'wide'))
}

function asBoolean(written: WrittenValue): boolean {
  if (typeof written.value === 'boolean') return written.value
  throw new RuleError(`the modifier "exists" takes true or false, not ${String(written.value)}`, written.line)
}

function asNumber(written: WrittenValue, modifier: string): number {
  const value =
    typeof written.value === 'string' && written.value.trim() !== '' ? Number(written.value) : written.value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new RuleError(`the modifier "${modifier}" takes a number, not ${String(written.value)}`, written.line)
}
