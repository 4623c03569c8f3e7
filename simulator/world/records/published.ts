// When and in which feed a record appears, and the fields that all audit records share.
import type { Act, Origin } from '../act.ts'
import { Random } from '../random.ts'

export type Feed =
  | 'Audit.AzureActiveDirectory'
  | 'Audit.Exchange'
  | 'Audit.SharePoint'
  | 'Audit.General'
  | 'signIns' // Graph: interactive
  | 'nonInteractiveSignIns' // Graph beta: signInEventTypes holds nonInteractiveUser
  | 'directoryAudits'

export interface LoggedRecord {
  feed: Feed
  /** The record's own id: Id in the audit log, id in Graph. */
  id: string
  /** When it happened, in milliseconds since 1970. */
  at: number
  /** When the service shows it: later than `at`, by minutes, now and then by hours. */
  publishedAt: number
  record: Record<string, unknown>
}

/** No record is published later than this after it happened. */
export const longestDelayMs = 8 * 3_600_000

/** The audit log is read in blobs minutes to an hour later; a few of them lag by hours. */
export function auditDelay(act: { a: number; b: number }): number {
  const chance = new Random({ a: act.a ^ 0x41554454, b: act.b })
  const minutes = chance.chance(0.015) ? chance.between(60, 420) : Math.exp(chance.normal(2.4, 0.75))
  return Math.round(Math.min(Math.max(minutes, 2), 460) * 60_000)
}

/** Graph shows sign-ins and directory changes sooner. */
export function graphDelay(act: { a: number; b: number }): number {
  const chance = new Random({ a: act.a ^ 0x47524150, b: act.b })
  const minutes = chance.chance(0.006) ? chance.between(15, 120) : chance.between(1, 8) + chance.wait(1.5)
  return Math.round(Math.min(minutes, 120) * 60_000)
}

/** Tells without writing them whether an act's records are worth writing for a window of publication. */
export function mayBePublishedIn(act: Act, from: number, to: number): boolean {
  const isIn = (at: number) => at >= from && at < to
  if (isIn(act.at + auditDelay(act))) return true
  return (act.what === 'sign-in' || act.what === 'directory') && isIn(act.at + graphDelay(act))
}

const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
let dateDay = Number.NaN
let dateText = ''

/** The audit log's own way to write a moment: whole seconds, no zone. */
export function auditTime(at: number): string {
  const day = Math.floor(at / 86_400_000)
  // Records come by the day, so the date is mostly the one before's.
  if (day !== dateDay) {
    dateDay = day
    dateText = `${new Date(day * 86_400_000).toISOString().slice(0, 10)}T`
  }
  const second = Math.floor((at - day * 86_400_000) / 1000)
  const minute = Math.floor(second / 60)
  return `${dateText}${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`
}

export function graphTime(at: number): string {
  return `${auditTime(at)}Z`
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const pairs = Array.from({ length: 4096 }, (_, n) => digits[n >> 6]! + digits[n & 63]!)

/** A token's name is the id of the sign-in that gave it, in base64. */
export function tokenName(signInId: string): string {
  let name = ''
  let bits = 0
  let nibbles = 0
  for (let i = 0; i < signInId.length; i++) {
    const code = signInId.charCodeAt(i)
    if (code === 45) continue
    bits = (bits << 4) | (code < 58 ? code - 48 : code - 87)
    if (++nibbles === 3) {
      name += pairs[bits]!
      bits = 0
      nibbles = 0
    }
  }
  return name + pairs[bits << 4]!
}

export function accessContext(from: Origin, clientAppId?: string): Record<string, unknown> {
  // A password sent by an old protocol opens no session.
  const context: Record<string, unknown> =
    from.session === ''
      ? {}
      : {
          AADSessionId: from.session,
          IssuedAtTime: auditTime(from.issuedAt),
          UniqueTokenId: from.token || tokenName(from.session),
        }
  if (clientAppId) context.ClientAppId = clientAppId
  return context
}
