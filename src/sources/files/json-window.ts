// The stretch of a JSON text that is at hand: its bytes, where one stands in them, and on which line.

export const [NEWLINE, QUOTE, BACKSLASH, COMMA, COLON] = [10, 34, 92, 44, 58] as const
export const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125] as const
export const isSpace = (byte: number) => byte === 32 || byte === NEWLINE || byte === 13 || byte === 9

export class JsonWindow {
  bytes: Buffer = Buffer.alloc(0)
  /** Behind the last byte; what comes after it in `bytes` means nothing. */
  end = 0
  at = 0
  line: number
  /** Below zero when the beginning of the line has been let go of. */
  lineStart = 0

  constructor(line: number) {
    this.line = line
  }

  add(chunk: Buffer): void {
    if (this.end + chunk.length > this.bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.end + chunk.length))
      this.bytes.copy(larger, 0, 0, this.end)
      this.bytes = larger
    }
    chunk.copy(this.bytes, this.end)
    this.end += chunk.length
  }

  /** Lets go of what stands before `from`. Returns by how much every position has become smaller. */
  forget(from: number): number {
    // How far a record stands from the beginning of its line is needed to find the next one like it.
    const isNear = this.lineStart >= 0 && from - this.lineStart < 256
    const gone = isNear ? Math.min(from, this.lineStart) : from
    if (!gone) return 0
    this.bytes.copyWithin(0, gone, this.end)
    this.end -= gone
    this.at -= gone
    this.lineStart -= gone
    return gone
  }

  parse(from: number, to: number): unknown {
    return JSON.parse(this.bytes.toString('utf8', from, to))
  }

  skipSpace(): void {
    for (; this.at < this.end; this.at++) {
      const byte = this.bytes[this.at]!
      if (byte === NEWLINE) this.passNewline(this.at)
      else if (!isSpace(byte) && byte !== COMMA) return
    }
  }

  afterSpace(from: number): number {
    let at = from
    while (at < this.end && isSpace(this.bytes[at]!)) at++
    return at
  }

  moveTo(at: number): void {
    for (; this.at < at; this.at++) if (this.bytes[this.at] === NEWLINE) this.passNewline(this.at)
  }

  passNewline(at: number): void {
    this.line++
    this.lineStart = at + 1
  }

  /** Where on its line one stands; -1 when something stands before. */
  column(): number {
    for (let at = this.lineStart; at < this.at; at++) if (at < 0 || !isSpace(this.bytes[at]!)) return -1
    return this.at - this.lineStart
  }

  /** The first line after `from` where an object begins in this column; -1 when there is none yet. */
  objectFrom(from: number, column: number): number {
    for (let newline = from; ; ) {
      newline = this.bytes.indexOf(NEWLINE, newline)
      if (newline === -1 || newline >= this.end) return -1
      const at = this.afterSpace(newline + 1)
      if (at >= this.end) return -1
      const lineStart = this.bytes.lastIndexOf(NEWLINE, at) + 1
      if (at - lineStart === column && this.bytes[at] === OPEN) return at
      newline = Math.max(newline + 1, lineStart - 1)
    }
  }
}
