// What Graph's reports have in common: records of a stretch of time, page by page, in no order one could rely on.
import { type Gap, type Page, type SourceContext, SourceFault } from '../source.ts'
import { type MicrosoftClient, Refused } from './client.ts'

interface Cursor {
  /** Everything that happened before this has been stored. */
  through: string
  /** The stretch being read, and the page to go on with. */
  window?: { from: string; until: string; page: string | null }
}

export interface Report {
  /** Such as '/v1.0/auditLogs/directoryAudits'. */
  path: string
  timeField: string
  /** A further condition of the filter. */
  condition?: string
  keptDays: number
  permission: string
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PAGE = 1000
const WINDOW_DAYS = 7
/** Records are shown minutes after they happen, now and then hours: so far back is read again once an hour. */
const LATE = 3 * HOUR

export async function* reportPages(
  report: Report,
  {
    client,
    cursor: given,
    now,
    lookBackDays,
    overlapSeconds,
    sweepFrom,
    signal,
  }: SourceContext<MicrosoftClient>,
): AsyncGenerator<Page> {
  const earliest = now.getTime() - report.keptDays * DAY
  const known = given as Cursor | null
  let gaps: Gap[] = []
  const cursor: Cursor = known ?? {
    through: new Date(Math.max(earliest, now.getTime() - lookBackDays * DAY)).toISOString(),
  }
  if (Date.parse(cursor.through) < earliest) {
    if (known)
      gaps.push({
        from: new Date(cursor.through),
        until: new Date(earliest),
        reason: `Microsoft keeps this log for ${report.keptDays} days, and it was not collected in that time.`,
      })
    cursor.through = new Date(earliest).toISOString()
    delete cursor.window
  }
  const visited = new Set<string>()
  for (let isFirst = true; ; isFirst = false) {
    const window = cursor.window ?? nextWindow(cursor, isFirst)
    if (!window) return
    cursor.window = window
    const path = window.page ?? firstPage(report, window)
    if (visited.has(path))
      throw new SourceFault(
        'broken-answer',
        'Microsoft Graph’s pages of this log lead in a circle. It is tried again from the beginning of the stretch.',
      )
    visited.add(path)
    let found: Awaited<ReturnType<MicrosoftClient['list']>>
    try {
      found = await client.list({
        on: 'graph',
        path,
        permission: report.permission,
        isReport: true,
        signal,
        expects: ({ status }) => window.page !== null && (status === 400 || status === 404 || status === 410),
      })
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause
      // The page's name has gone out of date: read the stretch again. What is stored already is known by its id.
      window.page = null
      visited.clear()
      continue
    }
    if (found.next && visited.has(found.next)) {
      window.page = null
      throw new SourceFault(
        'broken-answer',
        'Microsoft Graph’s pages of this log lead in a circle. It is tried again.',
      )
    }
    if (found.next) window.page = found.next
    else {
      cursor.through = [cursor.through, window.until].sort()[1]!
      delete cursor.window
    }
    yield {
      records: found.records,
      cursor: structuredClone(cursor),
      ...(gaps.length && { gaps }),
      ...(found.rejected.length && { rejected: found.rejected }),
    }
    gaps = []
  }

  /** At most a week: requests are few, and a page whose link has run out costs the whole stretch. */
  function nextWindow({ through }: Cursor, isFirst: boolean): NonNullable<Cursor['window']> | null {
    const at = Date.parse(through)
    const isNewHour = Math.floor(at / HOUR) < Math.floor(now.getTime() / HOUR)
    const overlap = isNewHour ? Math.max(LATE, overlapSeconds * 1000) : overlapSeconds * 1000
    const back = at - (isFirst && known ? overlap : 0)
    const from = Math.max(earliest, isFirst ? Math.min(back, sweepFrom?.getTime() ?? Infinity) : back)
    if (from >= now.getTime()) return null
    const until = Math.min(from + WINDOW_DAYS * DAY, now.getTime())
    return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), page: null }
  }
}

function firstPage(
  { path, timeField, condition }: Report,
  { from, until }: { from: string; until: string },
): string {
  const filter = [`${timeField} ge ${from}`, `${timeField} le ${until}`, ...(condition ? [condition] : [])]
  return `${path}?$filter=${encodeURIComponent(filter.join(' and '))}&$top=${PAGE}`
}
