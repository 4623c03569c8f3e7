// What is kept of a rule with each record that it matched: one object for all of them.
import type { RuleMatch } from './behaviour/trace.ts'
import type { Correlation } from './sigma/correlation.ts'
import type { SigmaRule } from './sigma/rule.ts'

export function matchMaker(silent: ReadonlySet<object>): (rule: SigmaRule | Correlation) => RuleMatch {
  const made = new Map<object, RuleMatch>()
  return rule => {
    const known = made.get(rule)
    if (known) return known
    const { id, title, level, tags } = rule
    // A part of a correlation says nothing by itself; the correlation will.
    const match = { id, title, level: silent.has(rule) ? 'informational' : level, tags }
    made.set(rule, match)
    return match
  }
}
