// What a Sigma detection rule is once it has been read: names, log source, and its detection as a small tree.
export interface LogSource {
  category?: string
  product?: string
  service?: string
  /** `definition` and whatever else the author wrote: for the reader, never evaluated. */
  [key: string]: unknown
}

export interface SigmaRule {
  /** What the rule is called by: its id, else its name, else its title. */
  id: string
  ruleId: string | null
  name: string | null
  title: string
  level: string | null
  status: string | null
  description: string | null
  author: string | null
  tags: string[]
  references: string[]
  fields: string[]
  falsepositives: string[]
  logsource: LogSource
  detection: Detection
  file: string | null
  /** Line of the document's first key, counted from 1. */
  line: number
  /** The whole document as plain values, custom keys included. */
  raw: Record<string, unknown>
}

export interface Detection {
  /** Every search identifier, in the order written. */
  selections: Map<string, Selection>
  /** A list of conditions has become one 'or'. */
  condition: Condition
}

/**
 * The condition as a tree. Its leaves hold the selections themselves, so that two detections (a rule's and a filter's)
 * can be joined by wrapping their conditions, without renaming anything.
 */
export type Condition =
  | { kind: 'and'; parts: Condition[] }
  | { kind: 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | NamedSelection
  | { kind: 'of'; quantity: number | 'all'; pattern: string; parts: NamedSelection[] }

export interface NamedSelection {
  kind: 'selection'
  name: string
  selection: Selection
}

export type Selection =
  | { kind: 'all'; parts: Selection[]; line: number } // a map
  | { kind: 'any'; parts: Selection[]; line: number } // a list
  | FieldTest

/** One `field|modifiers: values` of a rule; without a field it is a keyword search over the whole record. */
export interface FieldTest {
  kind: 'field'
  field: string | null
  /** As written, in order: for telling, not for deciding. */
  modifiers: string[]
  /** 'all' when the `all` modifier asks for every value. */
  linked: 'any' | 'all'
  /** The `neq` modifier: true when none of the values may match. */
  negated: boolean
  values: ValueTest[]
  line: number
}

/** A value after all modifiers have been applied to it. */
export type ValueTest = { written: string } & (
  | { kind: 'text'; pattern: TextPattern; cased: boolean }
  | { kind: 'number'; value: number; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  | { kind: 'exists'; expected: boolean }
  | { kind: 'regex'; source: string; flags: string }
  | { kind: 'cidr'; network: Network }
  | { kind: 'compare'; operator: Comparison; value: number }
  | { kind: 'time'; unit: TimeUnit; operator: Comparison | 'eq'; value: number }
  | { kind: 'alternatives'; tests: ValueTest[] } // what one value became under `all`: placeholders, offsets
  | {
      kind: 'fieldref'
      field: string
      how: 'equals' | 'contains' | 'startswith' | 'endswith'
      cased: boolean
    }
)

export type Comparison = 'lt' | 'lte' | 'gt' | 'gte'
export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** Literal pieces and wildcards in order. */
export type TextPattern = Array<string | typeof anyRun | typeof anyOne | typeof anyDash>
export const anyRun = Symbol('*')
export const anyOne = Symbol('?')
/** Any of the five characters that the `windash` modifier holds for one. */
export const anyDash = Symbol('-')

export interface Network {
  version: 4 | 6
  /** Big-endian bytes of the address, masked. */
  bytes: number[]
  prefixLength: number
}

/** Where a rule stands, what placeholders mean, and how to tell lines from offsets. */
export interface ParseContext {
  file: string | null
  lineCounter: { linePos(offset: number): { line: number; col: number } } | null
  /** Values for `expand`, by name without the percent signs. */
  placeholders?: Record<string, Array<string | number>>
}

/** Why a rule is refused, and where. */
export class RuleError extends Error {
  override name = 'RuleError'
  line: number | null
  reason: string

  constructor(reason: string, line: number | null = null) {
    super(line === null ? reason : `line ${line}: ${reason}`)
    this.reason = reason
    this.line = line
  }
}
