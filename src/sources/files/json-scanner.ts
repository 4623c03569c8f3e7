// Finds where the values of a JSON text begin and end by looking at its bytes, so that each is parsed by itself.

export interface Sink {
  /** `columns` when the value is a row of a table. */
  value(value: unknown, line: number, columns: string[] | null): void
  bad(line: number, reason: string): void
  /** A short member of an envelope beside its list. */
  member?(name: string, value: unknown): void
  /** The text ended inside a value. Without it, that is reported as bad. */
  cutOff?(): void
}

/** Envelopes that hold records in a list, by the name of the list: Graph, Azure Monitor, Splunk, Elastic and others. */
const LIST_NAMES = new Set(['value', 'records', 'results', 'hits', 'tables', 'events'])
/** A value that has one of these is a record itself, whatever lists it holds. */
const RECORD_NAMES = new Set(['id', 'creationtime', 'createddatetime', 'operation', 'time', 'timegenerated'])

const LONGEST_MEMBER = 16 * 1024

const [NEWLINE, QUOTE, BACKSLASH, COMMA, COLON] = [10, 34, 92, 44, 58]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [91, 93, 123, 125]
const isSpace = (byte: number) => byte === 32 || byte === NEWLINE || byte === 13 || byte === 9

interface ObjectFrame {
  kind: 'object'
  /** Undecided: perhaps a record, perhaps an envelope. */
  isDecided: boolean
  isTable: boolean
  hasRecordNames: boolean
  columns: string[] | null
}
interface ListFrame {
  kind: 'list'
  holds: 'records' | 'tables' | 'rows'
  columns: string[] | null
}
type Frame = ObjectFrame | ListFrame

export class JsonScanner {
  readonly #sink: Sink
  readonly #largest: number
  #bytes: Buffer = Buffer.alloc(0)
  #end = 0
  #at = 0
  #line: number
  #lineStart = 0
  #frames: Frame[] = []
  #state: 'between' | 'members' | 'value' | 'seeking' = 'between'
  #isEnding = false
  #sawWholeLine: boolean
  #sawBad = false

  // The record being looked at: an undecided object, or an element of a list.
  #start = 0
  #startLine = 1
  #column = -1 // where on its line it begins; -1 when something stands before it
  #isTooLarge = false

  // The value being passed over: the record itself, or a member of an undecided object.
  #valueStart = 0
  #depth = 0
  #isInString = false
  #use: 'element' | 'member' | 'columns' = 'element'
  #name = ''

  constructor(
    sink: Sink,
    { line, largest, sawWholeLine }: { line: number; largest: number; sawWholeLine: boolean },
  ) {
    this.#sink = sink
    this.#line = line
    this.#largest = largest
    this.#sawWholeLine = sawWholeLine
  }

