// What a file is before one looks at its records: packed or not, and in which encoding. Told by its bytes alone.
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { wordsFor } from './list.ts'

/** A piece is good until the next is asked for: whoever needs it longer copies it. */
export type Bytes = AsyncIterable<Uint8Array>

/** The data is damaged or cut off; what came before it has been handed on. */
export class DamagedData extends Error {
  override name = 'DamagedData'
}

/** The first bytes, at least `wanted` of them unless there are fewer, and everything including them. */
export async function peek(bytes: Bytes, wanted: number): Promise<{ head: Buffer; all: Bytes }> {
  const source = bytes[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let length = 0
  let isDone = false
  let fault: unknown
  while (length < wanted && !isDone) {
    try {
      const next = await source.next()
      if (next.done) isDone = true
      else {
        read.push(next.value.slice())
        length += next.value.length
      }
    } catch (cause) {
      // It comes after what was read before it.
      fault = cause
      isDone = true
    }
  }
  const head = Buffer.concat(read)
  async function* all() {
    try {
      if (head.length > 0) yield head
      if (fault) throw fault
      if (!isDone)
        for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return { head, all: all() }
}

const CHUNK = 64 * 1024

/** Into the same memory again and again: a stream takes new memory for every piece, gigabytes before it is swept up. */
export async function* bytesOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    await using file = await open(path)
    const memory = Buffer.allocUnsafeSlow(CHUNK)
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, CHUNK, null)
      if (bytesRead === 0) return
      yield memory.subarray(0, bytesRead)
    }
  } catch (cause) {
    throw new DamagedData(`it cannot be read: ${wordsFor(cause)}`)
  }
}

/** As they are, saying how many there were so far. */
export async function* telling(bytes: Bytes, tell: (bytesRead: number) => void): AsyncGenerator<Uint8Array> {
  let bytesRead = 0
  for await (const chunk of bytes) {
    bytesRead += chunk.length
    tell(bytesRead)
    yield chunk
  }
}

/** Read no further: what it comes from is closed. */
export async function leave(bytes: Bytes): Promise<void> {
  for await (const _ of bytes) break
}

export const isGzip = (head: Buffer) => head[0] === 0x1f && head[1] === 0x8b
export const isZip = (head: Buffer) =>
  head[0] === 0x50 &&
  head[1] === 0x4b &&
  ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))

/** Logs shrink to a tenth or a fiftieth. What shrinks more, and grows to this, was made to fill a disk. */
const SUSPICIOUS_BYTES = 1024 ** 3
const SUSPICIOUS_RATIO = 250

export function refuseBomb(packed: number, unpacked: number): void {
  if (unpacked > SUSPICIOUS_BYTES && unpacked > packed * SUSPICIOUS_RATIO)
    throw new DamagedData(
      'it unpacks to more than 1 GB and more than 250 times its size, as no log does; the rest was not read. Unpack it yourself if it is really wanted',
    )
}

/** Unpacks gzip, handing on all that could be unpacked before any damage. */
export const gunzip = (bytes: Bytes) => ahead(unpack(bytes))

/** The next piece is made, on another thread, while this one is looked at. */
async function* ahead(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ask = () => {
    const asked = pieces.next()
    // It is told when its turn comes.
    asked.catch(() => {})
    return asked
  }
  try {
    for (let asked = ask(); ; ) {
      const { value, done } = await asked
      if (done) return
      asked = ask()
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}

async function* unpack(bytes: Bytes): AsyncGenerator<Uint8Array> {
  const gzip = createGunzip({ chunkSize: 8 * CHUNK })
  const unpacked: Buffer[] = []
  let fault: Error | undefined
  gzip.on('data', chunk => unpacked.push(chunk))
  gzip.on('error', error => {
    fault = error
  })
  let packedBytes = 0
  let unpackedBytes = 0
  const take = () => {
    const taken = unpacked.splice(0)
    for (const { length } of taken) unpackedBytes += length
    return taken
  }
  const settle = (feed: (done: () => void) => void) =>
    new Promise<void>(resolve => {
      gzip.once('close', resolve)
      feed(() => {
        gzip.off('close', resolve)
        resolve()
      })
    })
  try {
    for await (const chunk of bytes) {
      // In slices: a packed byte may become a thousand.
      for (let at = 0; at < chunk.length && !fault; at += CHUNK) {
        const slice = chunk.subarray(at, at + CHUNK)
        packedBytes += slice.length
        await settle(done => gzip.write(slice, done))
        await setImmediate()
        yield* take()
        refuseBomb(packedBytes, unpackedBytes)
      }
      if (fault) break
    }
    if (!fault) {
      await settle(done => {
        gzip.once('end', done)
        gzip.end()
      })
      yield* take()
    }
  } finally {
    gzip.destroy()
  }
  if (fault)
    throw new DamagedData(
      (fault as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
        ? 'the gzip data is cut off: fetch the file again. What came before was read'
        : 'the gzip data is damaged: fetch the file again. What came before was read',
    )
}

/** As UTF-8 without a byte order mark. PowerShell writes UTF-16, with a mark or without; Excel what Windows has. */
export async function* asUtf8(bytes: Bytes, head: Buffer): AsyncGenerator<Buffer> {
  const encoding = encodingOf(head)
  if (encoding === 'utf-8') {
    let toSkip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
    for await (const chunk of bytes) {
      const from = Math.min(toSkip, chunk.length)
      toSkip -= from
      if (chunk.length > from) yield Buffer.from(chunk.buffer, chunk.byteOffset + from, chunk.length - from)
    }
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    if (text) yield Buffer.from(text)
  }
  const rest = decoder.decode()
  if (rest) yield Buffer.from(rest)
}

function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Without a mark: Latin letters and brackets have a zero on one side.
  const zeros = [0, 0]
  const looked = Math.min(head.length, 512) & ~1
  for (let at = 0; at < looked; at++) if (head[at] === 0) zeros[at & 1]!++
  if (zeros[1]! > looked / 4 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > looked / 4 && zeros[1] === 0) return 'utf-16be'
  return isUtf8(head) || hasUtf8(head) ? 'utf-8' : 'windows-1252'
}

/** A letter beyond ASCII that is right, anywhere: what is wrong elsewhere is damage then, or where the head ends. */
function hasUtf8(head: Buffer): boolean {
  // A letter takes four bytes at most, so the last three may be the beginning of one.
  if (isUtf8(head.subarray(0, -1)) || isUtf8(head.subarray(0, -2)) || isUtf8(head.subarray(0, -3)))
    return true
  return /[^\0-\x7f\ufffd]/.test(head.toString('utf8'))
}
