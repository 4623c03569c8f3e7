// What PowerShell makes of a record on its way into a file: other capitals, and moments of its own.
import type { RawRecord } from './record.ts'

/** '/Date(1689999999000)/', as Windows PowerShell 5 writes moments. */
const TICKS = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/

/**
 * Get-MgAuditLogSignIn and its siblings write Graph's names with a capital first, at every level; Log Analytics, which
 * does so too, but at the first level alone, is told apart by its columns.
 */
export function fromPowerShell(record: RawRecord): RawRecord {
  if (record.AdditionalProperties === undefined || record.Id === undefined) return record
  if (record.CreatedDateTime === undefined && record.ActivityDateTime === undefined) return record
  if (record.TimeGenerated !== undefined) return record
  return lowered(record) as RawRecord
}

function lowered(value: unknown): unknown {
  if (typeof value === 'string') {
    const ticks = TICKS.exec(value)
    return ticks ? isoOf(Number(ticks[1]), value) : value
  }
  if (Array.isArray(value)) return value.map(lowered)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  // Windows PowerShell 5 also wraps a moment: { value: '/Date(…)/', DisplayHint, DateTime }.
  const wrapped = (value as RawRecord).value
  if (members.length <= 3 && typeof wrapped === 'string' && TICKS.test(wrapped)) return lowered(wrapped)
  return Object.fromEntries(
    members
      .filter(([name, inner]) => !(name === 'AdditionalProperties' && isEmpty(inner)))
      .map(([name, inner]) => [loweredName(name), lowered(inner)]),
  )
}

const isoOf = (milliseconds: number, otherwise: string) =>
  Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : otherwise

const isEmpty = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** IPAddress → ipAddress, UserPrincipalName → userPrincipalName. */
function loweredName(name: string): string {
  return name.replace(/^[A-Z]+(?=[A-Z][a-z]|$)|^[A-Z]/, capitals => capitals.toLowerCase())
}
