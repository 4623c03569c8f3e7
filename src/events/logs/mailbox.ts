// Exchange: what was done to a mailbox, by its owner, a delegate, an administrator or an application.
import type { Activity } from '../activity.ts'
import { saying } from '../remember.ts'
import { clientOfAgent } from '../words/client.ts'
import { type Fields, fields, flag, list, named, number, text } from '../words/field.ts'
import { personOf } from '../words/person.ts'
import { parameter, ruleOfParameters, ruleOfProperties } from './mail-rule.ts'

export function mailboxFacts(activity: Activity, record: Fields): void {
  const info = text(record.ClientInfoString)
  if (info !== null) {
    activity.client = clientOfAgent(info)
    activity.userAgent ??= text(record.ActorInfoString) ?? agentIn(info)
  } else activity.userAgent ??= text(record.ActorInfoString)
  // 'Client=REST;;' tells less than the agent that came along with it.
  if (activity.userAgent !== null && (activity.client === null || activity.client === 'REST')) {
    activity.client = clientOfAgent(activity.userAgent) ?? activity.client
  }
  const owner = personOf(record.MailboxOwnerUPN).user
  if (owner !== null) {
    activity.target = owner
    activity.targetUser = owner
    activity.targetId = text(record.MailboxGuid)
  }
  switch (activity.action) {
    case 'mail-read':
      readFacts(activity, record)
      return
    case 'mail-send':
    case 'mail-move':
      itemFacts(activity, record)
      return
    case 'mail-delete':
      itemFacts(activity, record)
      if (isOfSent(record)) activity.action = 'mail-sent-delete'
      return
    case 'mail-search':
      activity.detail =
        text(record.QueryText) ??
        text(record.SearchQueryText) ??
        parameter(list(record.Parameters), 'contentmatchquery')
      return
    case 'inbox-rule-set':
    case 'inbox-rule-remove':
      ruleFacts(activity, record)
      return
    case 'mailbox-access-granted':
      accessFacts(activity, record)
      return
    case 'other':
    case 'alert':
      return
    default:
      commandFacts(activity, record)
      return
  }
}

function readFacts(activity: Activity, record: Fields): void {
  let items = 0
  let folder: string | null = null
  for (const entry of list(record.Folders)) {
    folder ??= text(entry.Path)
    if (Array.isArray(entry.FolderItems)) items += entry.FolderItems.length
  }
  activity.itemCount = Math.max(1, items, number(record.OperationCount) ?? 0)
  const kind = named(record.OperationProperties, 'MailAccessType')
  folder ??= text(fields(fields(record.Item)?.ParentFolder)?.Path)
  activity.detail = kind === null ? folder : folder === null ? kind : `${kind}, ${folder}`
}

function itemFacts(activity: Activity, record: Fields): void {
  const affected = list(record.AffectedItems)
  const item = fields(record.Item) ?? affected[0] ?? null
  activity.itemCount = Math.max(1, affected.length, number(record.OperationCount) ?? 0)
  activity.detail = text(item?.Subject)
  const sentAs = personOf(record.SendAsUserSmtp ?? record.SendOnBehalfOfUserSmtp).user
  if (sentAs !== null) {
    activity.target = sentAs
    activity.targetUser = sentAs
  }
}

/** The folder is called as the mailbox's language has it. */
const isSentFolder = saying(
  /^\\?(sent( items| mail)?|gesendete (elemente|objekte)|éléments envoyés|elementos enviados|itens enviados|posta inviata|verzonden items|skickat|skickade objekt|sendt post|sendte elementer|lähetetyt|elementy wysłane|odeslaná pošta|送信済みアイテム|已发送邮件)$/i,
)

function isOfSent({ AffectedItems, Item, Folder }: Fields): boolean {
  const item = list(AffectedItems)[0] ?? fields(Item)
  const path = text(fields(item?.ParentFolder)?.Path) ?? text(fields(Folder)?.Path)
  return path !== null && isSentFolder(path)
}

function ruleFacts(activity: Activity, record: Fields): void {
  const parameters = list(record.Parameters)
  if (parameters.length > 0) activity.rule = ruleOfParameters(parameters)
  else {
    const properties = list(record.OperationProperties)
    activity.rule = ruleOfProperties(properties)
    const done = named(properties, 'RuleOperation')
    if (done !== null && /remove|delete/i.test(done)) activity.action = 'inbox-rule-remove'
    if (named(properties, 'RuleState')?.toLowerCase() === 'disabled') activity.action = 'inbox-rule-remove'
  }
  if (parameters.length > 0 && flag(parameter(parameters, 'enabled')) === false)
    activity.action = 'inbox-rule-remove'
  activity.detail = activity.rule.name
  const mailbox = personOf(parameter(parameters, 'mailbox')).user ?? personOf(record.MailboxOwnerUPN).user
  activity.targetUser = mailbox ?? activity.targetUser ?? activity.user
  activity.target = activity.targetUser ?? activity.target
}

/** No right at all, or to see when somebody is busy: what companies set on calendars. */
const OPENS_NOTHING = /^(none|availabilityonly|limiteddetails)$/i

function accessFacts(activity: Activity, record: Fields): void {
  const parameters = list(record.Parameters)
  if (parameters.length > 0) {
    const mailbox = mailboxIn(activity, parameters)
    const given = parameter(parameters, 'user') ?? parameter(parameters, 'trustee')
    const rights = parameter(parameters, 'accessrights') ?? parameter(parameters, 'extendedrights')
    activity.target = mailbox
    activity.detail = [rights, given && `to ${given}`].filter(Boolean).join(' ') || null
    if (rights !== null && OPENS_NOTHING.test(rights)) activity.action = 'other'
    return
  }
  const folder = fields(fields(record.Item)?.ParentFolder) ?? fields(record.Folder)
  const member = text(folder?.MemberUpn)
  const rights = text(folder?.MemberRights)
  activity.detail =
    [rights, member && `to ${member}`, text(folder?.Path) && `in ${folder!.Path}`]
      .filter(Boolean)
      .join(' ') || null
}

