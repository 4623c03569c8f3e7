// What an inbox rule or a mailbox's forwarding does, from the parameters of the command or from Outlook's own record of it.
import type { MailRule } from '../activity.ts'
import { type Fields, fields, flag, list, text } from '../words/field.ts'

const FORWARDING = [
  'forwardto',
  'forwardasattachmentto',
  'redirectto',
  'forwardingsmtpaddress',
  'forwardingaddress',
]
const DELETING = ['deletemessage', 'softdeletemessage', 'permanentdelete']
const MOVING = ['movetofolder', 'copytofolder', 'destinationfolder']
const LOOKING =
  /^(subject|body|from|sentto|header|recipientaddress|subjectorbody|senderaddress|flagged|messagetype|received|with|hasattachment|hasclassification|myname)/

/** From { Name, Value } parameters of New-InboxRule, Set-InboxRule, Set-Mailbox and their like. */
export function ruleOfParameters(parameters: readonly Fields[]): MailRule {
  const rule = emptyRule()
  for (const parameter of parameters) {
    const name = text(parameter.Name ?? parameter.name)?.toLowerCase()
    const value = text(parameter.Value ?? parameter.value)
    if (name !== undefined && value !== null) apply(rule, name, value)
  }
  return rule
}

/** From UpdateInboxRules, where Outlook writes rules as JSON or as words in its OperationProperties. */
export function ruleOfProperties(properties: readonly Fields[]): MailRule {
  const rule = emptyRule()
  for (const property of properties) {
    const name = text(property.Name ?? property.name)?.toLowerCase()
    const value = text(property.Value ?? property.value)
    if (name === undefined || value === null) continue
    if (name === 'rulename') rule.name = value
    else if (name === 'ruleactions') applyActions(rule, value)
    else if (name === 'rulecondition') rule.looksFor.push(...conditionWords(value))
    else apply(rule, name, value)
  }
  return rule
}

/** Every parameter by name, in lower case; null when it is not among them. */
export function parameter(parameters: readonly Fields[], name: string): string | null {
  for (const entry of parameters) {
    const called = entry.Name ?? entry.name
    if (typeof called === 'string' && called.toLowerCase() === name) {
      const value = entry.Value ?? entry.value
      return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value)
    }
  }
  return null
}

function emptyRule(): MailRule {
  return {
    name: null,
    forwardTo: [],
    deletes: false,
    movesTo: null,
    marksRead: false,
    stops: false,
    looksFor: [],
  }
}

function apply(rule: MailRule, name: string, value: string): void {
  if (name === 'name') rule.name = value
  else if (FORWARDING.includes(name)) rule.forwardTo.push(...recipients(value))
  else if (DELETING.includes(name)) rule.deletes ||= flag(value) === true
  else if (MOVING.includes(name)) rule.movesTo ??= folderName(value)
  else if (name === 'markasread') rule.marksRead = flag(value) === true
  else if (name === 'stopprocessingrules') rule.stops = flag(value) === true
  else if (name === 'identity' && rule.name === null) rule.name = value.split('\\').at(-1)!
  else if (LOOKING.test(name) && flag(value) !== false) rule.looksFor.push(...words(value))
}

// [{"ActionType":"Forward","Recipients":["a@example.com"],"ForwardFlags":"None"}, …]; older ones are words alone.
function applyActions(rule: MailRule, value: string): void {
  const actions = list(value)
  if (actions.length === 0) {
    const single = fields(value)
    if (single !== null) applyAction(rule, single)
    else applyWords(rule, value)
    return
  }
  for (const action of actions) applyAction(rule, action)
}

function applyAction(rule: MailRule, action: Fields): void {
  const type = (text(action.ActionType ?? action.Type ?? action.type) ?? '').toLowerCase()
  if (type.includes('forward') || type.includes('redirect') || type.includes('delegate')) {
    const to = action.Recipients ?? action.Addresses ?? action.To
    if (Array.isArray(to)) rule.forwardTo.push(...to.flatMap(one => recipients(recipientText(one))))
    else rule.forwardTo.push(...recipients(text(to) ?? ''))
  } else if (type.includes('delete')) rule.deletes = true
  else if (type.includes('move') || type.includes('copy')) {
    rule.movesTo ??= folderName(
      text(
        action.DestinationFolderName ?? action.FolderName ?? action.Folder ?? action.DestinationFolderId,
      ) ?? 'a folder',
    )
  } else if (type.includes('markasread')) rule.marksRead = true
  else if (type.includes('stop')) rule.stops = true
}

function applyWords(rule: MailRule, value: string): void {
  const lower = value.toLowerCase()
  if (lower.includes('forward') || lower.includes('redirect')) rule.forwardTo.push(...recipients(value))
  if (lower.includes('delete')) rule.deletes = true
  if (lower.includes('markasread') || lower.includes('mark as read')) rule.marksRead = true
  if (lower.includes('move')) rule.movesTo ??= 'a folder'
}

function recipientText(value: unknown): string {
  if (typeof value === 'string') return value
  const entry = fields(value)
  return text(entry?.Address ?? entry?.EmailAddress ?? entry?.Name) ?? ''
}

const MAIL_ADDRESS = /[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9.-]+\.[a-z]{2,}/gi

/** 'smtp:a@example.com', '"Ann" [SMTP:a@example.com]', 'a@example.com;b@example.com', or a name in the directory. */
function recipients(value: string): string[] {
  if (value.trim() === '' || value === '$null') return []
  // Cut, because the pattern looks at every start of a long run of letters.
  const found = value.slice(0, 4000).replace(/smtp:/gi, ' ').match(MAIL_ADDRESS)
  return found ? found.map(one => one.toLowerCase()) : [value.trim().slice(0, 300)]
}

function words(value: string): string[] {
  return value
    .split(/[;,]/)
    .map(word => word.trim())
    .filter(word => word !== '')
}

// A folder may be given as 'alice@example.com:\RSS Subscriptions'.
function folderName(value: string): string {
  return (
    value
      .split(/[\\:/]/)
      .filter(part => part !== '')
      .at(-1) ?? value
  )
}

function conditionWords(value: string): string[] {
  const quoted = [...value.matchAll(/"([^"]+)"/g)].map(match => match[1]!)
  return quoted.length > 0 ? quoted : value.trim() === '' ? [] : [value.trim().slice(0, 200)]
}