  push(chunk: Buffer): void {
    this.#compact()
    if (this.#end + chunk.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + chunk.length))
      this.#bytes.copy(larger, 0, 0, this.#end)
      this.#bytes = larger
    }
    chunk.copy(this.#bytes, this.#end)
    this.#end += chunk.length
    this.#run()
  }

  end(): void {
    this.#isEnding = true
    this.#run()
    while (this.#isInRecord()) {
      if (this.#state === 'value' && this.#use === 'element' && !this.#depth && !this.#isInString) {
        this.#finishValue()
      } else if (this.#sink.cutOff) {
        this.#sink.cutOff()
        return
      } else if (this.#isTooLarge) {
        this.#bad(this.#startLine, this.#tooLarge())
        this.#abandon(this.#end)
      } else this.#fail('this record is not complete: the text ends inside it')
      this.#run()
    }
    if (this.#frames.length && this.#state !== 'seeking') {
      if (this.#sink.cutOff) this.#sink.cutOff()
      else this.#bad(this.#line, 'the text ends before its list is closed: it is cut off')
    }
  }

  /** The line it stands on when nothing is open and a line has just ended; else null. */
  lineBetween(): number | null {
    if (this.#frames.length || this.#state !== 'between' || this.#at !== this.#end) return null
    return this.#end && this.#bytes[this.#end - 1] === NEWLINE ? this.#line : null
  }

  #isInRecord(): boolean {
    const top = this.#frames.at(-1)
    return top?.kind === 'object' ? !top.isDecided : this.#state === 'value'
  }

  /** Forgets what has been dealt with. */
  #compact() {
    const isKept = this.#isInRecord() && !this.#isTooLarge
    const isMember =
      this.#state === 'value' &&
      (this.#use === 'columns' || (this.#use === 'member' && this.#at - this.#valueStart <= LONGEST_MEMBER))
    let from = Math.min(this.#end, isKept ? this.#start : isMember ? this.#valueStart : this.#at)
    // How far a record stands from the beginning of its line is needed to find the next one like it.
    if (this.#lineStart >= 0 && from - this.#lineStart < 256) from = Math.min(from, this.#lineStart)
    if (!from) return
    this.#bytes.copyWithin(0, from, this.#end)
    this.#end -= from
    this.#at -= from
    this.#start -= from
    this.#valueStart -= from
    this.#lineStart -= from
  }

  #run() {
    for (;;) {
      const before = this.#at
      const state = this.#state
      const frames = this.#frames.length
      if (state === 'value') this.#passValue()
      else if (state === 'members') this.#readMember()
      else if (state === 'seeking') this.#seek()
      else this.#readBetween()
      if (this.#at === before && this.#state === state && this.#frames.length === frames) return
    }
  }

  #skipSpace() {
    for (; this.#at < this.#end; this.#at++) {
      const byte = this.#bytes[this.#at]!
      if (byte === NEWLINE) {
        this.#line++
        this.#lineStart = this.#at + 1
      } else if (!isSpace(byte) && byte !== COMMA) return
    }
  }

  /** In a list, or at the top: the next record begins, or the list ends. */
  #readBetween() {
    this.#skipSpace()
    if (this.#at >= this.#end) return
    const byte = this.#bytes[this.#at]!
    const list = this.#frames.at(-1) as ListFrame | undefined
    if (list ? byte === CLOSE_LIST : byte === CLOSE_LIST || byte === CLOSE) {
      // After a broken record the brackets that closed it are left over.
      if (!list && !this.#sawBad) this.#bad(this.#line, 'a bracket is closed that was never opened')
      this.#at++
      this.#frames.pop()
      this.#state = this.#frames.at(-1)?.kind === 'object' ? 'members' : 'between'
    } else if (!list && byte === OPEN_LIST) {
      this.#at++
      this.#frames.push({ kind: 'list', holds: 'records', columns: null })
    } else if (!list && byte === OPEN) {
      this.#beginRecord()
      this.#at++
      this.#pushObject(false)
    } else if (list?.holds === 'tables' && byte === OPEN) {
      this.#at++
      this.#pushObject(true)
    } else if (!list) {
      this.#bad(this.#line, 'neither an object nor a list')
      this.#state = 'seeking'
      this.#column = 0
    } else if (byte === CLOSE) {
      if (!this.#sawBad) this.#bad(this.#line, 'a bracket is closed that was never opened')
      this.#at++
    } else {
      this.#beginRecord()
      this.#beginValue('element')
    }
  }

  #pushObject(isTable: boolean) {
    this.#frames.push({ kind: 'object', isDecided: isTable, isTable, hasRecordNames: false, columns: null })
    this.#state = 'members'
  }

  #beginRecord() {
    this.#start = this.#at
    this.#startLine = this.#line
    this.#isTooLarge = false
    this.#column = this.#at - this.#lineStart
    for (let at = this.#lineStart; at < this.#at; at++)
      if (at < 0 || !isSpace(this.#bytes[at]!)) this.#column = -1
  }

  #beginValue(use: 'element' | 'member' | 'columns') {
    this.#use = use
    this.#valueStart = this.#at
    this.#depth = 0
    this.#isInString = false
    this.#state = 'value'
  }

  /** One member of an object: an envelope's list is entered, anything else passed over. */
  #readMember() {
    const object = this.#frames.at(-1) as ObjectFrame
    this.#skipSpace()
    if (this.#at >= this.#end) return
    if (!object.isDecided && !this.#isTooLarge && this.#at - this.#start > this.#largest)
      this.#isTooLarge = true
    const byte = this.#bytes[this.#at]!
    if (byte === CLOSE) {
      this.#at++
      this.#frames.pop()
      this.#state = this.#frames.at(-1)?.kind === 'object' ? 'members' : 'between'
      if (!object.isDecided) this.#give(null)
      return
    }
    if (byte !== QUOTE) return this.#fail('not valid JSON: a name was expected')
    let at = this.#at + 1
    for (; at < this.#end && this.#bytes[at] !== QUOTE; at++) if (this.#bytes[at] === BACKSLASH) at++
    const name = this.#bytes.toString('utf8', this.#at + 1, at)
    at = this.#afterSpace(at + 1)
    if (at < this.#end && this.#bytes[at] !== COLON)
      return this.#fail('not valid JSON: a colon was expected after a name')
    at = this.#afterSpace(at + 1)
    const within = this.#afterSpace(at + 1)
    if (within >= this.#end) {
      if (!this.#isEnding && at - this.#at > this.#largest) this.#fail('not valid JSON: a name without end')
      if (!this.#isEnding) return
    }
    if (at >= this.#end) {
      this.#at = this.#end
      return
    }
    this.#moveTo(at)
    if (this.#isNextRecord()) return this.#failHere()
    this.#name = name
    this.#enter(object, name.toLowerCase(), this.#bytes[at]!, this.#bytes[within] ?? 0)
  }

  #enter(object: ObjectFrame, name: string, opening: number, first: number) {
    if (RECORD_NAMES.has(name)) object.hasRecordNames = true
    const open = (frame: Frame) => {
      object.isDecided = true
      this.#at++
      this.#frames.push(frame)
      this.#state = frame.kind === 'list' ? 'between' : 'members'
    }
    if (object.isTable) {
      if (name === 'columns') return this.#beginValue('columns')
      if (name === 'rows' && opening === OPEN_LIST)
        return open({ kind: 'list', holds: 'rows', columns: object.columns })
    } else if (LIST_NAMES.has(name) && !object.hasRecordNames) {
      const isList = opening === OPEN_LIST && (first === OPEN || first === CLOSE_LIST)
      if (isList)
        return open({ kind: 'list', holds: name === 'tables' ? 'tables' : 'records', columns: null })
      if (name === 'hits' && opening === OPEN)
        return open({ kind: 'object', isDecided: true, isTable: false, hasRecordNames: false, columns: null })
    }
    this.#beginValue('member')
  }

  #afterSpace(from: number): number {
    let at = from
    while (at < this.#end && isSpace(this.#bytes[at]!)) at++
    return at
  }

  #moveTo(at: number) {
    for (; this.#at < at; this.#at++)
      if (this.#bytes[this.#at] === NEWLINE) {
        this.#line++
        this.#lineStart = this.#at + 1
      }
  }

  /** Passes over a value by its brackets and quotes alone; what is in it is JSON.parse's business. */
  #passValue() {
    const bytes = this.#bytes
    const end = this.#end
    let at = this.#at
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
          this.#at = at
          return this.#fail('not valid JSON: a line ends inside a text')
        }
        this.#isInString = false
        at++
        if (!this.#depth) {
          this.#at = at
          return this.#finishValue()
        }
        continue
      }
      if (byte === QUOTE) this.#isInString = true
      else if (byte === OPEN || byte === OPEN_LIST) {
        this.#at = at
        if (byte === OPEN && this.#depth && this.#isNextRecord()) return this.#failHere()
        this.#depth++
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        // A bare number or word ends where its list or object does.
        if (this.#depth === 0 || --this.#depth === 0) {
          this.#at = this.#isBare() ? at : at + 1
          return this.#finishValue()
        }
      } else if (byte === NEWLINE) {
        if (!this.#depth) {
          this.#at = at
          return this.#finishValue()
        }
        this.#line++
        this.#lineStart = at + 1
      } else if (!this.#depth && (byte === COMMA || isSpace(byte))) {
        this.#at = at
        return this.#finishValue()
      }
      at++
    }
    this.#at = at
    if (!this.#isTooLarge && this.#isInRecord() && at - this.#start > this.#largest) {
      if (this.#column >= 0 && this.#nextRecordFrom(this.#start) !== -1)
        this.#fail('this record is not complete, or larger than can be read')
      else this.#isTooLarge = true
    }
  }

  #isBare(): boolean {
    const first = this.#bytes[this.#valueStart]
    return first !== OPEN && first !== OPEN_LIST && first !== QUOTE
  }

  /** A record's opening bracket, where the one before began on its line: that one was never closed. */
  #isNextRecord(): boolean {
    if (this.#bytes[this.#at] !== OPEN || this.#at === this.#start) return false
    if (this.#column < 0 || this.#at - this.#lineStart !== this.#column) return false
    if (this.#column === 0 && !this.#sawWholeLine) return false
    for (let at = this.#lineStart; at < this.#at; at++) if (!isSpace(this.#bytes[at]!)) return false
    return this.#line > this.#startLine
  }

  #finishValue() {
    const top = this.#frames.at(-1)
    this.#state = top?.kind === 'object' ? 'members' : 'between'
    if (this.#use === 'element') this.#give((top as ListFrame | undefined)?.columns ?? null)
    else if (this.#use === 'member') this.#giveMember()
    else {
      try {
        const columns = JSON.parse(this.#bytes.toString('utf8', this.#valueStart, this.#at))
        ;(top as ObjectFrame).columns = columnNames(columns)
      } catch (cause) {
        this.#bad(this.#line, `the table's columns are ${reasonOf(cause)}`)
      }
    }
  }

  #giveMember() {
    // Longer ones may have been let go of already.
    if (!this.#sink.member || this.#at - this.#valueStart > LONGEST_MEMBER || this.#valueStart < 0) return
    try {
      this.#sink.member(this.#name, JSON.parse(this.#bytes.toString('utf8', this.#valueStart, this.#at)))
    } catch {
      // What is wrong with it is found when the whole is parsed, or does not matter.
    }
  }

  /** A record is whole: parse it and hand it on. */
  #give(columns: string[] | null) {
    if (this.#isTooLarge || this.#at - this.#start > this.#largest)
      return this.#bad(this.#startLine, this.#tooLarge())
    try {
      const value = JSON.parse(this.#bytes.toString('utf8', this.#start, this.#at))
      if (this.#line === this.#startLine && this.#column >= 0) this.#sawWholeLine = true
      this.#sink.value(value, this.#startLine, columns)
    } catch (cause) {
      this.#bad(this.#startLine, reasonOf(cause))
      const next = this.#nextRecordFrom(this.#start)
      if (next !== -1 && next < this.#at) this.#rewindTo(next)
    }
  }

  #tooLarge(): string {
    return `larger than ${Math.round(this.#largest / 1024 / 1024)} MB, the most that is read of one record`
  }

  #bad(line: number, reason: string) {
    this.#sawBad = true
    this.#sink.bad(line, reason)
  }

  /** The record is broken; go on at the next one that can be made out. */
  #fail(reason: string) {
    if (!this.#isInRecord()) {
      this.#bad(this.#line, reason)
      this.#frames = []
      this.#column = 0
      this.#state = 'seeking'
      return
    }
    this.#bad(this.#startLine, reason)
    const next = this.#isTooLarge ? -1 : this.#nextRecordFrom(this.#start)
    if (next === -1) return this.#abandon(this.#at)
    const start = this.#start
    const line = this.#startLine
    this.#abandon(start)
    this.#line = line
    this.#state = 'between'
    this.#moveTo(next)
  }

  #failHere() {
    this.#bad(this.#startLine, 'this record is not complete: the next one begins inside it')
    this.#abandon(this.#at)
    this.#state = 'between'
  }

  #abandon(at: number) {
    const top = this.#frames.at(-1)
    if (top?.kind === 'object' && !top.isDecided) this.#frames.pop()
    this.#at = at
    this.#state = 'seeking'
  }

  #rewindTo(next: number) {
    this.#at = this.#start
    this.#line = this.#startLine
    this.#moveTo(next)
  }

  /** The first line after `from` that begins as the record did; -1 when there is none yet. */
  #nextRecordFrom(from: number): number {
    for (let newline = from; ; ) {
      newline = this.#bytes.indexOf(NEWLINE, newline)
      if (newline === -1 || newline >= this.#end) return -1
      const at = this.#afterSpace(newline + 1)
      if (at >= this.#end) return -1
      const lineStart = this.#bytes.lastIndexOf(NEWLINE, at) + 1
      const isAlike = at - lineStart === Math.max(this.#column, 0)
      if (isAlike && this.#bytes[at] === OPEN) return at
      newline = Math.max(newline + 1, lineStart - 1)
    }
  }

  #seek() {
    const next = this.#nextRecordFrom(this.#at)
    if (next !== -1) {
      this.#moveTo(next)
      this.#state = 'between'
      return
    }
    // The last line may go on in what is still to come: keep it, from the end of the one before.
    const last = this.#bytes.lastIndexOf(NEWLINE, this.#end - 1)
    if (this.#isEnding) this.#moveTo(this.#end)
    else if (last >= this.#at) this.#moveTo(last)
    else this.#at = this.#end
  }
}

/** `columns` as Log Analytics ({ name }) and its older form ({ ColumnName }) write them, or bare names. */
export function columnNames(columns: unknown): string[] {
  if (!Array.isArray(columns)) return []
  return columns.map(column =>
    typeof column === 'string' ? column : String(column?.name ?? column?.ColumnName ?? column?.Name ?? ''),
  )
}

/** What JSON.parse found wrong, without a copy of the record: it may hold what should not stand in a log. */
export function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/end of JSON input|Unterminated/.test(message)) return 'not valid JSON: it ends too early'
  const position = /at position (\d+)/.exec(message)
  return position ? `not valid JSON at character ${Number(position[1]) + 1}` : 'not valid JSON'
}
