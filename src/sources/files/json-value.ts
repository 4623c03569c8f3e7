// Passes over one value of a JSON text by its brackets and quotes alone; what is in it is JSON.parse's business.
import {
  BACKSLASH,
  CLOSE,
  CLOSE_LIST,
  COMMA,
  isSpace,
  type JsonWindow,
  NEWLINE,
  OPEN,
  OPEN_LIST,
  QUOTE,
} from './json-window.ts'

export class JsonValue {
  start: number
  #depth = 0
  #isInString = false

  constructor(start: number) {
    this.start = start
  }

  /** A number or a word, of which nothing but the end of the text tells that it is whole. */
  isWholeAtEnd(): boolean {
    return !this.#depth && !this.#isInString
  }

  /**
   * Moves the window to behind the value, as far as it is at hand. `isNextRecord` is asked at every object within:
   * where the next record begins, this one was never closed.
   */
  pass(
    window: JsonWindow,
    isNextRecord: () => boolean,
  ): 'whole' | 'unfinished' | 'a line ends inside a text' | 'the next record begins' {
    const { bytes, end } = window
    let at = window.at
    while (at < end) {
      const byte = bytes[at]!
      if (this.#isInString) {
        let inside = byte
        while (inside !== QUOTE && inside !== NEWLINE) {
          at += inside === BACKSLASH ? 2 : 1
          if (at >= end) break
          inside = bytes[at]!
        }
        if (at >= end) break
        if (inside === NEWLINE) {
          window.at = at
          return 'a line ends inside a text'
        }
        this.#isInString = false
        at++
        if (!this.#depth) {
          window.at = at
          return 'whole'
        }
        continue
      }
      if (byte === QUOTE) this.#isInString = true
      else if (byte === OPEN || byte === OPEN_LIST) {
        window.at = at
        if (byte === OPEN && this.#depth && isNextRecord()) return 'the next record begins'
        this.#depth++
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        // A bare number or word ends where its list or object does.
        if (this.#depth === 0 || --this.#depth === 0) {
          window.at = this.#isBare(bytes) ? at : at + 1
          return 'whole'
        }
      } else if (!this.#depth && (byte === COMMA || isSpace(byte))) {
        window.at = at
        return 'whole'
      } else if (byte === NEWLINE) window.passNewline(at)
      at++
    }
    window.at = at
    return 'unfinished'
  }

  #isBare(bytes: Buffer): boolean {
    const first = bytes[this.start]
    return first !== OPEN && first !== OPEN_LIST && first !== QUOTE
  }
}
