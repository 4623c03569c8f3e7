// Months of the audit log by Graph's queries: one at a time is asked for, looked at now and then until Microsoft has carried
// it out, and read page by page. Its state is in the cursor alone, so that any process goes on with it. A crash after
// asking and before storing the cursor leaves one query unused at Microsoft, no more.
import { type Gap, type Page, type Source, type SourceContext, SourceFault } from '../source.ts'
import { auditRecordOf } from './audit-record.ts'
import { type MicrosoftClient, Refused } from './client.ts'
import {
  beginning,
  type Cursor,
  closeWindow,
  halve,
  isRecentRead,
  nextWindow,
  noteLooking,
  passOver,
  type Query,
  secondsUntilLook,
  type Window,
} from './history-windows.ts'

type Context = SourceContext<MicrosoftClient>

const PERMISSION = 'AuditLogsQuery.Read.All'
const QUERIES = 'security/auditLog/queries'
const EVERY_SECONDS = 3600
const RECORDS_PER_PAGE = 1000
const MOST_FAILURES = 3
const MOST_REREADS = 2
const DAY = 86_400_000
/** What the Management Activity API keeps. */
const LIVE_DAYS = 7

export const auditQueries: Source<MicrosoftClient> = {
  name: 'auditLogQueries',
  everySeconds: EVERY_SECONDS,
  isSilenceOdd: false,
  pages,
}

async function* pages(context: Context): AsyncGenerator<Page> {
  const { client, now, lookBackDays } = context
  const cursor = (context.cursor as Cursor | null) ?? beginning(now)
  noteLooking(cursor, now)
  const pageOf = (more: Omit<Partial<Page>, 'cursor'> = {}): Page => ({
    records: [],
    ...more,
    cursor: structuredClone(cursor),
  })
  for (;;) {
    const window = cursor.window ?? nextWindow(cursor, now, lookBackDays)
    if (!window) break
    if (!client.hasAuditQueries) throw notOffered()
    cursor.window = window
    const outcome = window.query ? await look(context, window.query) : await ask(context, window)
    if (outcome === 'under way') {
      const inSeconds = secondsUntilLook(window.query!, now)
      yield pageOf({ resume: { inSeconds, isRecentRead: isRecentRead(cursor, now) } })
      return
    }
    const isCutShort = outcome === 'too much'
    if (isCutShort && halve(cursor, window)) continue
    if (outcome !== 'failed' && (yield* readRecords(context, cursor, window, { isCutShort, pageOf })))
      continue
    window.failures++
    delete window.query
    if (window.failures < MOST_FAILURES) {
      yield pageOf()
      throw new SourceFault(
        'broken-answer',
        `Microsoft did not carry out the query for the audit log of ${daysOf(window)}. It is asked for again.`,
      )
    }
    passOver(cursor, window, now)
    const reason = `Microsoft did not carry out the query for it, asked ${MOST_FAILURES} times.`
    yield pageOf({ gaps: [gapOf(window, reason)] })
  }
  // That it looked is kept, or the next turn would take it for having been away.
  yield pageOf()
}

/** False when the query turns out to be of no use after all. */
async function* readRecords(
  { client, signal, now, lookBackDays }: Context,
  cursor: Cursor,
  window: Window,
  { isCutShort, pageOf }: { isCutShort: boolean; pageOf(more: Omit<Partial<Page>, 'cursor'>): Page },
): AsyncGenerator<Page, boolean> {
  const query = window.query!
  const visited = new Set<string>()
  let size = `?$top=${RECORDS_PER_PAGE}`
  for (;;) {
    const path = query.page ?? `${pathOf(query)}/records${size}`
    visited.add(path)
    const asked = { on: 'graph', path, permission: PERMISSION, signal, expects: isGone } as const
    let found: Awaited<ReturnType<MicrosoftClient['list']>>
    try {
      found = await optional(client.list(asked), lookBackDays)
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause
      const { status } = cause.refusal
      if (query.page !== null && status !== 404 && query.rereads < MOST_REREADS) {
        // The link has run out: from the beginning. What is stored already is known by its id.
        query.page = null
        query.rereads++
        visited.clear()
      } else if (query.page === null && status === 400 && size) size = ''
      else return false
      continue
    }
    const isCircle = found.next !== null && visited.has(found.next)
    if (isCircle && query.rereads++ >= MOST_REREADS) return false
    query.page = isCircle ? null : found.next
    const { records, rejected } = unwrap(found)
    const isLast = found.next === null
    const fills = isLast && !isCutShort ? closeWindow(cursor, window, now) : undefined
    if (isLast && isCutShort) passOver(cursor, window, now)
    yield pageOf({
      records,
      ...(rejected.length && { rejected }),
      ...(fills && { fills }),
      ...(isLast &&
        isCutShort && { gaps: [gapOf(window, 'It holds more than Microsoft gives for one query.')] }),
    })
    if (isCircle)
      throw new SourceFault(
        'broken-answer',
        'Microsoft Graph’s pages of a query lead in a circle. It is tried again from the first.',
      )
    if (isLast) return true
  }
}

