// One act in the words of a timeline, whichever report it stands in. Pure.
import type { Activity } from '../../events/activity.ts'
import { isOfAnother } from '../../events/logs/directory-change.ts'
import { type MailAccess, mailAccessOf } from '../../events/logs/mail-access.ts'
import { sayInterrupt } from '../../events/words/sign-in-error.ts'

const several = (count: number, one: string, many: string) => (count === 1 ? `a ${one}` : `${count} ${many}`)

export type Said = MailAccess &
  Pick<
    Activity,
    | 'action'
    | 'operation'
    | 'outcome'
    | 'errorCode'
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

/** How many records, and items in them, one act stands for. */
export interface Counted {
  items: number
  records: number
}

export const sayActivity = (activity: Activity, counted: Counted): string =>
  sayAct({ ...activity, ...mailAccessOf(activity) }, counted)

export function sayAct(said: Said, { items, records }: Counted): string {
  const words = wordsOf(said, items, records)
  const line = said.outcome === 'failure' && said.action !== 'sign-in' ? `Failed: ${words}` : words
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

function wordsOf(said: Said, items: number, records: number): string {
  const { action, operation, target, targetUser, detail } = said
  const whom = targetUser ?? target
  const about = whom ? ` ${whom}` : ''
  const app = target ? ` ${target}` : about
  const where = said.mailbox ? ` in ${said.mailbox}'s mailbox` : ''
  switch (action) {
    case 'sign-in':
      return saySignIn(said, records)
    case 'sign-out':
      return 'Signed out'
    case 'mail-read':
      return said.synced
        ? `Synchronised ${said.synced}${where}: all of it may have been copied`
        : `Read ${several(items, 'message', 'messages')}${where}`
    case 'mail-send':
      return `Sent ${items === 1 && detail ? `“${detail}”` : several(items, 'message', 'messages')}${said.mailbox ? ` from ${said.mailbox}'s mailbox` : ''}`
    case 'mail-delete':
      return `Deleted ${several(items, 'message', 'messages')}${where}`
    case 'mail-sent-delete':
      return `Deleted ${several(items, 'sent message', 'sent messages')}${where}`
    case 'mail-move':
      return `Moved ${several(items, 'message', 'messages')}${where}`
    case 'mail-search':
      return detail ? `Searched mail for “${detail}”` : 'Searched mail'
    case 'inbox-rule-set':
      return sayRule('Set inbox rule', said)
    case 'inbox-rule-remove':
      return `Removed inbox rule${about}`
    case 'mailbox-forwarding-set':
      return sayRule('Set the mailbox to forward', said)
    case 'mail-flow-rule-set':
      return /rule$/i.test(operation)
        ? sayRule('Set mail-flow rule', { ...said, target: detail })
        : sayOther(said)
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
      return `Registered a device${(detail ?? target) ? `: ${detail ?? target}` : ''}`
    case 'consent-granted':
      return `Let in the application${app}${detail ? ` (${detail})` : ''}`
    case 'app-created':
      return isOfAnother(detail) ? `Let in the application${app}, ${detail}` : `Made the application${app}`
    case 'alert':
      return `Microsoft says: ${detail ?? operation}`
    default:
      return sayOther(said)
  }
}

function sayOther({ operation, target, targetUser, detail }: Said): string {
  const whom = targetUser ?? target
  const more = detail && detail !== whom ? ` (${detail})` : ''
  return `${operation.replace(/\.$/, '')}${whom ? `: ${whom}` : ''}${more}`
}

const FLOWS = {
  deviceCode: ' with a device code',
  ropc: ' with the password alone',
  authenticationTransfer: ' by a transferred sign-in',
  legacy: ' by an old protocol',
}

function saySignIn(said: Said, records: number): string {
  const { outcome, errorCode, appName, flow, mfa, isInteractive, detail } = said
  const to = appName ? ` to ${appName}` : ''
  const how = flow ? FLOWS[flow] : isInteractive === false ? ' without asking anew' : ''
  const times = records > 1 ? `, ${records} times` : ''
  if (outcome === 'failure') return `Sign-in${to}${how} refused${detail ? `: ${detail}` : ''}${times}`
  if (outcome === 'interrupted') return `Sign-in${to}${how} ${sayInterrupt(errorCode)}${times}`
  return `Signed in${to}${how}${mfa === 'passed' ? ', MFA passed' : ''}${times}`
}

/** Words of a rule beyond these are counted. */
const MOST_WORDS = 5

function sayRule(verb: string, { rule, target }: Said): string {
  const name = rule?.name ?? target
  const does = [
    rule?.deletes && 'deletes',
    rule?.movesTo && `moves to ${rule.movesTo}`,
    rule?.marksRead && 'marks as read',
    rule?.forwardTo.length && `forwards to ${rule.forwardTo.join(', ')}`,
  ].filter(Boolean)
  const said = `${verb}${name ? ` “${name}”` : ''}${sayWords(rule?.looksFor ?? [])}`
  return does.length > 0 ? `${said}: ${does.join(', ')}` : said
}

function sayWords(words: string[]): string {
  if (words.length === 0) return ''
  const told = words.slice(0, MOST_WORDS).map(word => `“${word}”`)
  return ` for ${told.join(', ')}${words.length > MOST_WORDS ? ` and ${words.length - MOST_WORDS} more` : ''}`
}
