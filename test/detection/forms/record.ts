// What the writers of log forms share: a record as the services hand it out, a moment as each export spells it, a CSV line.

export type LogRecord = Record<string, unknown>

/** A file as somebody would find it in a folder of exports. */
export interface LogFile {
  name: string
  content: string
}

export const under = (record: unknown, name: string): LogRecord =>
  ((record as LogRecord)?.[name] as LogRecord | null) ?? {}

/** '1/5/2026, 5:51:10.000 AM': how the portal of Log Analytics exports a moment. */
export function portalMoment(value: unknown): string {
  const at = new Date(value as string)
  return `${day(at)}, ${hours(at)}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}.${String(at.getUTCMilliseconds()).padStart(3, '0')} ${half(at)}`
}

/** '1/5/2026 5:51:10 AM': how PowerShell writes a moment into a CSV file on an American machine. */
export function powerShellMoment(value: unknown): string {
  const at = new Date(`${String(value).replace(/Z$/, '')}Z`)
  return `${day(at)} ${hours(at)}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} ${half(at)}`
}

const two = (number: number) => String(number).padStart(2, '0')
const day = (at: Date) => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`
const hours = (at: Date) => at.getUTCHours() % 12 || 12
const half = (at: Date) => (at.getUTCHours() < 12 ? 'AM' : 'PM')

/** Every column that any row has, in the order of first appearance. Nested values become JSON text, as in every export. */
export function csvOf(rows: LogRecord[], { isQuoted = false } = {}): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cell = (value: unknown) => {
    const text =
      value === null || value === undefined
        ? ''
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)
    return isQuoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${[columns.map(cell), ...rows.map(row => columns.map(column => cell(row[column])))].map(line => line.join(',')).join('\r\n')}\r\n`
}

export const linesOf = (records: LogRecord[]): string =>
  records.map(record => `${JSON.stringify(record)}\n`).join('')
