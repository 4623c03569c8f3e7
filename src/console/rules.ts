// Settings, Detection rules tab: all members read, Admins add, change, delete, switch and try.
import Type from 'typebox'
import { writeAudit } from '../audit/write.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import { firstWarning } from '../detection/log-source-warning.ts'
import { loadRules } from '../detection/sigma/language/load.ts'
import { Problem } from '../http/problem.ts'
import {
  asSentence,
  checkRule,
  deleteRule,
  listOwnRules,
  listRules,
  readRuleText,
  saveRule,
  switchRule,
} from '../monitor/organization-rules.ts'
import { tryRule } from '../monitor/try-rule.ts'
import { consoleRoute } from './route.ts'
import { ownTenant } from './tenants/own-tenant.ts'

const LONGEST_TEXT = 64 * 1024
const MOST_OWN_RULES = 300
const DAY = 86_400_000
const Text = Type.String({ minLength: 1, maxLength: LONGEST_TEXT })
const RuleAddress = Type.Object({ id: Type.String({ format: 'uuid' }) })

const noSuchRule = () => new Problem('not-found', 'There is no such rule. It may have been deleted already.')

export const readRules = consoleRoute({
  method: 'GET',
  url: '/rules',
  permission: 'read rules',
  async handle({ db }, { organizationId }) {
    return inOrganization(db, organizationId, async tx => {
      const tenants = await tx
        .selectFrom('tenants')
        .select(['id', 'service_tenant_id as serviceTenantId', 'display_name as name'])
        .where('organization_id', '=', organizationId)
        .where('offboarded_on', 'is', null)
        .orderBy('display_name')
        .execute()
      const names = new Map(tenants.map(tenant => [tenant.id, tenant.serviceTenantId]))
      const rules = await listRules(tx, organizationId)
      return {
        rules: rules.map(rule => ({ ...rule, offFor: rule.offFor.flatMap(id => names.get(id) ?? []) })),
        own: (await listOwnRules(tx, organizationId)).map(({ changedAt, ...rule }) => ({
          ...rule,
          changedAt: changedAt.toISOString(),
        })),
        tenants: tenants.map(({ serviceTenantId, name }) => ({ serviceTenantId, name })),
      }
    })
  },
})

const RuleId = Type.String({ minLength: 1, maxLength: 500 })

export const readRule = consoleRoute({
  method: 'GET',
  url: '/rules/text',
  permission: 'read rules',
  query: Type.Object({ ruleId: RuleId }, { additionalProperties: false }),
  async handle({ db }, { organizationId }, { query: { ruleId } }) {
    const text = await inOrganization(db, organizationId, tx => readRuleText(tx, organizationId, { ruleId }))
    if (text === undefined) throw noSuchRule()
    return { text }
  },
})

/** What its author is told although it can be used. */
function warningOf(text: string): string | null {
  const warning = firstWarning(loadRules([{ file: 'rule', text }]))
  return warning && asSentence(warning)
}

async function checked(tx: Tx, organizationId: string, text: string, id?: string) {
  if (text.includes('\0'))
    throw new Problem('invalid-request', 'text must be plain text.', { parameter: 'text' })
  const result = await checkRule(tx, organizationId, { text, ...(id !== undefined && { id }) })
  if (!result.ok)
    throw new Problem('invalid-request', result.faults.slice(0, 5).join(' '), { parameter: 'text' })
  const taken = await tx
    .selectFrom('organization_rules')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('rule_id', '=', result.ruleId)
    .executeTakeFirst()
  if (taken && taken.id !== id)
    throw new Problem('conflict', `Another of your rules is already called ${result.ruleId}.`, {
      parameter: 'text',
    })
  return result
}

export const addRule = consoleRoute({
  method: 'POST',
  url: '/rules',
  permission: 'manage rules',
  body: Type.Object({ text: Text }, { additionalProperties: false }),
  async handle({ db, now }, member, { body: { text } }) {
    const { organizationId } = member
    return inOrganization(db, organizationId, async tx => {
      if ((await listOwnRules(tx, organizationId)).length >= MOST_OWN_RULES)
        throw new Problem(
          'conflict',
          `An organization can have ${MOST_OWN_RULES} rules of its own. Delete one first.`,
        )
      const rule = await checked(tx, organizationId, text)
      const id = await saveRule(tx, organizationId, { ...rule, text, by: member.name, at: now })
      await writeAudit(tx, organizationId, member, {
        action: 'added a rule',
        subject: rule.title,
        detail: { ruleId: rule.ruleId },
        at: now,
      })
      return { id, title: rule.title, warning: warningOf(text) }
    })
  },
})

