// What was done once inside: persistence, hiding, spying, spending the account's good name.
import type { Action } from '../../../events/activity.ts'
import { isOfAnother } from '../../../events/logs/directory-change.ts'
import { sayRule } from '../../signal.ts'
import type { Particulars, RuleMatch, Trace } from '../memory/trace.ts'
import type { Visit } from '../memory/visits.ts'
import {
  BLATANT_FLOOR,
  COMMON_RULE,
  CONSENT,
  type DeedName,
  RULE_FLOOR,
  RULE_LEVEL,
  STRANGENESS,
  USUAL_DEED,
} from '../weights.ts'
import { isFarReaching } from './consent.ts'
import { type DeedSignal, deedSignal, named } from './deed-signal.ts'
import { isOutside, judgeInboxRule } from './inbox-rule.ts'
import { judgeTogether } from './together.ts'

export interface DeedContext {
  user: string
  /** Whether enough is known of the person to tell what is strange. */
  isLearnt: boolean
  ownDomains: ReadonlySet<string>
  /** Whether the person did such a thing, or a rule matched them, on earlier days. */
  isUsual(value: string, days: number): boolean
  isCommonRule(id: string): boolean
  isToCommonApp(consent: Trace): boolean
}

export function judgeDeeds({ notable }: Visit, context: DeedContext): DeedSignal[] {
  const found: DeedSignal[] = []
  for (const trace of notable) {
    const { manner } = trace
    const particulars = trace.particulars!
    if (manner.action === 'alert') continue
    if (manner.outcome === 'success') found.push(...deedsOf(trace, particulars, context))
    addRuleSignals(found, trace, particulars.matches, context)
  }
  found.push(...judgeTogether(found, notable, context.user))
  return found
}

/** Deeds that need no look at their particulars: what they are called, and how they are said. */
const PLAIN: Partial<Record<Action, { name: DeedName; says: (what: Particulars) => string }>> = {
  'mailbox-protocol-enabled': {
    name: 'mailbox-protocol-enabled',
    says: ({ detail }) => `Enabled an old mail protocol${named(detail)}`,
  },
  'mailbox-audit-off': { name: 'audit-off', says: ({ target }) => `Switched auditing off${named(target)}` },
  'mfa-method-added': {
    name: 'mfa-method-added',
    says: ({ detail, target }) => `Added a way to pass MFA${named(detail ?? target)}`,
  },
  'mfa-method-removed': {
    name: 'mfa-weakened',
    says: ({ detail, target }) => `Removed a way to pass MFA${named(detail ?? target)}`,
  },
  'mfa-turned-off': { name: 'mfa-weakened', says: ({ targetUser }) => `Turned MFA off${named(targetUser)}` },
  'password-changed': { name: 'password-changed', says: () => 'Changed the password' },
  'device-registered': {
    name: 'device-registered',
    says: ({ target, detail }) => `Registered a device${named(detail ?? target)}`,
  },
  'consent-granted': {
    name: 'consent-granted',
    says: ({ target, detail }) => `Gave an application access${named(target)}${detail ? ` (${detail})` : ''}`,
  },
  'app-created': {
    name: 'app-created',
    says: ({ target, detail }) =>
      `${isOfAnother(detail) ? 'Let in an application of another directory' : 'Made an application'}${named(target)}`,
  },
  'app-credential-added': {
    name: 'app-credential-added',
    says: ({ target }) => `Gave an application another secret${named(target)}`,
  },
  'role-assigned': {
    name: 'role-assigned',
    says: ({ detail, target, targetUser }) =>
      `Assigned a role${named(detail ?? target)}${targetUser ? ` to ${targetUser}` : ''}`,
  },
  'user-created': {
    name: 'user-created',
    says: ({ targetUser, target }) => `Made an account${named(targetUser ?? target)}`,
  },
  'user-invited': {
    name: 'user-invited',
    says: ({ targetUser, target }) => `Invited a guest${named(targetUser ?? target)}`,
  },
  'policy-changed': { name: 'policy-changed', says: ({ target }) => `Changed a policy${named(target)}` },
  'federation-changed': {
    name: 'federation-changed',
    says: ({ target }) => `Changed how a domain is federated${named(target)}`,
  },
  'user-disabled': {
    name: 'account-removed',
    says: ({ targetUser }) => `Disabled an account${named(targetUser)}`,
  },
  'user-deleted': {
    name: 'account-removed',
    says: ({ targetUser }) => `Deleted an account${named(targetUser)}`,
  },
}

const PAYMENT =
  /invoice|payment|wire|bank|iban|payroll|salary|remittance|password|credential|rechnung|zahlung|überweisung|facture|virement|factura|transferencia|fattura|factuur|betaling/i

