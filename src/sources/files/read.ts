// Records out of any file an investigator has, whichever program wrote it. The format is told by content, not by name.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  asUtf8,
  type Bytes,
  bytesOf,
  DamagedData,
  gunzip,
  isGzip,
  isZip,
  leave,
  peek,
  telling,
} from './bytes.ts'
import { CsvReader } from './csv.ts'
import { rowReaderFor } from './csv-records.ts'
import { foreignKind, WORKBOOK } from './foreign.ts'
import { formatOf } from './format.ts'
import { JsonReader, LARGEST_RECORD } from './json.ts'
import type { RawRecord } from './record.ts'
import { unwrap, unwrapRow } from './unwrap.ts'
import { zipMembers } from './zip.ts'

export interface Entry {
  record: RawRecord
  /** Counted from 1: the line it begins on. */
  line: number
  /** The file inside an archive. */
  member?: string
}
export interface Bad {
  /** Null: of the file as a whole. */
  line: number | null
  reason: string
  member?: string
}
export interface Batch {
  entries: Entry[]
  bad: Bad[]
  /** Of the file as it lies on disk, so far: what a progress bar shows. */
  bytesRead: number
}
export interface ReadOptions {
  /** How many records at most come together. */
  batchSize?: number
  /** A record larger than this many bytes is reported and passed over. */
  largestRecord?: number
}

/** How much is looked at to tell the format. */
const HEAD = 64 * 1024
/** Archives inside archives. */
const DEEPEST = 3

interface Reading {
  batch: Batch
  batchSize: number
  largestRecord: number
  bytesRead: number
}

/** Reads a file or a stream from beginning to end; memory stays the same however long it is. */
export async function* readRecords(
  source: string | Bytes,
  { batchSize = 1000, largestRecord = LARGEST_RECORD }: ReadOptions = {},
): AsyncGenerator<Batch> {
  const reading: Reading = {
    batch: { entries: [], bad: [], bytesRead: 0 },
    batchSize,
    largestRecord,
    bytesRead: 0,
  }
  const bytes = typeof source === 'string' ? bytesOf(source) : source
  const told = telling(bytes, bytesRead => {
    reading.bytesRead = bytesRead
  })
  yield* readBytes(reading, told, undefined, 0, typeof source === 'string' ? source : null)
  if (reading.batch.entries.length || reading.batch.bad.length) yield flush(reading)
}

function flush(reading: Reading): Batch {
  const full = reading.batch
  full.bytesRead = reading.bytesRead
  reading.batch = { entries: [], bad: [], bytesRead: reading.bytesRead }
  return full
}

/** Handed on in pieces of the size that was asked for. */
function* full(reading: Reading): Generator<Batch> {
  while (reading.batch.entries.length >= reading.batchSize || reading.batch.bad.length >= reading.batchSize) {
    const rest = {
      entries: reading.batch.entries.splice(reading.batchSize),
      bad: reading.batch.bad.splice(reading.batchSize),
    }
    const batch = flush(reading)
    reading.batch.entries = rest.entries
    reading.batch.bad = rest.bad
    yield batch
  }
}

async function* readBytes(
  reading: Reading,
  bytes: Bytes,
  member: string | undefined,
  depth: number,
  path: string | null,
): AsyncGenerator<Batch> {
  const bad = (line: number | null, reason: string) => {
    reading.batch.bad.push(member === undefined ? { line, reason } : { line, reason, member })
  }
  const { head, all } = await peek(bytes, 4)
  try {
    if (isZip(head) || isGzip(head)) {
      if (depth >= DEEPEST) bad(null, 'archives within archives within archives: unpack it first')
      else if (isGzip(head)) yield* readBytes(reading, gunzip(all), member, depth + 1, null)
      else yield* readZip(reading, all, member, depth, path)
    } else yield* readText(reading, all, member, bad)
  } catch (cause) {
    if (!(cause instanceof DamagedData)) throw cause
    bad(null, cause.message)
  }
}

