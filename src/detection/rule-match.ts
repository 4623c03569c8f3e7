// What is kept of a rule with each record that it matched: one object for all of them.
import type { RuleMatch } from './behaviour/memory/trace.ts'
import { type Correlation, isCorrelation } from './sigma/correlation/correlation.ts'
import type { SigmaRule } from './sigma/rule.ts'
import type { Family } from './signal.ts'

export interface MatchMakerOptions {
  /** Parts of a correlation that say nothing by themselves; the correlation will. */
  silent: ReadonlySet<object>
  /** Rules that correlations are built on. */
  within: ReadonlySet<object>
}

export interface MatchMaker {
  asMatch(rule: SigmaRule | Correlation): RuleMatch
  /** One list for all records that the same rules matched. */
  asMatches(rules: SigmaRule[]): RuleMatch[]
}

/** Rules that match the same record, from the first to the last. */
interface Together {
  matches: RuleMatch[]
  and: Map<SigmaRule, Together>
}

const newTogether = (matches: RuleMatch[]): Together => ({ matches, and: new Map() })

export function matchMaker({ silent, within }: MatchMakerOptions): MatchMaker {
  const made = new Map<object, RuleMatch>()
  const none = newTogether([])
  const asMatch = (rule: SigmaRule | Correlation): RuleMatch => {
    const known = made.get(rule)
    if (known) return known
    const { id, title, level } = rule
    const tags = rule.tags.map(plainTag)
    const match: RuleMatch = {
      id,
      title,
      level: silent.has(rule) ? 'informational' : level,
      technique: tags.find(tag => /^t\d{4}(\.\d{3})?$/.test(tag))?.toUpperCase() ?? null,
      family: familyOf(tags),
      habit: `rule ${id}`,
      isPart: isCorrelation(rule) || within.has(rule),
    }
    made.set(rule, match)
    return match
  }
  const asMatches = (rules: SigmaRule[]): RuleMatch[] => {
    let together = none
    for (const rule of rules) {
      let more = together.and.get(rule)
      if (!more) {
        more = newTogether([...together.matches, asMatch(rule)])
        together.and.set(rule, more)
      }
      together = more
    }
    return together.matches
  }
  return { asMatch, asMatches }
}

const FAMILY_OF_TACTIC = new Map<string, Family>(
  Object.entries({
    persistence: 'persistence',
    'privilege-escalation': 'persistence',
    'defense-evasion': 'evasion',
    collection: 'collection',
    exfiltration: 'collection',
    impact: 'impact',
    'lateral-movement': 'impact',
  }),
)

function familyOf(tags: string[]): Family {
  for (const tag of tags) {
    const family = FAMILY_OF_TACTIC.get(tag)
    if (family !== undefined) return family
  }
  return 'vendor'
}

const plainTag = (tag: string): string =>
  tag
    .toLowerCase()
    .replace(/^attack\./, '')
    .replaceAll('_', '-')
