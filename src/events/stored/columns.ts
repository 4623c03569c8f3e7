// Columns of many rows as PostgreSQL takes them in binary: written once, with nothing to quote here or to unquote there.

const TEXT = 25
const TIMESTAMPTZ = 1184
const HEAD_BYTES = 20
const YEAR_2000 = Date.UTC(2000, 0, 1)

/** For a parameter of the type text[]. */
export function textColumn(values: (string | null)[]): Buffer {
  let bytes = HEAD_BYTES
  const lengths = values.map(value => {
    const length = value === null ? -1 : Buffer.byteLength(value)
    bytes += 4 + Math.max(0, length)
    return length
  })
  const column = headed(bytes, TEXT, values.length)
  let at = HEAD_BYTES
  for (let row = 0; row < values.length; row++) {
    const length = lengths[row]!
    at = column.writeInt32BE(length, at)
    if (length > 0) at += column.write(values[row]!, at)
  }
  return column
}

/** For a parameter of the type timestamptz[], from milliseconds since 1970. */
export function momentColumn(moments: number[]): Buffer {
  const column = headed(HEAD_BYTES + 12 * moments.length, TIMESTAMPTZ, moments.length)
  let at = HEAD_BYTES
  for (const moment of moments) {
    const microseconds = (Math.trunc(moment) - YEAR_2000) * 1000
    at = column.writeInt32BE(8, at)
    at = column.writeInt32BE(Math.floor(microseconds / 2 ** 32), at)
    // The lower half, for numbers below zero too.
    at = column.writeUInt32BE(((microseconds % 2 ** 32) + 2 ** 32) % 2 ** 32, at)
  }
  return column
}

/** One dimension, counted from 1. */
function headed(bytes: number, type: number, length: number): Buffer {
  const column = Buffer.allocUnsafe(bytes)
  column.writeInt32BE(1, 0)
  column.writeInt32BE(1, 4)
  column.writeInt32BE(type, 8)
  column.writeInt32BE(length, 12)
  column.writeInt32BE(1, 16)
  return column
}