export const changeRule = consoleRoute({
  method: 'PATCH',
  url: '/rules/:id',
  permission: 'manage rules',
  params: RuleAddress,
  body: Type.Object({ text: Text }, { additionalProperties: false }),
  async handle({ db, now }, member, { params: { id }, body: { text } }) {
    const { organizationId } = member
    return inOrganization(db, organizationId, async tx => {
      if (!(await listOwnRules(tx, organizationId)).some(rule => rule.id === id)) throw noSuchRule()
      const rule = await checked(tx, organizationId, text, id)
      await saveRule(tx, organizationId, { ...rule, id, text, by: member.name, at: now })
      await writeAudit(tx, organizationId, member, {
        action: 'changed a rule',
        subject: rule.title,
        detail: { ruleId: rule.ruleId },
        at: now,
      })
      return { id, title: rule.title, warning: warningOf(text) }
    })
  },
})

export const removeRule = consoleRoute({
  method: 'DELETE',
  url: '/rules/:id',
  permission: 'manage rules',
  params: RuleAddress,
  async handle({ db, now }, member, { params: { id } }) {
    const { organizationId } = member
    await inOrganization(db, organizationId, async tx => {
      const title = await deleteRule(tx, organizationId, { id })
      if (title === undefined) throw noSuchRule()
      await writeAudit(tx, organizationId, member, { action: 'deleted a rule', subject: title, at: now })
    })
  },
})

export const setRuleSwitch = consoleRoute({
  method: 'POST',
  url: '/rule-switches',
  permission: 'manage rules',
  body: Type.Object(
    {
      ruleId: RuleId,
      /** Left out: for all tenants. */
      serviceTenantId: Type.Optional(Type.String({ maxLength: 64 })),
      isOn: Type.Boolean(),
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { body: { ruleId, serviceTenantId, isOn } }) {
    const { organizationId } = member
    await inOrganization(db, organizationId, async tx => {
      const rule = (await listRules(tx, organizationId)).find(each => each.ruleId === ruleId)
      if (!rule) throw noSuchRule()
      const tenant =
        serviceTenantId === undefined ? null : await ownTenant(tx, organizationId, serviceTenantId)
      await switchRule(tx, organizationId, {
        ruleId,
        tenantId: tenant?.id ?? null,
        isOn,
        by: member.name,
        at: now,
      })
      await writeAudit(tx, organizationId, member, {
        action: isOn ? 'switched a rule on' : 'switched a rule off',
        subject: `${rule.title} (${tenant?.name ?? 'all tenants'})`,
        detail: { ruleId },
        at: now,
      })
    })
  },
})

export const tryRuleOut = consoleRoute({
  method: 'POST',
  url: '/rules/try',
  permission: 'manage rules',
  body: Type.Object(
    {
      serviceTenantId: Type.String({ maxLength: 64 }),
      days: Type.Integer({ minimum: 1, maximum: 90 }),
      ruleId: Type.Optional(RuleId),
      text: Type.Optional(Text),
    },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { body: { serviceTenantId, days, ruleId, text } }) {
    const { organizationId } = member
    if ((ruleId === undefined) === (text === undefined))
      throw new Problem('invalid-request', 'Give either ruleId or text.', { parameter: 'text' })
    const { tenant, warning } = await inOrganization(db, organizationId, async tx => {
      const found = await ownTenant(tx, organizationId, serviceTenantId)
      const present = (await listRules(tx, organizationId)).find(rule => rule.ruleId === ruleId)
      if (ruleId !== undefined && !present) throw noSuchRule()
      if (text !== undefined) {
        const own = await listOwnRules(tx, organizationId)
        // When it is a change of an own rule, it is checked in its place.
        const replaced = own.find(rule => rule.text === text || sameId(rule.text, text))
        const result = await checkRule(tx, organizationId, { text, ...(replaced && { id: replaced.id }) })
        if (!result.ok)
          throw new Problem('invalid-request', result.faults.slice(0, 5).join(' '), { parameter: 'text' })
      }
      return { tenant: found, warning: present?.warning ?? null }
    })
    const tried = await tryRule(db, organizationId, {
      tenantId: tenant.id,
      rule: ruleId !== undefined ? { ruleId } : { text: text! },
      since: new Date(now.getTime() - days * DAY),
    })
    return { ...tried, warning: text === undefined ? warning : warningOf(text) }
  },
})

const sameId = (one: string, other: string) => {
  const id = /^id:\s*(\S+)/m
  return id.exec(one)?.[1] !== undefined && id.exec(one)?.[1] === id.exec(other)?.[1]
}
