// What a Sigma correlation is once it has been read: several rules, counted or put in order within a span of time.
//
// What fires, and when (the specification leaves this to the engine; burst.ts does it):
// - Matches are grouped by `group-by`. A record in which one of those fields is missing, null or empty belongs to no
//   group and is left out. Upper and lower case are the same, as everywhere in Sigma. Without `group-by` there is one
//   group. A field that holds a list puts the record into a group for each of its values.
// - Within a group a window as long as `timespan`, both ends included, slides over the moments of the records. Of its
//   positions the fullest are judged: those whose records are not all part of another position's. So `lte`, `eq` and
//   averages speak of what really happened within the span, and not of a count on its way up.
// - Windows that satisfy the condition and share a record are one burst, and a burst is one firing. Its events are all
//   the records of those windows, or where rules must come in order, those that are part of a chain that is long enough.
//   A long attack is thus one firing that grows, not one per record.
// - A window holds at least one record: `lt`, `lte` and `eq: 0` cannot fire on what did not happen.
// - Only moments count, never the order of arrival. Records of the same moment stand in any order that is asked for.
import type { SigmaRule } from '../rule.ts'

export const correlationTypes = [
  'event_count',
  'value_count',
  'temporal',
  'temporal_ordered',
  'value_sum',
  'value_max',
  'value_min',
  'value_avg',
  'value_percentile',
  'value_median',
] as const
export type CorrelationType = (typeof correlationTypes)[number]

export const operators = ['gt', 'gte', 'lt', 'lte', 'eq', 'neq'] as const
export type Operator = (typeof operators)[number]

export interface Correlation {
  /** What it is called by: its id, else its name, else its title. */
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
  falsepositives: string[]
  type: CorrelationType
  /** As written under `rules`, or as the condition names them where `rules` is left out. */
  refersTo: string[]
  /** What `refersTo` means, in the same order; filled in when all files have been read. */
  members: Array<SigmaRule | Correlation>
  groupBy: string[]
  timespan: string
  timespanMs: number
  condition: CorrelationCondition
  /** Alias → rule as written → the field it stands for in that rule's records. */
  aliases: Map<string, Map<string, string>>
  /** Whether the rules it refers to also speak for themselves. */
  generate: boolean
  file: string | null
  line: number
  raw: Record<string, unknown>
}

export type CorrelationCondition =
  | {
      kind: 'bounds'
      /** All of them must hold. */
      bounds: Array<{ operator: Operator; value: number }>
      /** What is counted or measured; several are taken together, as one value. */
      fields: string[]
      /** value_percentile alone: which one. Null asks for the share of each value instead. */
      percentile: number | null
    }
  | { kind: 'expression'; expression: Expression; text: string }

/** Which of the rules must have matched within the window. */
export type Expression =
  | { kind: 'and' | 'or'; parts: Expression[] }
  | { kind: 'not'; part: Expression }
  | { kind: 'rule'; reference: string }

export const isCorrelation = (rule: SigmaRule | Correlation): rule is Correlation => 'timespanMs' in rule

export function holds(
  value: number,
  { operator, value: bound }: { operator: Operator; value: number },
): boolean {
  switch (operator) {
    case 'gt':
      return value > bound
    case 'gte':
      return value >= bound
    case 'lt':
      return value < bound
    case 'lte':
      return value <= bound
    case 'eq':
      return value === bound
    case 'neq':
      return value !== bound
  }
}

/** The rules whose matches can be part of what fires. */
export const rulesWithin = (correlations: Correlation[]): ReadonlySet<object> =>
  new Set(correlations.flatMap(({ members }) => members.filter(member => !isCorrelation(member))))
