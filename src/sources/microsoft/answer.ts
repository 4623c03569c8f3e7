// Reads the body of an answer: JSON of the shape expected, or a named fault. One huge record does not spoil the others.

import { LARGEST_RECORD } from '../files/json.ts'
import { JsonScanner } from '../files/json-scanner.ts'
import { type Rejection, SourceFault } from '../source.ts'

/** Parsed at once up to here; what is longer is read record by record. */
const WHOLE_BYTES = 8 * 1024 * 1024
/** Good records of one answer that are held together. */
const MOST_BYTES = 256 * 1024 * 1024
/** Of an answer that is refused anyway. */
const REFUSAL_BYTES = 64 * 1024

export interface ReadList {
  records: Record<string, unknown>[]
  /** The envelope's other members, such as @odata.nextLink. */
  members: Record<string, unknown>
  rejected: Rejection[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const broken = (what: string) => new SourceFault('broken-answer', `${what} It is tried again.`)

/** A list of records: bare, or in `value`. */
export async function readList(response: Response, interfaceName: string): Promise<ReadList> {
  refuseOther(response, interfaceName)
  const { whole, rest } = await readBody(response)
  if (rest) return readLong(whole, rest, interfaceName)
  const value = parsed(whole, interfaceName)
  const list = Array.isArray(value) ? value : isObject(value) ? value.value : undefined
  if (!Array.isArray(list))
    throw broken(`${interfaceName} sent an answer of another shape than it should have.`)
  const { value: _, ...members } = isObject(value) ? value : {}
  const records = list.filter(isObject)
  const others = list.length - records.length
  return {
    records,
    members,
    rejected: others ? [{ reason: 'no record but a bare value', count: others }] : [],
  }
}

export async function readObject(
  response: Response,
  interfaceName: string,
): Promise<Record<string, unknown>> {
  refuseOther(response, interfaceName)
  const { whole, rest } = await readBody(response)
  if (rest) {
    await rest.return?.(undefined)
    throw broken(`${interfaceName} sent an answer far larger than it should have.`)
  }
  const value = parsed(whole, interfaceName)
  if (!isObject(value)) throw broken(`${interfaceName} sent an answer of another shape than it should have.`)
  return value
}

/** The vendor's own word for why: Graph and the audit log write { error: { code } }. */
export async function readRefusal(response: Response): Promise<string> {
  try {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      length += chunk.length
      if (length > REFUSAL_BYTES) break
    }
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    const error = isObject(value) ? value.error : undefined
    return isObject(error) && typeof error.code === 'string' ? error.code : ''
  } catch {
    return ''
  }
}

function refuseOther(response: Response, interfaceName: string): void {
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/i.test(type)) return
  void response.body?.cancel().catch(() => {})
  throw broken(
    /html/i.test(type)
      ? `${interfaceName} sent a web page instead of data. It may be out of order, or a proxy stands in between.`
      : `${interfaceName} sent something that is not said to be JSON.`,
  )
}

type Body = AsyncIterator<Uint8Array>

async function readBody(response: Response): Promise<{ whole: Buffer; rest?: Body }> {
  const body: Body = (response.body ?? emptyBody())[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const next = await body.next()
    if (next.done) return { whole: Buffer.concat(chunks) }
    chunks.push(next.value)
    length += next.value.length
    if (length > WHOLE_BYTES) return { whole: Buffer.concat(chunks), rest: body }
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

function parsed(bytes: Buffer, interfaceName: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw broken(`${interfaceName} sent an answer that is not valid JSON, or was cut off.`)
  }
}

async function readLong(first: Buffer, rest: Body, interfaceName: string): Promise<ReadList> {
  const found: ReadList = { records: [], members: {}, rejected: [] }
  let isCutOff = false
  let held = 0
  const scanner = new JsonScanner(
    {
      value(value) {
        if (isObject(value)) found.records.push(value)
        else found.rejected.push({ reason: 'no record but a bare value' })
      },
      member(name, value) {
        found.members[name] = value
      },
      bad: (_, reason) => found.rejected.push({ reason }),
      cutOff() {
        isCutOff = true
      },
    },
    { line: 1, largest: LARGEST_RECORD, sawWholeLine: false },
  )
  const push = (bytes: Buffer) => {
    const rejected = found.rejected.length
    scanner.push(bytes)
    // What was too large was passed over, and is not held.
    if (found.rejected.length > rejected) held = 0
    held += bytes.length
  }
  push(first)
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length))
    if (held > MOST_BYTES) {
      await rest.return?.(undefined)
      throw broken(`${interfaceName} sent an answer larger than can be held.`)
    }
  }
  scanner.end()
  if (isCutOff) throw broken(`${interfaceName} sent an answer that was cut off.`)
  return found
}
