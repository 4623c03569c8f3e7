// A record being looked at: where it begins, and how the next one like it is told when this one is broken.
import { isSpace, type JsonWindow, OPEN } from './json-window.ts'

export class JsonRecord {
  start: number
  readonly line: number
  /** Where on its line it begins; -1 when something stands before it. */
  readonly column: number
  isTooLarge = false

  constructor(start: number, line: number, column: number) {
    this.start = start
    this.line = line
    this.column = column
  }

  /** An opening bracket where this one began on its line: it was never closed. */
  isNext({ bytes, at, lineStart, line }: JsonWindow, { sawWholeLine }: { sawWholeLine: boolean }): boolean {
    if (bytes[at] !== OPEN || at === this.start) return false
    if (this.column < 0 || at - lineStart !== this.column) return false
    if (this.column === 0 && !sawWholeLine) return false
    for (let before = lineStart; before < at; before++) if (!isSpace(bytes[before]!)) return false
    return line > this.line
  }

  /** The first line after `from` that begins as this one did; -1 when there is none yet. */
  nextFrom(window: JsonWindow, from = this.start): number {
    return window.objectFrom(from, Math.max(this.column, 0))
  }

  /** To a place behind its beginning: lines are counted anew from there. */
  goBack(window: JsonWindow, to: number): void {
    window.at = this.start
    window.line = this.line
    window.moveTo(to)
  }
}
