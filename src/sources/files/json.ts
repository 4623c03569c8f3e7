// JSON out of a stream of bytes: one value a line, a list, values one after another, lists inside an envelope.
// Memory holds one record at a time; what is broken is reported by line, and reading goes on at the next record.
import { isAscii } from 'node:buffer'
import { JsonScanner } from './json-scanner.ts'
import { reasonOf, type Sink } from './json-sink.ts'

export const LARGEST_RECORD = 16 * 1024 * 1024
/** A line longer than this is not waited for: it may be a whole file on one line. */
const LONGEST_QUICK_LINE = 1024 * 1024

const NEWLINE = 10
const OPEN = 123

export class JsonReader {
  readonly #sink: Sink
  readonly #largest: number
  readonly #longestQuick: number
  #line = 1
  #carry: Buffer[] = []
  #carried = 0
  /** At work while a value runs over several lines or is too long to wait for. */
  #scanner: JsonScanner | null = null
  #sawWholeLine = false

  constructor(sink: Sink, largest = LARGEST_RECORD) {
    this.#sink = sink
    this.#largest = largest
    this.#longestQuick = Math.min(largest, LONGEST_QUICK_LINE)
  }

  push(chunk: Buffer): void {
    if (this.#scanner) {
      this.#scanner.push(chunk)
      this.#leaveScanner()
      return
    }
    let from = 0
    if (this.#carried) {
      const first = chunk.indexOf(NEWLINE)
      this.#carry.push(Buffer.from(first === -1 ? chunk : chunk.subarray(0, first + 1)))
      this.#carried += first === -1 ? chunk.length : first + 1
      from = first === -1 ? chunk.length : first + 1
      if (first !== -1) this.#readLines(this.#take())
      else if (this.#carried > this.#longestQuick) this.#scan(this.#take())
    }
    const last = this.#scanner ? -1 : chunk.lastIndexOf(NEWLINE)
    if (last >= from) {
      this.#readLines(chunk.subarray(from, last + 1))
      from = last + 1
    }
    if (from === chunk.length) return
    const rest = chunk.subarray(from)
    if (this.#scanner) this.push(rest)
    else {
      this.#carry = [Buffer.from(rest)]
      this.#carried = rest.length
      if (this.#carried > this.#longestQuick) this.#scan(this.#take())
    }
  }

  end(): void {
    if (!this.#scanner && this.#carried) this.#readLines(this.#take())
    this.#scanner?.end()
  }

  #take(): Buffer {
    const carried = this.#carry.length === 1 ? this.#carry[0]! : Buffer.concat(this.#carry)
    this.#carry = []
    this.#carried = 0
    return carried
  }

  /** The quick way: cut at line ends and parsed. Decoded all at once when it is ASCII, where a byte is a character. */
  #readLines(bytes: Buffer): void {
    const text = isAscii(bytes) ? bytes.toString('latin1') : null
    for (let start = 0; start < bytes.length; ) {
      const newline = text ? text.indexOf('\n', start) : bytes.indexOf(NEWLINE, start)
      const end = newline === -1 ? bytes.length : newline
      if (end - start > this.#longestQuick) {
        this.#scan(bytes.subarray(start))
        return
      }
      const line = text ? text.slice(start, end) : bytes.toString('utf8', start, end)
      let value: unknown
      try {
        value = JSON.parse(line)
      } catch (cause) {
        if (line.trim() && !this.#readTroubled(line, bytes[end + 1], cause)) {
          this.#scan(bytes.subarray(start))
          return
        }
      }
      if (value !== undefined) {
        this.#sawWholeLine = true
        this.#sink.value(value, this.#line, null)
      }
      this.#line++
      start = end + 1
    }
  }

  /** Several values on a line, or a broken one. False when it may be the beginning of a longer value. */
  #readTroubled(line: string, next: number | undefined, cause: unknown): boolean {
    const first = line.trimStart()[0]
    const found: unknown[] = []
    const faults: string[] = []
    if (first === '{' || first === '[') {
      let isCutOff = false
      const alone = new JsonScanner(
        {
          value: value => found.push(value),
          bad: (_, reason) => faults.push(reason),
          cutOff: () => {
            isCutOff = true
          },
        },
        { line: 1, largest: this.#largest, sawWholeLine: false },
      )
      alone.push(Buffer.from(line))
      alone.end()
      if (isCutOff && !(this.#sawWholeLine && next === OPEN)) return false
      if (isCutOff) faults.unshift('this record is not complete')
    }
    if (!faults.length && found.length) {
      for (const value of found) this.#sink.value(value, this.#line, null)
    } else if (faults.length === 0 || !found.length) this.#sink.bad(this.#line, reasonOf(cause))
    else {
      for (const value of found) this.#sink.value(value, this.#line, null)
      for (const fault of faults) this.#sink.bad(this.#line, fault)
    }
    return true
  }

  #scan(bytes: Buffer): void {
    this.#scanner = new JsonScanner(this.#sink, {
      line: this.#line,
      largest: this.#largest,
      sawWholeLine: this.#sawWholeLine,
    })
    this.#scanner.push(bytes)
  }

  #leaveScanner(): void {
    const line = this.#scanner!.lineBetween()
    if (line === null) return
    this.#scanner = null
    this.#line = line
  }
}
