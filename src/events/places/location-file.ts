// Reads a MaxMind DB file a page at a time. The city files are 134 MB: as buffers they would be a quarter of what the
// whole service may use, while the pages that are looked at fit into a few megabytes.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { fourNumber, sixParts } from './address-bits.ts'

const PAGE = 4096
const SLOTS = 512
const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const METADATA_AT_MOST = 128 * 1024

export interface LocationFile {
  /** What the file says of an address; null when it says nothing. */
  find(address: string): Record<string, unknown> | null
  close(): void
}

export function openLocationFile(path: string): LocationFile {
  const file = openSync(path, 'r')
  try {
    return readLocationFile(file)
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function readLocationFile(file: number): LocationFile {
  const pages = pagedBytes(file)
  const size = fstatSync(file).size
  const tail = Buffer.alloc(Math.min(size, METADATA_AT_MOST))
  readSync(file, tail, 0, tail.length, size - tail.length)
  const marker = tail.lastIndexOf(MARKER)
  if (marker < 0) throw new Error('not a MaxMind DB file')
  const metadataAt = size - tail.length + marker + MARKER.length
  const metadata = decode(pages, metadataAt, metadataAt).value as Record<string, number>
  const {
    node_count: nodes,
    record_size: bits,
    ip_version: version,
  } = metadata as { node_count: number; record_size: number; ip_version: number }
  if (bits !== 24 && bits !== 28 && bits !== 32) throw new Error(`unknown record size ${bits}`)
  const treeSize = (bits / 4) * nodes
  const dataAt = treeSize + 16

  /** The record of a node for one bit of the address. */
  function follow(node: number, bit: number): number {
    const at = node * (bits / 4)
    if (bits === 24) return pages.number(at + bit * 3, 3)
    if (bits === 32) return pages.number(at + bit * 4, 4)
    const middle = pages.number(at + 3, 1)
    const upper = bit === 0 ? middle >> 4 : middle & 15
    return upper * 0x100_0000 + pages.number(at + bit * 4, 3)
  }

  function walk(bit: (index: number) => number, depth: number): Record<string, unknown> | null {
    let node = 0
    for (let index = 0; index < depth && node < nodes; index++) node = follow(node, bit(index))
    if (node <= nodes) return null
    const { value } = decode(pages, dataAt + node - nodes - 16, dataAt)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  }

  return {
    find(address) {
      const four = fourNumber(address)
      if (four !== null) {
        return version === 4
          ? walk(index => (four >>> (31 - index)) & 1, 32)
          : walk(index => (index < 96 ? 0 : (four >>> (127 - index)) & 1), 128)
      }
      const parts = version === 6 ? sixParts(address) : null
      return parts === null ? null : walk(index => (parts[index >> 4]! >> (15 - (index & 15))) & 1, 128)
    },
    close: () => closeSync(file),
  }
}

interface PagedBytes {
  number(at: number, length: number): number
  bytes(at: number, length: number): Buffer
}

// Each page has one slot it may lie in: no bookkeeping, and the top of the tree stays put.
function pagedBytes(file: number): PagedBytes {
  const memory = Buffer.allocUnsafeSlow(PAGE * SLOTS)
  const held = new Int32Array(SLOTS).fill(-1)

  function byte(at: number): number {
    const page = Math.floor(at / PAGE)
    const slot = page % SLOTS
    if (held[slot] !== page) {
      const read = readSync(file, memory, slot * PAGE, PAGE, page * PAGE)
      if (read < PAGE) memory.fill(0, slot * PAGE + read, (slot + 1) * PAGE)
      held[slot] = page
    }
    return memory[slot * PAGE + (at - page * PAGE)]!
  }

  return {
    number(at, length) {
      let number = 0
      for (let offset = 0; offset < length; offset++) number = number * 256 + byte(at + offset)
      return number
    },
    bytes(at, length) {
      const bytes = Buffer.allocUnsafe(length)
      for (let offset = 0; offset < length; offset++) bytes[offset] = byte(at + offset)
      return bytes
    },
  }
}

interface Decoded {
  value: unknown
  next: number
}

// The data section, by the published format: a control byte says type and size, pointers count from the section's start.
function decode(pages: PagedBytes, at: number, section: number): Decoded {
  const control = pages.number(at, 1)
  let type = control >> 5
  let next = at + 1
  if (type === 1) {
    const length = ((control >> 3) & 3) + 1
    const low = pages.number(next, length)
    const high = length === 4 ? 0 : (control & 7) * 256 ** length
    const base = [0, 2048, 526_336, 0][length - 1]!
    return { value: decode(pages, section + base + high + low, section).value, next: next + length }
  }
  if (type === 0) {
    type = 7 + pages.number(next, 1)
    next++
  }
  let size = control & 31
  if (size >= 29) {
    const length = size - 28
    size = [29, 285, 65_821][length - 1]! + pages.number(next, length)
    next += length
  }
  switch (type) {
    case 2:
      return { value: pages.bytes(next, size).toString('utf8'), next: next + size }
    case 3:
      return { value: pages.bytes(next, 8).readDoubleBE(0), next: next + 8 }
    case 7:
      return decodeMap(pages, next, size, section)
    case 11:
      return decodeList(pages, next, size, section)
    case 14:
      return { value: size === 1, next }
    case 15:
      return { value: pages.bytes(next, 4).readFloatBE(0), next: next + 4 }
    case 5:
    case 6:
    case 8:
    case 9:
    case 10:
      return { value: pages.number(next, size), next: next + size }
    default:
      return { value: null, next: next + size }
  }
}

function decodeMap(pages: PagedBytes, at: number, size: number, section: number): Decoded {
  const value: Record<string, unknown> = {}
  let next = at
  for (let entry = 0; entry < size; entry++) {
    const key = decode(pages, next, section)
    const held = decode(pages, key.next, section)
    value[String(key.value)] = held.value
    next = held.next
  }
  return { value, next }
}

function decodeList(pages: PagedBytes, at: number, size: number, section: number): Decoded {
  const value: unknown[] = []
  let next = at
  for (let entry = 0; entry < size; entry++) {
    const held = decode(pages, next, section)
    value.push(held.value)
    next = held.next
  }
  return { value, next }
}
