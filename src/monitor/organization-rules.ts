// An organization's rules: those of its own, which of all are switched off for whom, and what a rule would have found.
import { randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import { logSourceWarning } from '../detection/log-source-warning.ts'
import { ownRules } from '../detection/own-rules.ts'
import { type LoadedRules, loadRules, type RuleSource } from '../detection/sigma/language/load.ts'
import { reviseDetection } from './revise-detection.ts'
import { readOrganizationRules } from './rules-in-force.ts'

export interface ListedRule {
  /** What it is called by: its id, else its name, else its title. */
  ruleId: string
  title: string
  level: string | null
  description: string | null
  /** ATT&CK, such as T1114.003. */
  techniques: string[]
  isCorrelation: boolean
  /** Of the organization's own: the text it stands in. */
  ownId: string | null
  isOffForAll: boolean
  /** Tenants it is switched off for. */
  offFor: string[]
  /** Why it finds nothing, or may not, although it can be used. */
  warning: string | null
}

let shipped: Promise<LoadedRules> | null = null

/** Only rules of an organization's own have to be read each time, and with them the others that they may refer to. */
async function loadBeside(own: RuleSource[]): Promise<LoadedRules> {
  if (own.length) return loadRules([...(await ownRules()), ...own])
  shipped ??= ownRules().then(sources => loadRules(sources))
  return shipped
}

export async function listRules(tx: Tx, organizationId: string): Promise<ListedRule[]> {
  const own = await readOrganizationRules(tx, organizationId)
  const owned = new Set(own.map(({ file }) => file))
  const { rules, correlations } = await loadBeside(own)
  const switches = await tx
    .selectFrom('rule_switches')
    .select(['rule_id', 'tenant_id'])
    .where('organization_id', '=', organizationId)
    .execute()
  const told = (
    rule: (typeof rules)[number] | (typeof correlations)[number],
    { isCorrelation, warning }: Pick<ListedRule, 'isCorrelation' | 'warning'>,
  ) => {
    const off = switches.filter(({ rule_id }) => rule_id === rule.id)
    return {
      ruleId: rule.id,
      title: rule.title,
      level: rule.level,
      description: rule.description,
      techniques: rule.tags.flatMap(
        tag => /^attack\.(t\d{4}(?:\.\d{3})?)$/i.exec(tag)?.[1]?.toUpperCase() ?? [],
      ),
      isCorrelation,
      ownId: rule.file !== null && owned.has(rule.file) ? rule.file : null,
      isOffForAll: off.some(({ tenant_id }) => tenant_id === null),
      offFor: off.flatMap(({ tenant_id }) => tenant_id ?? []),
      warning: warning && asSentence(warning),
    }
  }
  return [
    ...rules.map(rule => told(rule, { isCorrelation: false, warning: logSourceWarning(rule) })),
    ...correlations.map(rule => told(rule, { isCorrelation: true, warning: null })),
  ].sort((a, b) => Number(a.ownId === null) - Number(b.ownId === null) || (a.title < b.title ? -1 : 1))
}

/** The text that a rule stands in, as it was written; undefined when there is no such rule. */
export async function readRuleText(
  tx: Tx,
  organizationId: string,
  { ruleId }: { ruleId: string },
): Promise<string | undefined> {
  const own = await readOrganizationRules(tx, organizationId)
  const { rules, correlations } = await loadBeside(own)
  const rule = [...rules, ...correlations].find(({ id }) => id === ruleId)
  return rule && [...own, ...(await ownRules())].find(({ file }) => file === rule.file)?.text
}

/** What is said of a rule is made to follow a colon. */
export const asSentence = (words: string) => `${words[0]!.toUpperCase()}${words.slice(1)}.`

export interface OwnRule {
  id: string
  title: string
  text: string
  changedAt: Date
  changedBy: string
}

export async function listOwnRules(tx: Tx, organizationId: string): Promise<OwnRule[]> {
  return tx
    .selectFrom('organization_rules')
    .select(['id', 'title', 'text', 'changed_at as changedAt', 'changed_by as changedBy'])
    .where('organization_id', '=', organizationId)
    .orderBy('title')
    .orderBy('id')
    .execute()
}

export type CheckedRule =
  | { ok: true; ruleId: string; title: string; level: string | null }
  | { ok: false; faults: string[] }

const NEW = 'new rule'

/** As the engine would load it beside all others; `id` is the text it takes the place of. */
export async function checkRule(
  tx: Tx,
  organizationId: string,
  { text, id }: { text: string; id?: string },
): Promise<CheckedRule> {
  const others = (await readOrganizationRules(tx, organizationId)).filter(({ file }) => file !== id)
  const loaded = await loadBeside([...others, { file: NEW, text }])
  const results = loaded.results.filter(({ file }) => file === NEW)
  const faults = results.flatMap(({ ok, line, error }) => (ok ? [] : [`Line ${line ?? 1}: ${error}.`]))
  if (faults.length) return { ok: false, faults }
  const [rule] = [...loaded.correlations, ...loaded.rules].filter(({ file }) => file === NEW)
  const [first] = results
  if (!first?.rule) return { ok: false, faults: ['Line 1: the rule has neither id nor title.'] }
  return {
    ok: true,
    ruleId: rule?.id ?? first.rule,
    title: rule?.title ?? first.title ?? first.rule,
    level: rule?.level ?? null,
  }
}

export interface SaveRule {
  id?: string
  text: string
  by: string
  at: Date
}

/** The rule must have been checked. Returns undefined when there is none of that id. */
export async function saveRule(
  tx: Tx,
  organizationId: string,
  { id, text, by, at, ruleId, title, level }: SaveRule & Extract<CheckedRule, { ok: true }>,
): Promise<string | undefined> {
  const values = { rule_id: ruleId, title, level, text, changed_at: at, changed_by: by }
  await reviseDetection(tx, organizationId)
  if (id === undefined) {
    const made = randomUUID()
    await tx
      .insertInto('organization_rules')
      .values({ ...values, id: made, organization_id: organizationId, created_at: at })
      .execute()
    return made
  }
  const { numUpdatedRows } = await tx
    .updateTable('organization_rules')
    .set(values)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? id : undefined
}

/** Returns its title; undefined when there is none of that id. */
export async function deleteRule(
  tx: Tx,
  organizationId: string,
  { id }: { id: string },
): Promise<string | undefined> {
  await reviseDetection(tx, organizationId)
  const gone = await tx
    .deleteFrom('organization_rules')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst()
  return gone?.title
}

/** For one tenant, or for all when it is null. */
export async function switchRule(
  tx: Tx,
  organizationId: string,
  {
    ruleId,
    tenantId,
    isOn,
    by,
    at,
  }: { ruleId: string; tenantId: string | null; isOn: boolean; by: string; at: Date },
): Promise<void> {
  await reviseDetection(tx, organizationId)
  await tx
    .deleteFrom('rule_switches')
    .where('organization_id', '=', organizationId)
    .where('rule_id', '=', ruleId)
    .where('tenant_id', 'is not distinct from', tenantId)
    .execute()
  if (isOn) return
  await tx
    .insertInto('rule_switches')
    .values({
      organization_id: organizationId,
      rule_id: ruleId,
      tenant_id: tenantId,
      switched_off_at: at,
      switched_off_by: by,
    })
    .execute()
}
