// Where a page of incidents ended, as an opaque word: version, moment, id and a checksum, in base64url.
import { crc32 } from 'node:zlib'

export interface Cursor {
  createdAt: Date
  id: string
}

const EARLIEST = new Date('0001-01-01T00:00:00.000Z')
const LATEST = new Date('9999-12-31T23:59:59.999Z')
const VERSION = 1
const LENGTH = 1 + 8 + 16 + 4

export function writeCursor({ createdAt, id }: Cursor): string {
  const bytes = Buffer.alloc(LENGTH)
  bytes.writeUInt8(VERSION, 0)
  bytes.writeBigInt64BE(BigInt(createdAt.getTime()), 1)
  bytes.write(id.replaceAll('-', ''), 9, 'hex')
  bytes.writeUInt32BE(crc32(bytes.subarray(0, 25)), 25)
  return bytes.toString('base64url')
}

/** Undefined when it is not a cursor that `writeCursor` wrote. */
export function readCursor(text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== LENGTH || bytes.toString('base64url') !== text) return undefined
  if (bytes.readUInt8(0) !== VERSION || bytes.readUInt32BE(25) !== crc32(bytes.subarray(0, 25)))
    return undefined
  const createdAt = new Date(Number(bytes.readBigInt64BE(1)))
  const hex = bytes.toString('hex', 9, 25)
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
    '-',
  )
  // The checksum is no secret: a moment outside the database's calendar was written by somebody else.
  return createdAt >= EARLIEST && createdAt <= LATEST ? { createdAt, id } : undefined
}
