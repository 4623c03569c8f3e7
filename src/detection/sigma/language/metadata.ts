// What may stand at the head of rules, correlations and filters alike.

export const levels = ['informational', 'low', 'medium', 'high', 'critical']
export const statuses = ['stable', 'test', 'experimental', 'deprecated', 'unsupported']

export const LONGEST_TITLE = 256

/** In characters, of which some are two units of JavaScript's. */
export const isLonger = (said: string, most: number): boolean => said.length > most && [...said].length > most

/** A day that there is; with slashes too, as rules had it before version 2. */
export function isDay(said: string): boolean {
  const [, year, month, day] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(said.trim()) ?? []
  if (year === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

export const sayDay = (key: string, said: string): string =>
  `"${key}" must be a day such as 2026-03-02, not "${said}"`
