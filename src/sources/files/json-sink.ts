// Who is handed the values found in a JSON text, and the words for what is wrong with one.

export interface Sink {
  /** `columns` when the value is a row of a table. */
  value(value: unknown, line: number, columns: string[] | null): void
  bad(line: number, reason: string): void
  /** A short member of an envelope beside its list. */
  member?(name: string, value: unknown): void
  /** The text ended inside a value. Without it, that is reported as bad. */
  cutOff?(): void
}

/** What JSON.parse found wrong, without a copy of the record: it may hold what should not stand in a log. */
export function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/end of JSON input|Unterminated/.test(message)) return 'not valid JSON: it ends too early'
  const position = /at position (\d+)/.exec(message)
  return position ? `not valid JSON at character ${Number(position[1]) + 1}` : 'not valid JSON'
}
