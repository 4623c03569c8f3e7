// The members of a zip archive, each as a stream of bytes.
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type Bytes, DamagedData, refuseBomb } from './bytes.ts'

export type Member = { name: string; packedBytes: number } & (
  | { bytes: Bytes; unpackedBytes: number }
  | { skipped: string }
)

/** What archivers of desktops put in beside the files. */
const CLUTTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export async function* zipMembers(path: string): AsyncGenerator<Member> {
  const zip = await open(path)
  try {
    for await (const entry of entries(zip)) {
      const { fileName: name, compressedSize: packedBytes } = entry
      if (name.endsWith('/') || CLUTTER.test(name)) continue
      if (entry.isEncrypted())
        yield { name, packedBytes, skipped: 'it is protected by a password; unpack it first' }
      else if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
        yield { name, packedBytes, skipped: 'it is packed in a way that is not known; unpack it first' }
      else yield { name, packedBytes, bytes: contents(zip, entry), unpackedBytes: entry.uncompressedSize }
    }
  } finally {
    zip.close()
  }
}

function open(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, decodeStrings: true }, (error, zip) => {
      if (error)
        reject(new DamagedData('the zip archive is damaged or cut off: its list of contents cannot be read'))
      else resolve(zip)
    })
  })
}

async function* entries(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const settle =
        <T>(act: (value: T) => void) =>
        (value: T) => {
          zip.removeAllListeners('entry').removeAllListeners('end').removeAllListeners('error')
          act(value)
        }
      zip.once('entry', settle(resolve))
      zip.once(
        'end',
        settle(() => resolve(null)),
      )
      zip.once(
        'error',
        settle(() => reject(new DamagedData('the zip archive is damaged: its list of contents breaks off'))),
      )
      zip.readEntry()
    })
    if (!entry) return
    yield entry
  }
}

async function* contents(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, opened) => {
      if (error) reject(new DamagedData('it cannot be unpacked: the archive is damaged'))
      else resolve(opened)
    })
  })
  let checksum = 0
  let unpacked = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum)
      unpacked += chunk.length
      refuseBomb(entry.compressedSize, unpacked)
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof DamagedData) throw cause
    throw new DamagedData('it is damaged or cut off; what came before was read')
  }
  if (checksum !== entry.crc32)
    throw new DamagedData('its checksum is wrong: some of what was read may be too')
}
