// The rules that hold for a tenant: Vedette's and the organization's own, less those that were switched off.
import type { Tx } from '../database/in-organization.ts'
import { refOf } from '../detection/behaviour/memory/ledger.ts'
import type { RuleMatch } from '../detection/behaviour/memory/trace.ts'
import type { Settings } from '../detection/behaviour/settings.ts'
import { ownRules } from '../detection/own-rules.ts'
import { matchMaker } from '../detection/rule-match.ts'
import { rulesWithin } from '../detection/sigma/correlation/correlation.ts'
import { createCorrelator } from '../detection/sigma/correlation/correlator.ts'
import { loadRules, type RuleSource } from '../detection/sigma/language/load.ts'
import { createRuleSet } from '../detection/sigma/matching/ruleset.ts'
import type { SigmaRule } from '../detection/sigma/rule.ts'
import type { Activity } from '../events/activity.ts'
import { readDeclared } from './declared.ts'

/** A record that a correlation may count. */
export interface Observed {
  matched: SigmaRule[]
  activity: Pick<Activity, 'id' | 'log' | 'at' | 'raw'>
}

export interface RulesInForce {
  /** Another whenever they are other rules. */
  name: string
  matched(activity: Activity): SigmaRule[]
  matchesOf(activity: Activity): RuleMatch[]
  asMatches(matched: SigmaRule[]): RuleMatch[]
  /** Whether a rule over several records may count a record that these matched. */
  isObserved(matched: SigmaRule[]): boolean
  correlate(observed: Observed[]): { refs: string[]; match: RuleMatch }[]
}

const KEPT_AT_MOST = 50

export interface InForce {
  rules: RulesInForce
  settings: Settings
}

/** Compiles each set once; tenants with the same rules share it. */
export function rulesInForce() {
  const compiled = new Map<string, RulesInForce>()
  return {
    async of(tx: Tx, organizationId: string, tenantId: string): Promise<InForce> {
      const revision = await readRevision(tx, organizationId)
      const settings = await readDeclared(tx, organizationId, tenantId)
      if (revision === 0)
        return { rules: await compiledAs('common', async () => ({ own: [], off: [] })), settings }
      const off = await readSwitchedOff(tx, organizationId, tenantId)
      const name = `${organizationId} ${revision} ${JSON.stringify(off)}`
      const rules = await compiledAs(name, async () => ({
        own: await readOrganizationRules(tx, organizationId),
        off,
      }))
      return { rules, settings }
    },
  }

  async function compiledAs(name: string, parts: () => Promise<{ own: RuleSource[]; off: string[] }>) {
    const known = compiled.get(name)
    if (known) return known
    const { own, off } = await parts()
    const rules = compile(name, [...(await ownRules()), ...own], new Set(off))
    if (compiled.size >= KEPT_AT_MOST) compiled.delete(compiled.keys().next().value!)
    compiled.set(name, rules)
    return rules
  }
}

function compile(name: string, sources: RuleSource[], off: ReadonlySet<string>): RulesInForce {
  const loaded = loadRules(sources)
  const rules = loaded.rules.filter(({ id }) => !off.has(id))
  const correlations = loaded.correlations.filter(({ id }) => !off.has(id))
  const set = rules.length > 0 ? createRuleSet(rules) : null
  const within = rulesWithin(correlations)
  const { asMatch, asMatches } = matchMaker({ silent: loaded.silent, within })
  const matched = (activity: Activity) => set?.match(activity.raw) ?? []
  return {
    name,
    matched,
    asMatches,
    matchesOf: activity => asMatches(matched(activity)),
    isObserved: found => found.some(rule => within.has(rule)),
    correlate(observed) {
      const correlator = createCorrelator(correlations)
      for (const { matched: found, activity } of observed)
        correlator.observe(found, activity.raw, activity.at, refOf(activity))
      return correlator
        .finish()
        .map(({ rule, events }) => ({ refs: events.map(String), match: asMatch(rule) }))
    },
  }
}

async function readRevision(tx: Tx, organizationId: string): Promise<number> {
  const row = await tx
    .selectFrom('detection_revisions')
    .select('revision')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.revision ?? 0
}

export async function readOrganizationRules(tx: Tx, organizationId: string): Promise<RuleSource[]> {
  const rows = await tx
    .selectFrom('organization_rules')
    .select(['id', 'text'])
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, text }) => ({ file: id, text }))
}

/** For this tenant or for all. */
async function readSwitchedOff(tx: Tx, organizationId: string, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('rule_switches')
    .select('rule_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where(eb => eb.or([eb('tenant_id', 'is', null), eb('tenant_id', '=', tenantId)]))
    .orderBy('rule_id')
    .execute()
  return rows.map(({ rule_id }) => rule_id)
}
