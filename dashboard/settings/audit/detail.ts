// The details of an entry of the audit log as words.
import { STATUS } from '../../incidents/badges.tsx'
import type { AuditEntry } from './audit.ts'

/** What a reader understands; ids are in the export. */
export const sayDetail = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .filter(([name, value]) => !/id$/i.test(name) && value !== null)
    .map(([name, value]) => `${wordsOf(name)}: ${sayValue(value)}`)
    .join(' · ')

/** 'untilOn' → 'until', 'percentageBefore' → 'percentage before'. */
const wordsOf = (name: string) =>
  name.replace(/(On|At)$/, '').replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

function sayValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(sayValue).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  return Object.entries(STATUS).find(([status]) => status === value)?.[1].label ?? value
}
