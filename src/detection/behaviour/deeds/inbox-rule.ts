// What an inbox rule is for: to hide mail from its owner, to send it outside, or to keep things tidy.
import type { MailRule } from '../../../events/activity.ts'
import {
  ALARM_WORD,
  BREAK_IN_WORD,
  FEEDS_FOLDER,
  KEPT_FOLDER,
  MONEY_WORD,
  ORDINARY_FOLDER,
  PROGRAMS_FOLDER,
  UNSEEN_FOLDER,
} from './mail-words.ts'

export interface RuleVerdict {
  /** Why it looks made to hide mail; empty when it does not. */
  hides: string[]
  /**
   * 1 when every message goes where nobody looks, when what is found is read already where only programs put things, or for a
   * name that says nothing and mail that is sent outside, deleted, or marked as read and put away; 2 when that name stands
   * over a search for telling words, or any name over one for all that is about money, and nobody looks where they go, or when
   * what the words find is read already where only programs put things: made by nobody for themselves. Else 0.
   */
  blatant: 0 | 1 | 2
  /** Puts mail out of sight, as people's own rules do too. */
  sortsAway: boolean
  /** Addresses outside of the tenant. */
  outside: string[]
  /** Every message goes to them. */
  sendsAll: boolean
}

/** People tidy away one sender's invoices, not whatever speaks of money. */
const ALL_ABOUT_MONEY = 3
/** And nobody hides whatever speaks of a break-in. */
const ALL_ABOUT_BREAK_IN = 2

/**
 * Points for what keeps mail from being seen. People delete, archive and sort by rule as well; three points are what
 * they do not reach: nobody needs a nameless rule, or the RSS folder for mail about payments.
 */
export function judgeInboxRule(
  rule: MailRule,
  { ownDomains, isChange }: { ownDomains: ReadonlySet<string>; isChange: boolean },
): RuleVerdict {
  // A change names only what is changed: what the rule looks for may be left as it was.
  const takesAll = rule.looksFor.length === 0 && !isChange
  const outside = rule.forwardTo.filter(address => isOutside(address, ownDomains))
  const folder = rule.movesTo
  const isUnseen = folder !== null && UNSEEN_FOLDER.test(folder)
  const isOrdinary = isUnseen && ORDINARY_FOLDER.test(folder)
  const isBinned = rule.deletes || (isUnseen && !KEPT_FOLDER.test(folder))
  const away = rule.deletes || (isUnseen && !isOrdinary) ? 2 : isOrdinary ? 1 : 0
  const reasons: string[] = []
  let points = away
  const name = rule.name ?? ''
  const isNameless = isObscureName(name)
  if (isNameless) {
    points += 2
    reasons.push(name.trim() === '' ? 'its name is blank' : `it is called “${name.trim()}”`)
  }
  const words = rule.looksFor.filter(word => MONEY_WORD.test(word) || ALARM_WORD.test(word))
  const isAboutMoney = words.filter(word => MONEY_WORD.test(word)).length >= ALL_ABOUT_MONEY
  const isAboutBreakIn = words.filter(word => BREAK_IN_WORD.test(word)).length >= ALL_ABOUT_BREAK_IN
  if (words.length > 0) {
    points += 1
    reasons.push(`it looks for ${words.slice(0, 3).map(quoted).join(', ')}`)
  }
  if (takesAll && away > 0) {
    points += 1
    reasons.push('it takes every message')
  }
  const colleague = rule.looksFor.find(word => isColleagues(word, ownDomains))
  if (colleague !== undefined && isBinned) {
    points += 1
    reasons.push(`it takes what ${colleague} writes`)
  }
  if (rule.marksRead) points += 1
  if (outside.length > 0 && away > 0) {
    points += 1
    reasons.push('it removes what it has sent on')
  }
  if (rule.deletes) reasons.push('it deletes')
  else if (isUnseen) reasons.push(`it moves mail to “${folder}”`)
  const isHiding = away > 0 && points >= 3
  const isReadThere = (where: RegExp) => rule.marksRead && folder !== null && where.test(folder)
  const isAmongPrograms = isReadThere(PROGRAMS_FOLDER)
  return {
    hides: isHiding ? reasons : [],
    blatant: blatancy({
      away,
      points,
      words,
      outside,
      isNameless,
      isTelling:
        isAboutMoney ||
        isAboutBreakIn ||
        (words.length > 0 && (isAmongPrograms || isReadThere(FEEDS_FOLDER))),
      isUnheardOf: isAmongPrograms || (takesAll && isBinned),
    }),
    sortsAway: !isHiding && away > 0 && (rule.marksRead || away > 1),
    outside,
    sendsAll: takesAll && outside.length > 0,
  }
}

function blatancy(rule: {
  away: number
  points: number
  words: string[]
  outside: string[]
  isNameless: boolean
  isTelling: boolean
  isUnheardOf: boolean
}): 0 | 1 | 2 {
  const { away, points, words, outside, isNameless, isTelling, isUnheardOf } = rule
  if (away > 1 && (isTelling || (isNameless && words.length > 0))) return 2
  if (isUnheardOf) return 1
  return isNameless && ((away > 0 && points >= 4) || outside.length > 0) ? 1 : 0
}

/** Addresses that nobody writes from by hand. */
const ROBOTS =
  /^(no.?reply|do.?not.?reply|alerts?|notif|news|marketing|events?|info|all|everyone|team|jira|git|build|ci|monitor|system|service|scan|print|fax|voice|calendar|teams|sharepoint|office|postmaster|mailer|report|backup|survey)/i

/** People sort what colleagues write into folders of their own; nobody throws it away unread. */
const isColleagues = (word: string, ownDomains: ReadonlySet<string>): boolean =>
  /^[^\s@]+@[^\s@]+$/.test(word) && !isOutside(word, ownDomains) && !ROBOTS.test(word)

const quoted = (word: string): string => `“${word}”`

/** ' ', '.', '..', ',,', 'a', 'aa', 'zzz': names given so that nobody notices. */
export function isObscureName(given: string): boolean {
  if (given.length === 0) return false
  const name = given.trim()
  if (!/[\p{L}\p{N}]/u.test(name)) return true
  // Two capitals are somebody's initials or a department.
  return name.length === 1 || (name.length <= 5 && /^(.)\1+$/su.test(name) && !/^\p{Lu}{2}$/u.test(name))
}

/** Whether an address, as rules and mailboxes write them, is of a domain that is not the tenant's. */
export function isOutside(address: string, ownDomains: ReadonlySet<string>): boolean {
  const domain = address.match(/@([a-z0-9.-]+\.[a-z]{2,})/i)?.[1]?.toLowerCase()
  if (domain === undefined) return false
  for (const own of ownDomains) if (domain === own || domain.endsWith(`.${own}`)) return false
  return true
}
