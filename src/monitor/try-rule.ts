// What a rule would have found in the records that are stored: a dry run, which changes nothing.
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import { ownRules } from '../detection/own-rules.ts'
import { createCorrelator } from '../detection/sigma/correlation/correlator.ts'
import { loadRules } from '../detection/sigma/language/load.ts'
import { createRuleSet } from '../detection/sigma/matching/ruleset.ts'
import { readOrganizationRules } from './rules-in-force.ts'

export interface TryRule {
  tenantId: string
  /** A rule that is there, by what it is called; or the text of one. */
  rule: { ruleId: string } | { text: string }
  since: Date
}

export interface Tried {
  /** Records that were looked at, the latest first, and whether those were all. */
  records: number
  isWhole: boolean
  /** Records that matched; for a correlation, how often it fired. */
  matches: number
  people: number
  samples: { id: string; at: string; user: string | null; operation: string; address: string | null }[]
}

const PAGE = 2000
const MOST_RECORDS = 40_000
const MOST_MILLISECONDS = 10_000
const SAMPLES = 10
const TRIED = 'tried rule'

export async function tryRule(
  db: Db,
  organizationId: string,
  { tenantId, rule, since }: TryRule,
): Promise<Tried> {
  const own = await inOrganization(db, organizationId, tx => readOrganizationRules(tx, organizationId))
  const product = await ownRules()
  // A text that is tried takes the place of what bears its ids already: changing a rule, one tries the change.
  const loaded =
    'text' in rule
      ? loadRules([{ file: TRIED, text: rule.text }, ...product, ...own])
      : loadRules([...product, ...own])
  const isTried = (each: { file: string | null; id: string }) =>
    'text' in rule ? each.file === TRIED : each.id === rule.ruleId
  const correlations = loaded.correlations.filter(isTried)
  const direct = loaded.rules.filter(isTried)
  const set = createRuleSet(correlations.length > 0 ? loaded.rules : direct)
  const correlator = correlations.length > 0 ? createCorrelator(loaded.correlations) : null
  const wanted = new Set<unknown>(direct.filter(each => !loaded.silent.has(each)))
  const tried: Tried = { records: 0, isWhole: true, matches: 0, people: 0, samples: [] }
  const people = new Set<string>()
  const seen = new Map<string, Tried['samples'][number]>()
  const tell = (sample: Tried['samples'][number]) => {
    if (sample.user !== null) people.add(sample.user)
    if (tried.samples.length < SAMPLES) tried.samples.push(sample)
  }
  const end = performance.now() + MOST_MILLISECONDS
  let before: { at: Date; sequence: number } | null = null
  for (;;) {
    const rows = await readPage(db, organizationId, { tenantId, since, before })
    for (const { id, raw, at, user_name: user, action, address } of rows) {
      tried.records++
      const record = JSON.parse(raw) as Record<string, unknown>
      const matched = set.match(record)
      if (matched.length === 0) continue
      const operation =
        [record.Operation, record.activityDisplayName].find(word => typeof word === 'string') ?? action
      const sample = { id, at: at.toISOString(), user, operation: operation as string, address }
      if (matched.some(each => wanted.has(each))) {
        tried.matches++
        tell(sample)
      }
      if (!correlator) continue
      seen.set(id, sample)
      correlator.observe(matched, record, at.getTime(), id)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    before = { at: last.at, sequence: last.sequence }
    if (tried.records >= MOST_RECORDS || performance.now() > end) {
      tried.isWhole = false
      break
    }
  }
  for (const { rule: fired, events } of correlator?.finish() ?? []) {
    if (!correlations.includes(fired)) continue
    tried.matches++
    const sample = seen.get(String(events.at(-1)))
    if (sample) tell(sample)
  }
  tried.people = people.size
  return tried
}

/** A transaction for each page: a dry run takes seconds, and nobody is to wait for it. */
const readPage = (
  db: Db,
  organizationId: string,
  {
    tenantId,
    since,
    before,
  }: { tenantId: string; since: Date; before: { at: Date; sequence: number } | null },
) =>
  inOrganization(db, organizationId, tx => {
    let query = tx
      .selectFrom('events')
      .select(['id', 'sequence', 'at', 'user_name', 'action', 'address', 'raw'])
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', tenantId)
      .where('at', '>=', since)
    if (before)
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('at', 'sequence'), '<', tuple(before.at, before.sequence)),
      )
    return query.orderBy('at', 'desc').orderBy('sequence', 'desc').limit(PAGE).execute()
  })