// Commands that mean something only with certain parameters.
function commandFacts(activity: Activity, record: Fields): void {
  const parameters = list(record.Parameters)
  activity.target = mailboxIn(activity, parameters)
  switch (activity.action) {
    case 'mailbox-forwarding-set':
      setMailbox(activity, parameters)
      return
    case 'mailbox-protocol-enabled': {
      const enabled = parameters.filter(isProtocolOn).map(one => String(one.Name ?? one.name))
      if (enabled.length === 0) activity.action = 'other'
      activity.detail = enabled.join(', ') || null
      return
    }
    case 'mailbox-audit-off':
      if (!parameters.some(isAuditOff))
        activity.action =
          activity.operation.toLowerCase() === 'set-organizationconfig' ? 'policy-changed' : 'other'
      activity.detail = parameters.filter(isAuditOff).map(nameAndValue).join(', ') || null
      return
    case 'mail-flow-rule-set':
      activity.rule = ruleOfParameters(parameters.map(asRule))
      activity.detail = parameter(parameters, 'name') ?? parameter(parameters, 'identity')
      activity.targetUser = null
      return
    case 'role-assigned':
    case 'group-member-added':
      activity.targetUser = personOf(
        parameter(parameters, 'member') ?? parameter(parameters, 'user') ?? parameter(parameters, 'links'),
      ).user
      activity.detail =
        parameter(parameters, 'role') ?? parameter(parameters, 'identity') ?? parameter(parameters, 'name')
      return
    default:
      activity.detail = parameters.map(nameAndValue).join(', ').slice(0, 300) || null
  }
}

function setMailbox(activity: Activity, parameters: readonly Fields[]): void {
  const forwarding = ruleOfParameters(
    parameters.filter(one => /^forwarding(smtp)?address$/i.test(String(one.Name ?? one.name))),
  )
  if (forwarding.forwardTo.length > 0) {
    activity.rule = forwarding
    activity.detail = forwarding.forwardTo.join(', ')
  } else if (parameters.some(isAuditOff)) {
    activity.action = 'mailbox-audit-off'
    activity.detail = parameters.filter(isAuditOff).map(nameAndValue).join(', ')
  } else if (parameter(parameters, 'grantsendonbehalfto')) {
    activity.action = 'mailbox-access-granted'
    activity.detail = `send on behalf to ${parameter(parameters, 'grantsendonbehalfto')}`
  } else {
    activity.action = 'other'
    activity.detail = parameters.map(nameAndValue).join(', ').slice(0, 300) || null
  }
}

function mailboxIn(activity: Activity, parameters: readonly Fields[]): string | null {
  const identity = parameter(parameters, 'identity')
  const user = personOf(identity).user ?? personOf(identity?.split(':', 1)[0]).user
  if (user !== null) activity.targetUser = user
  return user ?? (identity === '' ? null : identity) ?? activity.target
}

const PROTOCOLS = /^(imap|pop|activesync|ews|mapi|owa|universaloutlook)enabled$/i

function isProtocolOn(entry: Fields): boolean {
  const name = String(entry.Name ?? entry.name)
  const value = flag(entry.Value ?? entry.value)
  return PROTOCOLS.test(name)
    ? value === true
    : /^smtpclientauthenticationdisabled$/i.test(name) && value === false
}

const AUDIT_SHORT_DAYS = 7

function isAuditOff(entry: Fields): boolean {
  const name = String(entry.Name ?? entry.name).toLowerCase()
  const value = entry.Value ?? entry.value
  if (name === 'auditbypassenabled' || name === 'auditdisabled') return flag(value) === true
  if (
    name === 'auditenabled' ||
    name === 'unifiedauditlogingestionenabled' ||
    name === 'adminauditlogenabled'
  )
    return flag(value) === false
  // '1.00:00:00': days, hours, minutes, seconds. What is kept so briefly is as good as not kept.
  if (name === 'auditlogagelimit')
    return typeof value === 'string' && Number(/^(\d+)\./.exec(value)?.[1] ?? 0) <= AUDIT_SHORT_DAYS
  return false
}

// A transport rule's parameters, as an inbox rule would call them.
const FLOW_NAMES = new Map(
  Object.entries({
    redirectmessageto: 'RedirectTo',
    blindcopyto: 'ForwardTo',
    copyto: 'ForwardTo',
    addtorecipients: 'ForwardTo',
    journalemailaddress: 'ForwardTo',
    subjectorbodycontainswords: 'SubjectOrBodyContainsWords',
  }),
)

function asRule(entry: Fields): Fields {
  const name = String(entry.Name ?? entry.name)
  return { Name: FLOW_NAMES.get(name.toLowerCase()) ?? name, Value: entry.Value ?? entry.value }
}

function nameAndValue(entry: Fields): string {
  return `${entry.Name ?? entry.name} ${text(entry.Value ?? entry.value) ?? ''}`.trim()
}

// 'Client=OWA;Mozilla/5.0 (Windows NT 10.0; …) …;'
function agentIn(info: string): string | null {
  const start = info.search(/mozilla\//i)
  return start < 0 ? null : info.slice(start, start + 1000).replace(/;+$/, '')
}
