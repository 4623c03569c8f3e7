// What the Detection rules tab reads and changes.
import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '../../../src/console/route.ts'
import type { addRule, changeRule, readRule, readRules, tryRuleOut } from '../../../src/console/rules.ts'
import { change, read } from '../../api/call.ts'

export type Rules = Answer<typeof readRules>
export type Rule = Rules['rules'][number]
export type OwnRule = Rules['own'][number]
export type Tried = Answer<typeof tryRuleOut>

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: () => read<Rules>('/rules'),
})

/** Under the same name as the list: what changes a rule makes both be asked anew. */
export const ruleTextQuery = (ruleId: string) =>
  queryOptions({
    queryKey: [...rulesQuery.queryKey, ruleId],
    queryFn: () => read<Answer<typeof readRule>>(`/rules/text?${new URLSearchParams({ ruleId })}`),
  })

export const saveRule = (id: string | undefined, text: string) =>
  id === undefined
    ? change<Answer<typeof addRule>>('POST', '/rules', { text })
    : change<Answer<typeof changeRule>>('PATCH', `/rules/${id}`, { text })
export const deleteRule = (id: string) => change('DELETE', `/rules/${id}`)
export const switchRule = (ruleId: string, serviceTenantId: string | undefined, isOn: boolean) =>
  change('POST', '/rule-switches', {
    ruleId,
    isOn,
    ...(serviceTenantId !== undefined && { serviceTenantId }),
  })
export const tryRule = (body: { serviceTenantId: string; days: number; ruleId?: string; text?: string }) =>
  change<Tried>('POST', '/rules/try', body)

/** Where a rule looks, in words. */
export function standingOf({ isOffForAll, offFor }: Rule, tenants: Rules['tenants']): string {
  if (isOffForAll) return 'Off'
  if (!offFor.length) return 'On'
  return `Off for ${offFor.length} of ${tenants.length} tenants`
}

export const EXAMPLE = `title: Inbox rule made by a service account
id: 00000000-0000-4000-8000-000000000000
status: experimental
description: What it looks for, and why.
logsource:
  product: m365
  service: exchange
detection:
  selection:
    Operation: New-InboxRule
    UserId|startswith: svc-
  condition: selection
falsepositives:
  - Mailboxes that are tidied by a script
level: medium
tags:
  - attack.t1564.008
`