const isGone = ({ status }: { status: number }) => status === 400 || status === 404 || status === 410

/** Asks Microsoft to look through a stretch; v1.0 has this by the reference, but for some tenants only beta does. */
async function ask({ client, now, signal, lookBackDays }: Context, window: Window) {
  for (const version of ['v1.0', 'beta'] as const) {
    try {
      const made = await optional(
        client.object({
          on: 'graph',
          method: 'POST',
          path: `/${version}/${QUERIES}`,
          body: {
            displayName: `Vedette: history of ${daysOf(window)}`,
            filterStartDateTime: window.from,
            // Whether the last moment belongs to it is not said.
            filterEndDateTime: new Date(Date.parse(window.until) + 1000).toISOString(),
          },
          permission: PERMISSION,
          signal,
          expects: ({ status }) => status === 404,
        }),
        lookBackDays,
      )
      if (typeof made.id !== 'string' || !made.id) return 'failed'
      window.query = { id: made.id, version, askedAt: now.toISOString(), page: null, rereads: 0 }
      return 'under way'
    } catch (cause) {
      // It may have been made all the same: counted, so that a broken answer does not make queries without end.
      if (cause instanceof SourceFault && cause.kind === 'broken-answer') return 'failed'
      if (!(cause instanceof Refused)) throw cause
    }
  }
  throw notOffered()
}

async function look({ client, now, signal, lookBackDays }: Context, query: Query) {
  if (query.page !== null) return 'done'
  let found: Record<string, unknown>
  try {
    const expects = ({ status }: { status: number }) => status === 404
    const asked = { on: 'graph', path: pathOf(query), permission: PERMISSION, signal, expects } as const
    found = await optional(client.object(asked), lookBackDays)
  } catch (cause) {
    if (cause instanceof Refused) return 'failed'
    throw cause
  }
  // The reference's example has it in `value`, as a list would be.
  const { status, isRecordCountLimitExceeded } = (
    typeof found.value === 'object' && found.value !== null ? found.value : found
  ) as Record<string, unknown>
  if (status === 'succeeded') return isRecordCountLimitExceeded === true ? 'too much' : 'done'
  if (status === 'failed' || status === 'cancelled') return 'failed'
  return now.getTime() - Date.parse(query.askedAt) > DAY ? 'failed' : 'under way'
}

function unwrap({ records: found, rejected }: Awaited<ReturnType<MicrosoftClient['list']>>) {
  const records = found.map(auditRecordOf).filter(record => record !== null)
  const others = found.length - records.length
  return {
    records,
    rejected: others ? [...rejected, { reason: 'holds no auditData', count: others }] : rejected,
  }
}

const pathOf = ({ id, version }: Query) => `/${version}/${QUERIES}/${encodeURIComponent(id)}`
const daysOf = ({ from, until }: Window) => `${from.slice(0, 10)} to ${until.slice(0, 10)}`
const gapOf = ({ from, until }: Window, reason: string): Gap => ({
  from: new Date(from),
  until: new Date(until),
  reason,
})

/** Everything else is collected without this permission: who does not give it is told once what it is good for. */
const optional = <T>(work: Promise<T>, lookBackDays: number): Promise<T> =>
  work.catch(cause => {
    if (!(cause instanceof SourceFault) || cause.kind !== 'permission') throw cause
    throw new SourceFault('left-out', sayOptional(lookBackDays), { permission: PERMISSION })
  })

/** What the permission is good for, where it is not given. */
export const sayOptional = (lookBackDays: number): string =>
  lookBackDays > LIVE_DAYS
    ? `Optional: with the permission ${PERMISSION} of Microsoft Graph, which only reads, the audit log is looked back through for ${lookBackDays} days instead of ${LIVE_DAYS}, so that what is usual is known from the start. Add it in Entra as an application permission and give consent again, or leave it: everything else is collected.`
    : `Optional, and of no use as it is set: Vedette looks back ${lookBackDays === 1 ? 'one day' : `${lookBackDays} days`} (VEDETTE_LOOK_BACK_DAYS), and up to ${LIVE_DAYS} are collected without the permission ${PERMISSION} of Microsoft Graph. Nothing needs to be done.`

const notOffered = () =>
  new SourceFault(
    'left-out',
    'Microsoft does not offer queries of the audit log in this cloud. Older history can be imported from files; nothing needs to be done.',
  )
