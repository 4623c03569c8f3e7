// An activity as detection remembers it: small, and sharing with others whatever it has in common with them.
import type { Action, Activity, MailRule } from '../../../events/activity.ts'
import { isExample, isPrivate } from '../../../events/places/address.ts'
import { remembering } from '../../../events/remember.ts'
import type { Family } from '../../signal.ts'
import { createHabitWords } from './habit-words.ts'
import { createManners, isEverydayAction, type Manner } from './manner.ts'
import { isAt, newOrigin, type Origin } from './origin.ts'
import { spanOf } from './spans.ts'

/** What only few traces have. */
export interface Particulars {
  rule: MailRule | null
  detail: string | null
  target: string | null
  targetId: string | null
  targetUser: string | null
  matches: RuleMatch[]
}

/** A rule that matched the record: one object for all records that it matched. */
export interface RuleMatch {
  id: string
  title: string
  level: string | null
  technique: string | null
  family: Family
  /** What it can be a habit as; see habits.ts. */
  habit: string
  /** Whether rules over several records are built on it, or it is one: then each record that it matched matters. */
  isPart: boolean
}

export interface Trace {
  id: string
  at: number
  /** Like ones within the same hour or day (see sum-up.ts) are one trace: the last of them, how many records, how many items. */
  until: number
  /** In which spans of its day one of them was (see spans.ts). */
  spans: number
  records: number
  items: number
  session: string | null
  origin: Origin | null
  manner: Manner
  particulars: Particulars | null
}

export const isEveryday = ({ manner, particulars }: Trace): boolean =>
  particulars === null && manner.isEveryday

/** Whether one can stand for many: everyday acts, and a machine's own sign-ins with whatever rules say of all of them. */
export const isOneOfMany = ({ manner, particulars }: Trace): boolean =>
  manner.isEveryday &&
  (particulars === null || (manner.action === 'sign-in' && !particulars.matches.some(({ isPart }) => isPart)))

export function isMatchedAlike(one: Trace, other: Trace): boolean {
  if (one.particulars === null || other.particulars === null) return one.particulars === other.particulars
  const { matches } = one.particulars
  const others = other.particulars.matches
  if (matches.length !== others.length) return false
  for (let place = 0; place < matches.length; place++) if (matches[place] !== others[place]) return false
  return true
}

export interface Shared {
  trace(activity: Activity, matches: RuleMatch[]): Trace
}

/** Makes traces which share their origins and manners. */
export function createTraces(): Shared {
  const word = createHabitWords()
  const mannerOf = createManners(word)
  const originsAt = remembering((_address): Origin[] => [], ALL)
  function originOf({ address, place }: Activity): Origin | null {
    if (address === null) return null
    const known = originsAt(address)
    for (const origin of known) if (isAt(origin, place)) return origin
    if (place === null && isPrivate(address) && !isExample(address)) return null
    const origin = newOrigin(address, place, word)
    known.push(origin)
    return origin
  }

  return {
    trace: (activity, matches) => ({
      id: activity.id,
      at: activity.at,
      until: activity.at,
      spans: spanOf(activity.at),
      records: 1,
      items: Math.max(1, activity.itemCount),
      session: activity.session,
      origin: originOf(activity),
      manner: mannerOf(activity),
      particulars: particularsOf(activity, matches),
    }),
  }
}

const ALL = { atMost: Number.POSITIVE_INFINITY, longest: Number.POSITIVE_INFINITY }

function particularsOf(
  { action, rule, detail, target, targetId, targetUser }: Activity,
  matches: RuleMatch[],
): Particulars | null {
  const isPlain = isEverydayAction(action) && rule === null
  if (isPlain && matches.length === 0) return null
  return { rule, detail, target, targetId, targetUser, matches }
}

/** By time, and by id where that is equal: a total order that no arrival can change. */
export const byTime = (a: Trace, b: Trace): number =>
  a.at - b.at || compare(a.id, b.id) || compare(a.manner.log, b.manner.log)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** One that got in. */
export const isSignIn = ({ manner }: Trace): boolean =>
  manner.action === 'sign-in' && manner.outcome === 'success'

/** What machines do not do while nobody sits at them. */
const BY_HAND = new Set<Action>(['mail-send', 'message-send', 'file-read', 'file-download', 'file-upload'])

export const isByHand = ({ manner: { action, outcome, isInteractive, operation } }: Trace): boolean =>
  outcome === 'success' &&
  (action === 'sign-in' ? isInteractive === true : BY_HAND.has(action) && !operation.startsWith('FileSync'))
