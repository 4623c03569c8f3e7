// Which network an address belongs to: a compact index of autonomous systems, made once from the CSV that npm brings.
import { createReadStream, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fourNumber, sixParts } from './address-bits.ts'

interface Network {
  asn: number
  name: string
}

export interface NetworkIndex {
  find(address: string): Network | null
  /** The name of a network, by its number. */
  named(asn: number): string | null
}

// Raise it when the layout changes: an index of another layout is not even opened.
const LAYOUT = 1
const MAGIC = 0x56_44_54_4e
const HEADER_WORDS = 6

/** Opens the index, making it first where it is missing. */
export async function openNetworks(): Promise<NetworkIndex> {
  const place = indexPlace()
  try {
    return readIndex(readFileSync(place))
  } catch {
    // Missing, cut short, or of another layout: made anew.
  }
  const bytes = await buildNetworks()
  keepIndex(place, bytes)
  return readIndex(bytes)
}

/** Makes the index anew and keeps it; what `npm run build` calls. */
export async function rebuildNetworks(): Promise<{ path: string; bytes: number }> {
  const bytes = await buildNetworks()
  const path = indexPlace()
  if (!keepIndex(path, bytes)) throw new Error(`cannot write ${path}`)
  return { path, bytes: bytes.length }
}

function sourceFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('@ip-location-db/asn/package.json'))
}

// Beside the package it comes from, and named for its version, so that an update is never read from an old index.
function indexPlace(): string {
  const folder = sourceFolder()
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, '..', '..', '.cache', 'vedette', `networks-${version}-${LAYOUT}.bin`)
}

/** Written beside and renamed: whoever reads sees all of it or nothing, also when two processes write at once. */
function keepIndex(path: string, bytes: Buffer): boolean {
  const draft = `${path}.${process.pid}.${bytes.length}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, bytes)
    renameSync(draft, path)
    return true
  } catch {
    // A read-only installation: the index is good all the same, it is only made anew at the next start.
    rmSync(draft, { force: true })
    return false
  }
}

async function buildNetworks(): Promise<Buffer> {
  const folder = sourceFolder()
  const places = new Map<number, number>()
  const names: string[] = []
  const numbers: number[] = []
  const networkAt = (asn: number, name: string) => {
    const known = places.get(asn)
    if (known !== undefined) return known
    const at = numbers.push(asn) - 1
    names.push(name)
    places.set(asn, at)
    return at
  }

  const four: number[] = []
  for await (const { start, end, asn, name } of ranges(join(folder, 'asn-ipv4-num.csv'))) {
    const network = networkAt(asn, name)
    const from = Number(start)
    if (four.length > 0 && four.at(-1) === network && four.at(-2) === from - 1)
      four[four.length - 2] = Number(end)
    else four.push(from, Number(end), network)
  }
  // The upper half of an IPv6 address names the network; below /64 nobody announces anything.
  const six: number[] = []
  for await (const { start, end, asn, name } of ranges(join(folder, 'asn-ipv6-num.csv'))) {
    const from = BigInt(start) >> 64n
    const to = BigInt(end) >> 64n
    six.push(
      Number(from >> 32n),
      Number(from & 0xffff_ffffn),
      Number(to >> 32n),
      Number(to & 0xffff_ffffn),
      networkAt(asn, name),
    )
  }
  return writeIndex(four, six, numbers, names)
}

interface Range {
  start: string
  end: string
  asn: number
  name: string
}

async function* ranges(path: string): AsyncGenerator<Range> {
  for await (const line of createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const first = line.indexOf(',')
    const second = line.indexOf(',', first + 1)
    const third = line.indexOf(',', second + 1)
    if (third < 0) continue
    const name = line.slice(third + 1)
    yield {
      start: line.slice(0, first),
      end: line.slice(first + 1, second),
      asn: Number(line.slice(second + 1, third)),
      name: name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name,
    }
  }
}

function writeIndex(four: number[], six: number[], numbers: number[], names: string[]): Buffer {
  const fours = four.length / 3
  const sixes = six.length / 5
  const texts = names.map(name => Buffer.from(name, 'utf8'))
  const textBytes = texts.reduce((sum, text) => sum + text.length, 0)
  const words = new Uint32Array(HEADER_WORDS + 3 * fours + 5 * sixes + 2 * numbers.length + 1)
  words.set([MAGIC, LAYOUT, fours, sixes, numbers.length, textBytes])
  let at = HEADER_WORDS
  for (const [columns, rows, width] of [
    [four, fours, 3],
    [six, sixes, 5],
  ] as const) {
    for (let column = 0; column < width; column++) {
      for (let row = 0; row < rows; row++) words[at++] = columns[row * width + column]!
    }
  }
  for (const number of numbers) words[at++] = number
  let offset = 0
  for (const text of texts) {
    words[at++] = offset
    offset += text.length
  }
  words[at] = offset
  return Buffer.concat([Buffer.from(words.buffer), ...texts])
}

function readIndex(bytes: Buffer): NetworkIndex {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
  const [magic, layout, fours, sixes, networks, textBytes] = words as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const size = HEADER_WORDS + 3 * fours + 5 * sixes + 2 * networks + 1
  if (magic !== MAGIC || layout !== LAYOUT || bytes.length !== size * 4 + textBytes)
    throw new Error('not an index of networks')
  let at = HEADER_WORDS
  const column = (length: number) => {
    at += length
    return words.subarray(at - length, at)
  }
  const [start4, end4, network4] = [column(fours), column(fours), column(fours)]
  const [startHigh, startLow, endHigh, endLow, network6] = [
    column(sixes),
    column(sixes),
    column(sixes),
    column(sixes),
    column(sixes),
  ]
  const numbers = column(networks)
  const offsets = column(networks + 1)
  const texts = bytes.subarray(size * 4)
  const network = (place: number): Network => ({
    asn: numbers[place]!,
    name: texts.toString('utf8', offsets[place]!, offsets[place + 1]!),
  })

  let places: Map<number, number> | null = null
  function placeOf(asn: number): number | undefined {
    places ??= new Map(Array.from(numbers, (number, place) => [number, place]))
    return places.get(asn)
  }

  function findFour(address: number): Network | null {
    let low = 0
    let high = fours - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (start4[middle]! > address) high = middle - 1
      else if (end4[middle]! < address) low = middle + 1
      else return network(network4[middle]!)
    }
    return null
  }

  function findSix(upper: number, lower: number): Network | null {
    let low = 0
    let high = sixes - 1
    while (low <= high) {
      const middle = (low + high) >>> 1
      if (isAfter(startHigh[middle]!, startLow[middle]!, upper, lower)) high = middle - 1
      else if (isAfter(upper, lower, endHigh[middle]!, endLow[middle]!)) low = middle + 1
      else return network(network6[middle]!)
    }
    return null
  }

  return {
    find(address) {
      const parts = address.includes(':') ? sixParts(address) : null
      if (parts !== null) return findSix(parts[0] * 65536 + parts[1], parts[2] * 65536 + parts[3])
      const four = fourNumber(address)
      return four === null ? null : findFour(four)
    },
    named(asn) {
      const place = placeOf(asn)
      return place === undefined ? null : network(place).name
    },
  }
}

function isAfter(upper: number, lower: number, thanUpper: number, thanLower: number): boolean {
  return upper > thanUpper || (upper === thanUpper && lower > thanLower)
}
