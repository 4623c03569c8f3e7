// Which stretch of the audit log is to be asked for next: what was before the watch, newest first, and what the live feeds
// can no longer bring. Pure; the cursor is changed in place.

export interface Cursor {
  /** When it began: the look-back goes from here, however long it takes. */
  begun: string
  /** When it last looked. The live feeds look as well, so that nothing up to here is missed. */
  through: string
  /** All that happened from here on has been asked for. */
  back: string
  /** How long a stretch is asked for at a time. */
  spanHours: number
  /** Where what the live feeds missed begins, while it is being made good. */
  missedFrom?: string
  window?: Window
}

export interface Window {
  from: string
  until: string
  /** Missed by the live feeds; otherwise it is history. */
  isMissed: boolean
  /** Queries for it that came to nothing. */
  failures: number
  /** The one that is under way at Microsoft, or whose records are being read. */
  query?: Query
}

export interface Query {
  id: string
  version: 'v1.0' | 'beta'
  askedAt: string
  /** The next page of its records; null before the first. */
  page: string | null
  /** How often its records had to be read from the beginning. */
  rereads: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK_HOURS = 168
/** The Management Activity API keeps seven days; who has been away for longer than this has missed something, or soon will. */
const LIVE_REACH = 6 * DAY
/** What was logged late before it went away. */
const LATE = DAY
/** How far back people are judged; see monitor/judge.ts. */
const JUDGED_DAYS = 30

export const beginning = (now: Date): Cursor => ({
  begun: now.toISOString(),
  through: now.toISOString(),
  back: now.toISOString(),
  spanHours: WEEK_HOURS,
})

/** Call at every turn: while it looks now and then, nothing is missed. */
export function noteLooking(cursor: Cursor, now: Date): void {
  if (!cursor.window?.isMissed && now.getTime() - Date.parse(cursor.through) <= LIVE_REACH)
    cursor.through = now.toISOString()
}

/** Null: everything has been asked for. */
export function nextWindow(cursor: Cursor, now: Date, lookBackDays: number): Window | null {
  const end = now.getTime()
  const lookBack = lookBackDays * DAY
  const span = cursor.spanHours * HOUR
  const window = (from: number, until: number, isMissed: boolean): Window => ({
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    isMissed,
    failures: 0,
  })
  const through = Date.parse(cursor.through)
  if (end - through > LIVE_REACH) {
    const from = Math.max(end - lookBack, cursor.missedFrom ? through : through - LATE)
    if (from < end) {
      cursor.missedFrom ??= new Date(from).toISOString()
      return window(from, Math.min(from + span, end), true)
    }
    cursor.through = now.toISOString()
  }
  const earliest = Date.parse(cursor.begun) - lookBack
  const back = Date.parse(cursor.back)
  return back > earliest ? window(Math.max(earliest, back - span), back, false) : null
}

/** The window is done with. Returns the stretch that is complete now, where the live feeds had missed something. */
export function closeWindow(
  cursor: Cursor,
  window: Window,
  now: Date,
): { from: Date; until: Date } | undefined {
  delete cursor.window
  if (!window.isMissed) {
    cursor.back = window.from
    return undefined
  }
  cursor.through = window.until
  const from = new Date(cursor.missedFrom ?? window.from)
  if (now.getTime() - Date.parse(cursor.through) <= LIVE_REACH) delete cursor.missedFrom
  return { from, until: new Date(window.until) }
}

/** Nothing of it could be had: it is passed over, and what comes after it is made good from there. */
export function passOver(cursor: Cursor, window: Window, now: Date): void {
  closeWindow(cursor, window, now)
  if (cursor.missedFrom) cursor.missedFrom = window.until
}

/** Half of it is asked for instead. False when it is as short as it gets. */
export function halve(cursor: Cursor, window: Window): boolean {
  const hours = (Date.parse(window.until) - Date.parse(window.from)) / HOUR
  if (hours <= 1) return false
  cursor.spanHours = Math.max(1, hours / 2)
  delete cursor.window
  return true
}

/** Whether everything is here that people are judged by. */
export const isRecentRead = ({ back, missedFrom }: Cursor, now: Date): boolean =>
  missedFrom === undefined && Date.parse(back) <= now.getTime() - JUDGED_DAYS * DAY

/** Queries take from a minute to hours: those that take long are looked at less often. */
export const secondsUntilLook = ({ askedAt }: Pick<Query, 'askedAt'>, now: Date): number =>
  Math.min(300, Math.max(15, (now.getTime() - Date.parse(askedAt)) / 4000))
