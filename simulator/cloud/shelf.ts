// Records made ready to be handed out, an hour at a time: marred as the faults want, in JSON, and cut into blobs.
import { type Blob, contentIdOf, cut } from './blobs.ts'
import { type Faults, type SetFault, strikesRecord } from './faults.ts'
import { type Marred, mar } from './marred.ts'
import {
  type ContentType,
  contentTypes,
  type Feed,
  isContentType,
  type LoggedRecord,
  type RecordSource,
} from './source.ts'

const HOUR = 3_600_000

/** As much of a tenant as matters here. */
interface Shelved {
  id: string
  extra: LoggedRecord[]
}

interface Cutting {
  blobSpanMs: number
  recordsPerBlob: number
  keptCharacters: number
}

export interface Item extends Marred {
  feed: Feed
  at: number
  publishedAt: number
}

interface Hour<T> {
  stamp: string
  weight: number
  byFeed: Map<Feed, T[]>
}

export interface Shelf {
  /** Blobs of a content type created within the hour that begins at `hour`, in order. */
  blobs(tenant: Shelved, contentType: ContentType, hour: number): Blob[]
  /** Whether those of that hour are ready. */
  hasBlobs(tenant: Shelved, hour: number): boolean
  /** Graph's records of what happened within that hour, oldest first; not all are published yet. */
  happened(tenant: Shelved, feed: Feed, hour: number): Item[]
}

export const hourOf = (at: number) => Math.floor(at / HOUR) * HOUR

export function createShelf(source: RecordSource, faults: Faults, settings: Cutting): Shelf {
  const blobs = new Map<string, Hour<Blob>>()
  const happened = new Map<string, Hour<Item>>()
  let weight = 0

  const stampOf = (tenant: Shelved) => `${faults.revision}|${source.revision}|${tenant.extra.length}`

  function kept<T>(
    shelf: Map<string, Hour<T>>,
    tenant: Shelved,
    hour: number,
    make: () => Map<Feed, T[]>,
    weigh: (item: T) => number,
  ) {
    const key = `${tenant.id}|${hour}`
    const stamp = stampOf(tenant)
    const there = shelf.get(key)
    if (there) {
      shelf.delete(key)
      if (there.stamp === stamp) {
        shelf.set(key, there)
        return there.byFeed
      }
      weight -= there.weight
    }
    const byFeed = make()
    const made = { stamp, byFeed, weight: 1000 }
    for (const items of byFeed.values()) for (const item of items) made.weight += weigh(item)
    shelf.set(key, made)
    weight += made.weight
    for (const kind of [blobs, happened] as Map<string, Hour<unknown>>[])
      for (const [oldest, { weight: freed }] of kind) {
        if (weight <= settings.keptCharacters || oldest === key) break
        kind.delete(oldest)
        weight -= freed
      }
    return byFeed
  }

  function makeBlobs(tenant: Shelved, hour: number): Map<Feed, Blob[]> {
    const own = appearances(source, faults, tenant, hour, hour + HOUR)
    const made = new Map<Feed, Blob[]>()
    for (const contentType of contentTypes) {
      const blobs: Blob[] = cut(own.get(contentType) ?? [], contentType, settings, 0)
      for (const fault of faults.ofRecords(tenant.id, contentType))
        if (fault.kind === 'resent') blobs.push(...resent(tenant, contentType, hour, fault))
      blobs.sort((a, b) => a.createdAt - b.createdAt || (a.contentId < b.contentId ? -1 : 1))
      made.set(contentType, blobs)
    }
    return made
  }

  function resent(tenant: Shelved, contentType: ContentType, hour: number, fault: SetFault): Blob[] {
    const delay = fault.ms ?? HOUR
    const again: Blob[] = []
    // Whole hours around the shifted one, because blobs are cut within their hours.
    for (let from = hourOf(hour - delay); from < hour + HOUR - delay; from += HOUR) {
      const items = appearances(source, faults, tenant, from, from + HOUR).get(contentType) ?? []
      for (const blob of cut(items, contentType, settings, 0)) {
        const createdAt = blob.createdAt + delay
        if (createdAt < hour || createdAt >= hour + HOUR) continue
        if (strikesRecord(fault, blob.contentId, blob.createdAt))
          again.push({
            ...blob,
            createdAt,
            contentId: contentIdOf(createdAt, contentType, blob.part, fault.id),
          })
      }
    }
    return again
  }

  return {
    hasBlobs: (tenant, hour) => blobs.get(`${tenant.id}|${hour}`)?.stamp === stampOf(tenant),
    blobs: (tenant, contentType, hour) =>
      kept(
        blobs,
        tenant,
        hour,
        () => makeBlobs(tenant, hour),
        blob => blob.weight,
      ).get(contentType) ?? [],
    happened(tenant, feed, hour) {
      const make = () => {
        const byFeed = new Map<Feed, Item[]>()
        const extra = tenant.extra.filter(({ at }) => at >= hour && at < hour + HOUR)
        const hasHuge = new Set<Feed>()
        for (const logged of both(source.happenedIn(tenant.id, hour, hour + HOUR), extra)) {
          const { feed } = logged
          if (isContentType(feed)) continue
          const item = itemOf(logged, faults.ofRecords(tenant.id, feed), hasHuge.has(feed))
          if (item.isHuge) hasHuge.add(feed)
          const items = byFeed.get(feed)
          if (items) items.push(item)
          else byFeed.set(feed, [item])
        }
        for (const items of byFeed.values()) items.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
        return byFeed
      }
      return kept(happened, tenant, hour, make, item => item.json.length * 3).get(feed) ?? []
    },
  }
}