async function* readZip(
  reading: Reading,
  bytes: Bytes,
  member: string | undefined,
  depth: number,
  path: string | null,
): AsyncGenerator<Batch> {
  // A zip's list of contents stands at its end: what comes as a stream is laid down first.
  const folder = path === null ? await mkdtemp(join(tmpdir(), 'vedette-')) : null
  try {
    const file = path ?? join(folder!, 'archive.zip')
    if (path === null) await pipeline(bytes, createWriteStream(file))
    else await leave(bytes)
    let packed = 0
    // Laying it down was not reading it: how far that is, its members tell.
    const advance = (bytesRead: number) => {
      if (depth === 0) reading.bytesRead = Math.floor(bytesRead)
    }
    for await (const inner of zipMembers(file)) {
      const name = member === undefined ? inner.name : `${member}/${inner.name}`
      const { packedBytes } = inner
      if (inner.name === '[Content_Types].xml') throw new DamagedData(WORKBOOK)
      if ('skipped' in inner) reading.batch.bad.push({ line: null, reason: inner.skipped, member: name })
      else {
        const told = telling(inner.bytes, read =>
          advance(packed + packedBytes * (read / (inner.unpackedBytes || 1))),
        )
        yield* readBytes(reading, told, name, depth + 1, null)
      }
      packed += packedBytes
      advance(packed)
    }
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
  }
}

async function* readText(
  reading: Reading,
  bytes: Bytes,
  member: string | undefined,
  bad: (line: number | null, reason: string) => void,
): AsyncGenerator<Batch> {
  const raw = await peek(bytes, HEAD)
  const { head, all } = await peek(asUtf8(raw.all, raw.head), HEAD)
  const foreign = foreignKind(raw.head)
  const format = foreign ? { kind: 'unknown' as const, reason: foreign } : formatOf(head, head.length < HEAD)
  if (format.kind === 'unknown') {
    bad(null, format.reason)
    return leave(all)
  }
  if (format.kind === 'empty') {
    // What little there was may end in damage, which then is all there is to say.
    for await (const _ of all);
    return
  }

  let line = 1
  const taker = {
    record(record: RawRecord) {
      reading.batch.entries.push(member === undefined ? { record, line } : { record, line, member })
    },
    bad: (reason: string) => bad(line, reason),
  }
  if (format.kind === 'json') {
    const reader = new JsonReader(
      {
        value(value, at, columns) {
          line = at
          if (columns) unwrapRow(value, columns, taker)
          else unwrap(value, taker)
        },
        bad,
      },
      reading.largestRecord,
    )
    yield* feed(
      reading,
      all,
      chunk => reader.push(chunk as Buffer),
      () => reader.end(),
    )
    return
  }
  const read = rowReaderFor(format.titles, format.separator)
  if (!read) {
    const titles = `${format.titles.slice(0, 6).join(', ')}${format.titles.length > 6 ? ' …' : ''}`
    bad(
      null,
      `a table with the columns ${titles}: no export of sign-in or audit records that is known. Is the portal in another language? Download it as JSON, which is the same in all of them, or set the portal to English`,
    )
    return leave(all)
  }
  let isHeader = true
  const reader = new CsvReader(
    {
      row(cells, at) {
        line = at
        if (at < format.headerLine) return
        if (isHeader) isHeader = false
        else read(cells, taker)
      },
      bad,
    },
    { separator: format.separator, longest: reading.largestRecord },
  )
  const decoder = new TextDecoder()
  yield* feed(
    reading,
    all,
    chunk => reader.push(decoder.decode(chunk, { stream: true })),
    () => reader.end(),
  )
}

/** Ends the reader even when the data breaks off, so that what it holds is handed on. */
async function* feed(
  reading: Reading,
  bytes: Bytes,
  push: (chunk: Uint8Array) => void,
  end: () => void,
): AsyncGenerator<Batch> {
  try {
    for await (const chunk of bytes) {
      push(chunk)
      yield* full(reading)
    }
  } catch (cause) {
    if (cause instanceof DamagedData) end()
    throw cause
  }
  end()
  yield* full(reading)
}
