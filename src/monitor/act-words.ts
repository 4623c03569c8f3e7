// One act in the words of an incident's timeline. Pure.
import type { ActivityKind } from '../database/types.ts'
import type { Action, Activity } from '../events/activity.ts'

const KINDS: Partial<Record<Action, ActivityKind>> = {
  'sign-in': 'sign-in',
  'sign-out': 'sign-in',
  alert: 'other',
  other: 'other',
  'message-send': 'other',
  'team-member-added': 'other',
}

export function kindOf(action: Action): ActivityKind {
  const kind = KINDS[action]
  if (kind) return kind
  if (/^(mail|inbox)/.test(action)) return 'mail'
  return action.startsWith('file-') ? 'file' : 'directory'
}

const several = (count: number, one: string, many: string) => (count === 1 ? `a ${one}` : `${count} ${many}`)

type Said = Pick<
  Activity,
  | 'action'
  | 'operation'
  | 'outcome'
  | 'appName'
  | 'flow'
  | 'mfa'
  | 'target'
  | 'targetUser'
  | 'detail'
  | 'rule'
  | 'isInteractive'
>

const LONGEST = 200

/** `items` and `records`: how many like it within the same ten minutes this one stands for. */
export function sayAct(said: Said, { items, records }: { items: number; records: number }): string {
  const words = wordsOf(said, items, records)
  const line = said.outcome === 'failure' && said.action !== 'sign-in' ? `Failed: ${words}` : words
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

function wordsOf(said: Said, items: number, records: number): string {
  const { action, operation, target, targetUser, detail } = said
  const whom = targetUser ?? target
  const about = whom ? ` ${whom}` : ''
  switch (action) {
    case 'sign-in':
      return saySignIn(said, records)
    case 'sign-out':
      return 'Signed out'
    case 'mail-read':
      return `Read ${several(items, 'message', 'messages')}`
    case 'mail-send':
      return items === 1 && detail ? `Sent “${detail}”` : `Sent ${several(items, 'message', 'messages')}`
    case 'mail-delete':
      return `Deleted ${several(items, 'message', 'messages')}`
    case 'mail-sent-delete':
      return `Deleted ${several(items, 'sent message', 'sent messages')}`
    case 'mail-move':
      return `Moved ${several(items, 'message', 'messages')}`
    case 'mail-search':
      return detail ? `Searched mail for “${detail}”` : 'Searched mail'
    case 'inbox-rule-set':
      return sayRule('Set inbox rule', said)
    case 'inbox-rule-remove':
      return `Removed inbox rule${about}`
    case 'mailbox-forwarding-set':
      return sayRule('Set the mailbox to forward', said)
    case 'file-read':
      return items === 1 && target ? `Opened ${target}` : `Opened ${several(items, 'file', 'files')}`
    case 'file-download':
      return items === 1 && target ? `Downloaded ${target}` : `Downloaded ${several(items, 'file', 'files')}`
    case 'file-upload':
      return items === 1 && target ? `Uploaded ${target}` : `Uploaded ${several(items, 'file', 'files')}`
    case 'file-delete':
      return `Deleted ${several(items, 'file', 'files')}`
    case 'file-share':
      return `Shared${about || ' a file'}`
    case 'file-search':
      return detail ? `Searched files for “${detail}”` : 'Searched files'
    case 'message-send':
      return `Sent ${several(items, 'chat message', 'chat messages')}`
    case 'mfa-method-added':
      return `Added an MFA method${detail ? `: ${detail}` : ''}`
    case 'mfa-method-removed':
      return `Removed an MFA method${detail ? `: ${detail}` : ''}`
    case 'password-changed':
      return 'Changed the password'
    case 'password-reset':
      return `Reset the password of${about || ' an account'}`
    case 'device-registered':
      return `Registered a device${detail ? `: ${detail}` : ''}`
    case 'consent-granted':
      return `Let in the application${about}${detail ? ` (${detail})` : ''}`
    case 'alert':
      return `Microsoft says: ${detail ?? operation}`
    default:
      return `${operation.replace(/\.$/, '')}${about ? `:${about}` : ''}${detail && detail !== whom ? ` (${detail})` : ''}`
  }
}

const FLOWS = {
  deviceCode: ' with a device code',
  ropc: ' with the password alone',
  authenticationTransfer: ' by a transferred sign-in',
  legacy: ' by an old protocol',
}

function saySignIn({ outcome, appName, flow, mfa, isInteractive, detail }: Said, records: number): string {
  const to = appName ? ` to ${appName}` : ''
  const how = flow ? FLOWS[flow] : isInteractive === false ? ' without asking anew' : ''
  const times = records > 1 ? `, ${records} times` : ''
  if (outcome === 'failure') return `Sign-in${to}${how} refused${detail ? `: ${detail}` : ''}${times}`
  if (outcome === 'interrupted') return `Sign-in${to}${how} asked for more${times}`
  return `Signed in${to}${how}${mfa === 'passed' ? ', MFA passed' : ''}${times}`
}

function sayRule(verb: string, { rule, target }: Said): string {
  const name = rule?.name ?? target
  const does = [
    rule?.deletes && 'deletes',
    rule?.movesTo && `moves to ${rule.movesTo}`,
    rule?.marksRead && 'marks as read',
    rule?.forwardTo.length && `forwards to ${rule.forwardTo.join(', ')}`,
  ].filter(Boolean)
  return `${verb}${name ? ` “${name}”` : ''}${does.length > 0 ? `: ${does.join(', ')}` : ''}`
}