const DELAYS: Record<string, number> = { late: 6 * HOUR, duplicated: HOUR / 6, changedDuplicate: HOUR / 6 }

const delayOf = (fault: SetFault) => fault.ms ?? DELAYS[fault.kind]!

/** A record of Graph's: its place in time stays, whatever is wrong with what it says. */
function itemOf(logged: LoggedRecord, faults: SetFault[], isHugeTaken: boolean): Item {
  const late = faults.find(
    fault => fault.kind === 'late' && strikesRecord(fault, logged.id, logged.publishedAt),
  )
  const publishedAt = logged.publishedAt + (late ? delayOf(late) : 0)
  return {
    ...mar(logged, faults.filter(isFirstTime), isHugeTaken),
    feed: logged.feed,
    at: logged.at,
    publishedAt,
  }
}

const isFirstTime = ({ kind }: SetFault) => kind !== 'changedDuplicate'

/** What appears in the audit feeds within [from, to): a record may come late, twice, and changed. */
function appearances(source: RecordSource, faults: Faults, tenant: Shelved, from: number, to: number) {
  const concerned = new Map(contentTypes.map(type => [type, faults.ofRecords(tenant.id, type)]))
  const shifting = [...concerned.values()].flat().filter(({ kind }) => kind in DELAYS)
  const found = new Map<ContentType, Item[]>(contentTypes.map(type => [type, []]))
  const hasHuge = new Set<ContentType>()
  for (const delay of new Set([0, ...shifting.map(delayOf)])) {
    const isIn = ({ publishedAt }: LoggedRecord) => publishedAt + delay >= from && publishedAt + delay < to
    for (const logged of both(
      source.publishedIn(tenant.id, from - delay, to - delay),
      tenant.extra.filter(isIn),
    )) {
      const { feed, at } = logged
      if (!isContentType(feed)) continue
      const faultsHere = concerned.get(feed)!
      const items = found.get(feed)!
      const publishedAt = logged.publishedAt + delay
      const struck = faultsHere.filter(
        fault => fault.kind in DELAYS && strikesRecord(fault, logged.id, logged.publishedAt),
      )
      const late = struck.find(({ kind }) => kind === 'late')
      if ((late ? delayOf(late) : 0) === delay) {
        const marred = mar(logged, faultsHere.filter(isFirstTime), hasHuge.has(feed))
        if (marred.isHuge) hasHuge.add(feed)
        items.push({ ...marred, feed, at, publishedAt })
      }
      for (const fault of struck)
        if (fault !== late && delayOf(fault) === delay)
          items.push({
            ...mar(logged, fault.kind === 'changedDuplicate' ? [fault] : []),
            feed,
            at,
            publishedAt,
          })
    }
  }
  for (const items of found.values()) items.sort((a, b) => a.publishedAt - b.publishedAt)
  return found
}

function* both<T>(first: Iterable<T>, second: Iterable<T>): Generator<T> {
  yield* first
  yield* second
}
