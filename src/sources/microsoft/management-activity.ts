// The unified audit log as it grows: content of the Management Activity API is listed by when it became available, then
// fetched blob by blob. Needs no premium licence.
import { createHash } from 'node:crypto'
import {
  type Gap,
  type Page,
  type Rejection,
  type Source,
  type SourceContext,
  SourceFault,
} from '../source.ts'
import { type MicrosoftClient, Refused } from './client.ts'
import {
  auditingOff,
  type Content,
  type ContentType,
  type Feed,
  type Fetched,
  feedOf,
  isOff,
  refusedList,
  type Stretch,
} from './management-feed.ts'

interface Cursor {
  /** Everything that became available before this has been stored. */
  through: string
  /** The stretch being listed, and the list's page to go on with. */
  window?: Stretch
  /** Short names of blobs stored already that a list may name again. */
  seen: string[]
  /** Blobs that could not be read, and since when: tried again each turn, for a day. */
  aside: { uri: string; since: string; created: string }[]
}

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
/** Microsoft keeps seven days; a little less, so that what is asked for is not refused as too old. */
const KEPT = 7 * DAY - 10 * 60 * SECOND
const GIVE_UP_AFTER = DAY
/** Blobs fetched at the same time. */
const TOGETHER = 6
const RECORDS_PER_PAGE = 1000
const BLOBS_PER_PAGE = 200
const MILLISECONDS_PER_PAGE = 5000

export const managementActivity = (contentType: ContentType): Source<MicrosoftClient> => ({
  name: contentType,
  isSilenceOdd: true,
  pages: context => pages(contentType, context),
})

export const managementActivitySources = (
  ['Audit.AzureActiveDirectory', 'Audit.Exchange', 'Audit.SharePoint', 'Audit.General'] as const
).map(managementActivity)

async function* pages(
  contentType: ContentType,
  context: SourceContext<MicrosoftClient>,
): AsyncGenerator<Page> {
  const { now, sweepFrom, overlapSeconds } = context
  const feed = feedOf(contentType, context)
  const earliest = now.getTime() - KEPT
  const known = context.cursor as Cursor | null
  let gaps: Gap[] = []
  if (!known) await feed.start()

  const cursor: Cursor = known ?? {
    through: moment(Math.max(earliest, now.getTime() - context.lookBackDays * DAY)),
    seen: [],
    aside: [],
  }
  if (Date.parse(cursor.through) < earliest) {
    if (known)
      gaps.push({
        from: new Date(cursor.through),
        until: new Date(earliest),
        reason: 'Microsoft keeps audit records for seven days, and they were not collected in that time.',
      })
    cursor.through = moment(earliest)
    delete cursor.window
  }

  const fault = yield* retryAside(feed, cursor, now)
  let isRestarted = false
  const visited = new Set<string>()
  const end = floor(now.getTime())
  for (let isFirst = true; ; isFirst = false) {
    const window = cursor.window ?? nextWindow(cursor, { end, earliest, overlapSeconds, sweepFrom, isFirst })
    if (!window) break
    cursor.window = window
    if (window.page) visited.add(window.page)
    let listed: Awaited<ReturnType<Feed['list']>>
    try {
      listed = await feed.list(window)
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause
      if (isOff(cause.refusal)) {
        if (isRestarted) throw auditingOff()
        isRestarted = true
        await feed.start()
        gaps.push({
          from: new Date(cursor.through),
          until: now,
          reason:
            'The subscription to this log had been stopped. It was started again; Microsoft does not give what was logged in between.',
        })
        continue
      }
      // The page's name has gone out of date: the stretch is listed again from its beginning.
      if (window.page === null) throw refusedList(cause.refusal)
      window.page = null
      continue
    }
    const fresh = listed.content.filter(({ id }) => !cursor.seen.includes(nameOf(id)))
    let page = emptyPage()
    for (let at = 0; at < fresh.length; at += TOGETHER) {
      const together = fresh.slice(at, at + TOGETHER)
      const fetched = await Promise.all(together.map(content => feed.fetch(content)))
      for (const [n, content] of together.entries()) {
        const blob = fetched[n]!
        const count = 'records' in blob ? blob.records.length : 0
        // Before this blob counts as seen: the cursor that goes with a page knows of nothing that is not in it.
        if (isFull(page, count)) {
          yield { ...page.given, ...(gaps.length && { gaps }), cursor: structuredClone(cursor) }
          gaps = []
          page = emptyPage()
        }
        addBlob(page, { content, blob, cursor, now })
      }
    }
    const isCircle = listed.next !== null && visited.has(listed.next)
    // What is on the pages is stored; the stretch is listed again from its beginning.
    if (isCircle) window.page = null
    else if (listed.next) window.page = listed.next
    else {
      cursor.through = later(cursor.through, window.until)
      delete cursor.window
    }
    forgetOld(cursor, listed.content, overlapSeconds)
    page.given.rejected.push(...listed.rejected)
    yield { ...page.given, ...(gaps.length && { gaps }), cursor: structuredClone(cursor) }
    gaps = []
    if (isCircle)
      throw new SourceFault(
        'broken-answer',
        'The pages in which this log’s content is listed lead in a circle. It is tried again.',
      )
  }
  if (fault || cursor.aside.length) throw fault ?? unreadable(cursor.aside.length)
}

