// One reason to suspect an account: what behaviour and rules say, and the correlator weighs.

/** Families count side by side; within one, each further signal counts half of the one before. */
export type Family = 'access' | 'persistence' | 'evasion' | 'collection' | 'impact' | 'vendor'

export interface Signal {
  /** Stable: 'session-on-second-network', or a rule's id. */
  name: string
  /** In words that a person can check: 'Session used from Hetzner (DE) while its owner was on Comcast (US)'. */
  says: string
  /** ATT&CK, such as T1539. */
  technique: string | null
  family: Family
  /** How much it counts, all that lowers it included; see behaviour/weights.ts for what is enough. */
  weight: number
  /** The record that gave it away, and its moment in milliseconds since 1970. */
  eventId: string
  at: number
  /** An earlier record by which the owner was led to let the attacker in. */
  invitation?: string
  /** Whose misused account the person was led by. */
  ledBy?: string
}

/** What rules say begins so; then comes the rule's title, which is no sentence about somebody. */
const RULE = 'Rule: '

export const sayRule = (title: string): string => `${RULE}${title}`

/** The title of the rule that says it; null where it is no rule. */
export const ruleIn = (says: string): string | null =>
  says.startsWith(RULE) ? says.slice(RULE.length) : null