function deedsOf(trace: Trace, what: Particulars, context: DeedContext): DeedSignal[] {
  const { action } = trace.manner
  const usual = context.isUsual(`deed ${action}`, USUAL_DEED.days) ? USUAL_DEED.factor : 1
  if (action === 'inbox-rule-set') return ruleDeeds(trace, what, context)
  if (action === 'mailbox-forwarding-set') return forwardingDeeds(trace, what, context)
  if (action === 'mail-flow-rule-set') return flowDeeds(trace, what, context, usual)
  if (action === 'mailbox-access-granted') {
    const isOwn = what.detail?.toLowerCase().endsWith(`to ${context.user}`) === true
    const mailbox = named(what.targetUser ?? what.target)
    return isOwn
      ? [deedSignal('mailbox-access-to-self', trace, `Gave themselves access to a mailbox${mailbox}`, usual)]
      : [deedSignal('mailbox-access-granted', trace, `Gave access to a mailbox${mailbox}`, usual)]
  }
  if (action === 'password-reset') {
    const isOwn = what.targetUser === null || what.targetUser === context.user
    return isOwn
      ? [deedSignal('password-changed', trace, 'Reset the password', usual)]
      : [deedSignal('reset-of-another', trace, `Reset the password of ${what.targetUser}`, usual)]
  }
  if (action === 'mail-search' || action === 'file-search') {
    const words = what.detail ?? what.target ?? ''
    return PAYMENT.test(words)
      ? [deedSignal('payment-search', trace, `Searched for “${words.slice(0, 80)}”`)]
      : []
  }
  if (action === 'file-share') {
    const isOpen = /anonymous/i.test(trace.manner.operation)
    const isOut = what.targetUser !== null && isOutside(what.targetUser, context.ownDomains)
    return isOpen || isOut
      ? [deedSignal('file-shared-outside', trace, `Shared a file outside${named(what.target)}`, usual)]
      : []
  }
  const plain = PLAIN[action]
  if (!plain) return []
  const isLittle =
    action === 'consent-granted' &&
    ((what.detail !== null && !isFarReaching(what.detail)) || context.isToCommonApp(trace))
  return [deedSignal(plain.name, trace, plain.says(what), usual * (isLittle ? CONSENT.littleFactor : 1))]
}

function ruleDeeds(trace: Trace, { rule }: Particulars, { ownDomains }: DeedContext): DeedSignal[] {
  if (!rule) return []
  const isChange = /^set-/i.test(trace.manner.operation)
  const { hides, blatant, sortsAway, outside, sendsAll } = judgeInboxRule(rule, { ownDomains, isChange })
  const found: DeedSignal[] = []
  const floor = blatant !== 0 && { floor: BLATANT_FLOOR[blatant] }
  if (hides.length > 0)
    found.push({
      ...deedSignal('inbox-rule-hides', trace, `Made an inbox rule that hides mail: ${hides.join(', ')}`),
      ...floor,
    })
  else if (sortsAway)
    found.push(deedSignal('inbox-rule-sorts-away', trace, `Made an inbox rule that puts mail out of sight`))
  if (outside.length > 0)
    found.push({
      ...deedSignal(
        sendsAll ? 'mailbox-forwards-outside' : 'inbox-rule-forwards-outside',
        trace,
        `Made an inbox rule that sends ${sendsAll ? 'all mail' : 'mail'} outside, to ${outside.slice(0, 3).join(', ')}`,
      ),
      ...floor,
    })
  return found
}

/** A rule for the mail of the whole company. */
function flowDeeds(
  trace: Trace,
  { rule, detail, target }: Particulars,
  { ownDomains }: DeedContext,
  usual: number,
): DeedSignal[] {
  const outside = (rule?.forwardTo ?? []).filter(address => isOutside(address, ownDomains))
  const what = named(detail ?? target)
  return outside.length > 0
    ? [
        deedSignal(
          'mail-flow-forwards-outside',
          trace,
          `Set a mail-flow rule that sends mail outside, to ${outside.slice(0, 3).join(', ')}${what}`,
          usual,
        ),
      ]
    : [deedSignal('mail-flow-rule', trace, `Set a mail-flow rule or connector${what}`, usual)]
}

function forwardingDeeds(
  trace: Trace,
  { rule, targetUser }: Particulars,
  context: DeedContext,
): DeedSignal[] {
  const outside = (rule?.forwardTo ?? []).filter(address => isOutside(address, context.ownDomains))
  if (outside.length === 0) return []
  const whose = targetUser !== null && targetUser !== context.user ? targetUser : null
  return [
    {
      ...deedSignal(
        'mailbox-forwards-outside',
        trace,
        `Had ${whose ? `the mail of ${whose}` : 'all mail'} forwarded outside, to ${outside.slice(0, 3).join(', ')}`,
      ),
      // For others an administrator does so, and of who is still being learnt nobody knows what they always use.
      ...(whose === null && context.isLearnt && { full: STRANGENESS.to.ofForwarding }),
    },
  ]
}

/** Rules' matches. What they say of how somebody came in is an opinion beside our own: it does not make the access stranger. */
function addRuleSignals(
  found: DeedSignal[],
  { id: eventId, at }: Trace,
  matches: RuleMatch[],
  context: DeedContext,
): void {
  for (const { id: name, title, level, technique, family, habit } of matches) {
    const points = RULE_LEVEL[level ?? 'medium'] ?? 0
    if (points < 1) continue
    const isCommon = context.isCommonRule(name) || context.isUsual(habit, USUAL_DEED.days)
    const weight = points * (isCommon ? COMMON_RULE.factor : 1)
    if (weight < 1) continue
    found.push({ name, says: sayRule(title), technique, family, floor: RULE_FLOOR, weight, eventId, at })
  }
}
