// One turn of one feed: pages are fetched and stored until it has caught up, has had its share, or fails.
import type { Logger } from 'pino'
import type { Db } from '../database/connect.ts'
import { secondsAfterFailure, secondsAfterSuccess } from './backoff.ts'
import { finishTurn, type TurnEnd } from './finish.ts'
import { judgeRecords, type Normalise } from './judge-records.ts'
import type { ClaimedFeed } from './lease.ts'
import { LeaseLost, type PageHooks, storePage } from './page.ts'
import { type Page, type Source, SourceFault } from './source.ts'

export interface TurnSettings {
  pollSeconds: number
  lookBackDays: number
  overlapSeconds: number
  leaseSeconds: number
  /** After so many pages, or so many seconds, a feed makes way for others. */
  pagesPerTurn: number
  secondsPerTurn: number
}

/** What a turn needs of the world. */
export interface TurnParts<Client> extends PageHooks {
  db: Db
  clock: () => Date
  random: () => number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  normalise: Normalise
  /** Throws a SourceFault where nobody has connected the tenant, or its secret cannot be read. */
  connect(feed: ClaimedFeed): Promise<Client>
  settings: TurnSettings
}

export interface TurnResult {
  end: TurnEnd['how'] | 'lease lost'
  pages: number
  stored: number
  seen: number
  rejected: number
}

const SWEEP_EVERY_HOURS = 24
// More than a day, so that what came between two sweeps is in one of them.
const SWEEP_HOURS = 26
const HOUR = 3_600_000

export async function takeTurn<Client>(
  parts: TurnParts<Client>,
  feed: ClaimedFeed,
  source: Source<Client>,
  signal: AbortSignal,
): Promise<TurnResult> {
  const { db, clock, random, settings, log } = parts
  const result: TurnResult = { end: 'yielded', pages: 0, stored: 0, seen: 0, rejected: 0 }
  const sweepFrom = sweepOf(feed, clock())
  // Pages with nothing to store need no commit of their own: their cursor goes with the end of the turn.
  let unstored: { value: unknown } | null = null
  let isSwept = sweepFrom === null
  const store = async ({ records, ...page }: Page) => {
    const now = clock()
    const { normalise } = parts
    const judged = judgeRecords(records, {
      normalise,
      directoryTenantId: feed.directoryTenantId,
      now,
    })
    const given = { feed, page, judged, leaseSeconds: settings.leaseSeconds, now, isSweep: !isSwept }
    const stored = await storePage(db, given, parts)
    isSwept = true
    unstored = null
    result.stored += stored.stored
    result.seen += stored.seen
    result.rejected += judged.rejected.length + (page.rejected?.length ?? 0)
  }
  let end: TurnEnd
  try {
    end = await turnPages(parts, feed, source, signal, sweepFrom, async page => {
      result.pages++
      if (isEmpty(page)) unstored = { value: page.cursor }
      else await store(page)
    })
  } catch (error) {
    if (error instanceof LeaseLost) return { ...result, end: 'lease lost' }
    if (!(error instanceof SourceFault)) throw error
    if (error.kind === 'unexpected')
      log.error({ err: error.cause, tenant: feed.tenantId, source: feed.source }, 'a source failed')
    end = { how: 'failed', fault: error }
  }
  const now = clock()
  const isHeld = await finishTurn(db, {
    feed,
    end,
    now,
    nextDueAt: nextDue(end, { feed, source, now, chance: random(), pollSeconds: settings.pollSeconds }),
    cursor: unstored,
    isSweep: !isSwept,
  })
  return { ...result, end: isHeld ? end.how : 'lease lost' }
}

async function turnPages<Client>(
  { connect, clock, settings }: TurnParts<Client>,
  feed: ClaimedFeed,
  source: Source<Client>,
  signal: AbortSignal,
  sweepFrom: Date | null,
  take: (page: Page) => Promise<void>,
): Promise<TurnEnd> {
  const begun = performance.now()
  const ofSource = <T>(work: Promise<T>) => heeding(work, signal).catch(asFault)
  const client = await ofSource(connect(feed))
  const pages = source
    .pages({
      tenant: { directoryTenantId: feed.directoryTenantId, displayName: feed.displayName },
      client,
      cursor: feed.cursor,
      now: clock(),
      lookBackDays: settings.lookBackDays,
      overlapSeconds: settings.overlapSeconds,
      sweepFrom,
      signal,
    })
    [Symbol.asyncIterator]()
  try {
    for (let taken = 0; ; taken++) {
      if (signal.aborted || taken >= settings.pagesPerTurn) return { how: 'yielded' }
      if (performance.now() - begun > settings.secondsPerTurn * 1000) return { how: 'yielded' }
      const next = await ofSource(pages.next())
      if (next === STOPPED) return { how: 'yielded' }
      if (next.done)
        return { how: 'caught up', isFinished: feed.service === 'Scan' && source.name !== 'directory' }
      await take(next.value)
      const { resume } = next.value
      if (resume) return { how: 'waiting', seconds: resume.inSeconds, isRecentRead: resume.isRecentRead }
    }
  } finally {
    // Not waited for: one that hangs would hold the turn.
    void Promise.resolve(pages.return?.()).catch(() => {})
  }
}

const STOPPED = { done: false, value: undefined } as unknown as IteratorResult<Page>

/** A source that does not heed the signal is left to itself. */
function heeding<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.resolve(STOPPED as T)
  return new Promise((resolve, reject) => {
    const stop = () => resolve(STOPPED as T)
    signal.addEventListener('abort', stop, { once: true })
    work
      .then(resolve, error => (signal.aborted ? stop() : reject(error as Error)))
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

function asFault(error: unknown): never {
  if (error instanceof SourceFault) throw error
  // What went wrong may hold an address or a token: it is for the log alone.
  throw new SourceFault(
    'unexpected',
    "Reading this log failed in a way that Vedette does not know. It is tried again; the cause stands in the service's log.",
    { cause: error },
  )
}

const isEmpty = ({ records, directory, rejected, gaps, fills }: Page) =>
  !records.length && !directory && !rejected?.length && !gaps?.length && !fills

function sweepOf({ cursor, sweptAt, watchingSince }: ClaimedFeed, now: Date): Date | null {
  if (cursor === null) return null
  const last = Math.max(sweptAt?.getTime() ?? 0, watchingSince.getTime())
  return now.getTime() - last >= SWEEP_EVERY_HOURS * HOUR
    ? new Date(now.getTime() - SWEEP_HOURS * HOUR)
    : null
}

function nextDue(
  end: TurnEnd,
  {
    feed,
    source,
    now,
    chance,
    pollSeconds,
  }: { feed: ClaimedFeed; source: Source; now: Date; chance: number; pollSeconds: number },
): Date {
  if (end.how === 'yielded') return now
  if (end.how === 'waiting') return new Date(now.getTime() + secondsAfterSuccess(end.seconds, chance) * 1000)
  const everySeconds = source.everySeconds ?? pollSeconds
  const seconds =
    end.how === 'caught up'
      ? secondsAfterSuccess(everySeconds, chance)
      : secondsAfterFailure({
          kind: end.fault.kind,
          failures: feed.failures + 1,
          retryAfterSeconds: end.fault.retryAfterSeconds,
          everySeconds: Math.min(everySeconds, pollSeconds * 5),
          chance,
        })
  return new Date(now.getTime() + seconds * 1000)
}