/** The stretch to list next: at most a day, and from before where it stands, for content that is listed late. */
function nextWindow(
  cursor: Cursor,
  {
    end,
    earliest,
    overlapSeconds,
    sweepFrom,
    isFirst,
  }: { end: number; earliest: number; overlapSeconds: number; sweepFrom: Date | null; isFirst: boolean },
): Stretch | null {
  const through = Date.parse(cursor.through)
  const back = isFirst
    ? Math.min(through - overlapSeconds * SECOND, sweepFrom?.getTime() ?? Infinity)
    : through
  const from = Math.max(floor(back), Math.ceil(earliest / SECOND) * SECOND)
  if (from >= end) return null
  return { from: moment(from), until: moment(Math.min(from + DAY, end)), page: null }
}

/** What is stored in one commit: many blobs, for most of them hold a few records and a commit costs more than those. */
interface Gathered {
  given: { records: Record<string, unknown>[]; rejected: Rejection[]; publishedAt?: Date }
  blobs: number
  begun: number
}

const emptyPage = (): Gathered => ({
  given: { records: [], rejected: [] },
  blobs: 0,
  begun: performance.now(),
})

const isFull = ({ given, blobs, begun }: Gathered, more: number) =>
  blobs > 0 &&
  (given.records.length + more > RECORDS_PER_PAGE ||
    blobs >= BLOBS_PER_PAGE ||
    performance.now() - begun > MILLISECONDS_PER_PAGE)

/** One that cannot be read is set aside. */
function addBlob(
  page: Gathered,
  { content, blob, cursor, now }: { content: Content; blob: Fetched; cursor: Cursor; now: Date },
): void {
  page.blobs++
  cursor.seen.push(nameOf(content.id))
  if ('broken' in blob)
    cursor.aside.push({ uri: content.uri, since: now.toISOString(), created: content.created })
  else if ('gone' in blob)
    page.given.rejected.push({ reason: 'content that was listed but is not there any more' })
  else {
    for (const record of blob.records) page.given.records.push(record)
    page.given.rejected.push(...blob.rejected)
    const publishedAt = new Date(content.created)
    if (!Number.isNaN(publishedAt.getTime())) page.given.publishedAt = publishedAt
  }
}

/** What could not be read in earlier turns. Whatever is still broken after a day is given up, and counted. */
async function* retryAside(feed: Feed, cursor: Cursor, now: Date): AsyncGenerator<Page, SourceFault | null> {
  for (const blob of [...cursor.aside]) {
    const fetched = await feed.fetch({ id: blob.uri, uri: blob.uri, created: blob.created })
    const isOver = now.getTime() - Date.parse(blob.since) > GIVE_UP_AFTER
    if ('broken' in fetched && !isOver) continue
    cursor.aside = cursor.aside.filter(({ uri }) => uri !== blob.uri)
    const publishedAt = new Date(blob.created)
    yield {
      records: 'records' in fetched ? fetched.records : [],
      rejected:
        'records' in fetched
          ? fetched.rejected
          : [{ reason: 'content that could not be read for a day, and was given up' }],
      ...(!Number.isNaN(publishedAt.getTime()) && { publishedAt }),
      cursor: structuredClone(cursor),
    }
  }
  return cursor.aside.length ? unreadable(cursor.aside.length) : null
}

const unreadable = (count: number) =>
  new SourceFault(
    'broken-answer',
    `${count} ${count === 1 ? 'piece' : 'pieces'} of this log could not be read: Microsoft sends something that is no list of records. The rest was read; these are tried again for a day.`,
  )

/** Only what the next lists can name again has to be remembered. */
function forgetOld(cursor: Cursor, listed: Content[], overlapSeconds: number): void {
  const limit = Date.parse(cursor.window?.until ?? cursor.through) - overlapSeconds * SECOND
  const gone = new Set(
    listed.filter(({ created }) => Date.parse(created) < limit).map(({ id }) => nameOf(id)),
  )
  const stillListed = cursor.window?.page === null
  if (!stillListed && gone.size) cursor.seen = cursor.seen.filter(name => !gone.has(name))
  cursor.seen = cursor.seen.slice(-MOST_SEEN)
}
/** So that a cursor stays small whatever a tenant does; a blob fetched again only costs time. */
const MOST_SEEN = 4000

/** To the second, in UTC and without a zone, as the interface takes it. */
const moment = (at: number) => new Date(at).toISOString().slice(0, 19)
const floor = (at: number) => Math.floor(at / SECOND) * SECOND
const later = (one: string, other: string) => (one > other ? one : other)
const nameOf = (contentId: string) => createHash('sha256').update(contentId).digest('base64url').slice(0, 10)
