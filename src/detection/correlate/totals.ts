// What an attack comes to: how much was taken, and what was left behind.
import type { Action } from '../../events/activity.ts'
import type { Trace } from '../behaviour/memory/trace.ts'
import { MINUTE } from '../behaviour/memory/visits.ts'
import { list } from '../behaviour/say.ts'
import type { Signal } from '../signal.ts'

const several = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `one ${one}` : `${count} ${many}`

/** 'In all they read 34 messages (28 of them in bo@contoso.com's mailbox) and downloaded 40 files.' Less what was `said` already. */
export function sayTaken(traces: Trace[], said: string): string[] {
  const done = traces.filter(({ manner }) => manner.outcome === 'success')
  const sum = (...actions: Action[]) => {
    const some = done.filter(({ manner }) => actions.includes(manner.action) && manner.synced === null)
    return { count: some.reduce((count, { items }) => count + items, 0), others: othersOf(some) }
  }
  const heard = said.toLowerCase()
  const counted = (verb: string, thing: string, { count, others }: ReturnType<typeof sum>): string[] => {
    const plain = `${verb} ${several(count, thing)}`
    // By whole words: 'read 900 messages' does not say that 90 were.
    const isSaid = others === '' && new RegExp(`\\b${plain}\\b`).test(heard)
    return count === 0 || isSaid ? [] : [`${plain}${others}`]
  }
  const taken = [
    ...counted('read', 'message', sum('mail-read')),
    ...syncedIn(done),
    ...counted('sent', 'message', sum('mail-send')),
    ...counted('sent', 'chat message', sum('message-send')),
    ...counted('downloaded', 'file', sum('file-download')),
  ]
  return taken.length === 0 ? [] : [`In all they ${list(taken)}.`]
}

/** More mailboxes than these are counted. */
const MOST_MAILBOXES = 3

function othersOf(traces: Trace[]): string {
  const mailboxes = new Map<string, number>()
  for (const { manner, items } of traces)
    if (manner.mailbox !== null) mailboxes.set(manner.mailbox, (mailboxes.get(manner.mailbox) ?? 0) + items)
  if (mailboxes.size === 0) return ''
  const most = [...mailboxes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const told = most.slice(0, MOST_MAILBOXES).map(([mailbox, count]) => `${count} in ${mailbox}'s mailbox`)
  const more = most.length - told.length
  return ` (${list(more > 0 ? [...told, `others in ${several(more, 'more mailbox', 'more mailboxes')}`] : told)})`
}

const MOST_FOLDERS = 4

function syncedIn(traces: Trace[]): string[] {
  const folders = new Set<string>()
  for (const { manner } of traces)
    if (manner.synced !== null)
      folders.add(manner.mailbox === null ? manner.synced : `${manner.synced} of ${manner.mailbox}`)
  if (folders.size === 0) return []
  const told = [...folders].sort().slice(0, MOST_FOLDERS)
  const more = folders.size - told.length
  const all = more > 0 ? [...told, several(more, 'more folder')] : told
  return [`synchronised ${list(all)}, which may have been copied whole`]
}

type Kind = keyof typeof KINDS

const KINDS = {
  rule: ['inbox rule', 'inbox rules'],
  forwarding: ['forwarding', 'forwardings'],
  flow: ['mail-flow rule', 'mail-flow rules'],
  method: ['way to pass MFA', 'ways to pass MFA'],
  device: ['device', 'devices'],
  application: ['application', 'applications'],
  account: ['account', 'accounts'],
} as const

const LEAVES: Partial<Record<Action, Kind>> = {
  'inbox-rule-set': 'rule',
  'mailbox-forwarding-set': 'forwarding',
  'mail-flow-rule-set': 'flow',
  'mfa-method-added': 'method',
  'device-registered': 'device',
  'consent-granted': 'application',
  'app-created': 'application',
  'user-created': 'account',
}

const TAKES_AWAY: Partial<Record<Action, Kind>> = {
  'inbox-rule-remove': 'rule',
  'mfa-method-removed': 'method',
}

/** More of one kind are counted. */
const MOST_NAMES = 4

interface Left {
  kind: Kind
  name: string
  traces: Trace[]
}

/** 'Left behind: one inbox rule (“..”), one device (LAPTOP-9).' Less what the deeds that were told speak of. */
export function sayLeft(traces: Trace[], told: Signal[]): string[] {
  let left: Left[] = []
  for (const trace of traces) {
    const { action, outcome } = trace.manner
    if (outcome !== 'success') continue
    const gone = TAKES_AWAY[action]
    if (gone) left = left.filter(({ kind, name }) => kind !== gone || name !== nameOf(trace, gone))
    const kind = LEAVES[action]
    if (!kind) continue
    const name = nameOf(trace, kind)
    const same = left.find(each => each.kind === kind && (each.name === name || isSameMethod(each, trace)))
    if (same) same.traces.push(trace)
    else left.push({ kind, name, traces: [trace] })
  }
  const spoken = new Set(told.map(({ eventId }) => eventId))
  const unsaid = left.filter(each => !each.traces.some(({ id }) => spoken.has(id)))
  const said = (Object.keys(KINDS) as Kind[]).flatMap(kind => {
    const names = unsaid.filter(each => each.kind === kind).map(({ name }) => name)
    return names.length === 0 ? [] : [sayKind(kind, names)]
  })
  return said.length === 0 ? [] : [`Left behind: ${said.join(', ')}.`]
}

/** One method leaves a record of its registration and one of the account's change, under different names. */
const isSameMethod = ({ kind, traces }: Left, { at, manner }: Trace): boolean =>
  kind === 'method' &&
  at - traces[0]!.at <= 10 * MINUTE &&
  traces.every(each => each.manner.operation !== manner.operation)

function sayKind(kind: Kind, names: string[]): string {
  const [one, many] = KINDS[kind]
  const known = names.filter(name => name !== '').slice(0, MOST_NAMES)
  const more = known.length < names.length && known.length > 0 ? ' and more' : ''
  return `${several(names.length, one, many)}${known.length > 0 ? ` (${known.join(', ')}${more})` : ''}`
}

function nameOf({ particulars }: Trace, kind: Kind): string {
  if (particulars === null) return ''
  const { rule, detail, target, targetUser } = particulars
  switch (kind) {
    case 'rule':
    case 'flow':
      return rule?.name ? `“${rule.name}”` : ''
    case 'forwarding':
      return rule?.forwardTo.join(', ') || ''
    case 'account':
      return targetUser ?? target ?? ''
    case 'application':
      return target ?? ''
    default:
      return detail ?? target ?? ''
  }
}
