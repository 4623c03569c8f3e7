// Finds where the values of a JSON text begin and end by looking at its bytes, so that each is parsed by itself.
import {
  columnNames,
  type Frame,
  type ListFrame,
  memberUse,
  type ObjectFrame,
  objectFrame,
} from './json-envelope.ts'
import { memberHead } from './json-member.ts'
import { JsonRecord } from './json-record.ts'
import { reasonOf, type Sink } from './json-sink.ts'
import { JsonValue } from './json-value.ts'
import { CLOSE, CLOSE_LIST, JsonWindow, NEWLINE, OPEN, OPEN_LIST } from './json-window.ts'

const LONGEST_MEMBER = 16 * 1024

export class JsonScanner {
  readonly #sink: Sink
  readonly #largest: number
  readonly #window: JsonWindow
  #frames: Frame[] = []
  #state: 'between' | 'members' | 'value' | 'seeking' = 'between'
  #isEnding = false
  #sawWholeLine: boolean
  #sawBad = false

  /** An undecided object, or an element of a list. */
  #record = new JsonRecord(0, 1, -1)

  // What is passed over: the record itself, or a member of an undecided object.
  #value = new JsonValue(0)
  #use: 'element' | 'member' | 'columns' = 'element'
  #name = ''

  constructor(
    sink: Sink,
    { line, largest, sawWholeLine }: { line: number; largest: number; sawWholeLine: boolean },
  ) {
    this.#sink = sink
    this.#window = new JsonWindow(line)
    this.#largest = largest
    this.#sawWholeLine = sawWholeLine
  }

  push(chunk: Buffer): void {
    this.#forget()
    this.#window.add(chunk)
    this.#run()
  }

  end(): void {
    this.#isEnding = true
    this.#run()
    while (this.#isInRecord()) {
      if (this.#state === 'value' && this.#use === 'element' && this.#value.isWholeAtEnd()) {
        this.#finishValue()
      } else if (this.#sink.cutOff) {
        this.#sink.cutOff()
        return
      } else if (this.#record.isTooLarge) {
        this.#bad(this.#record.line, this.#tooLarge())
        this.#abandon(this.#window.end)
      } else this.#fail('this record is not complete: the text ends inside it')
      this.#run()
    }
    if (this.#frames.length && this.#state !== 'seeking') {
      if (this.#sink.cutOff) this.#sink.cutOff()
      else this.#bad(this.#window.line, 'the text ends before its list is closed: it is cut off')
    }
  }

  /** The line it stands on when nothing is open and a line has just ended; else null. */
  lineBetween(): number | null {
    const { bytes, at, end, line } = this.#window
    if (this.#frames.length || this.#state !== 'between' || at !== end) return null
    return end && bytes[end - 1] === NEWLINE ? line : null
  }

  #isInRecord(): boolean {
    const top = this.#frames.at(-1)
    return top?.kind === 'object' ? !top.isDecided : this.#state === 'value'
  }

  /** Lets go of what has been dealt with. */
  #forget() {
    const { at, end } = this.#window
    const isKept = this.#isInRecord() && !this.#record.isTooLarge
    const isMember =
      this.#state === 'value' &&
      (this.#use === 'columns' || (this.#use === 'member' && at - this.#value.start <= LONGEST_MEMBER))
    const gone = this.#window.forget(
      Math.min(end, isKept ? this.#record.start : isMember ? this.#value.start : at),
    )
    this.#record.start -= gone
    this.#value.start -= gone
  }

  #run() {
    const window = this.#window
    for (;;) {
      const before = window.at
      const state = this.#state
      const frames = this.#frames.length
      if (state === 'value') this.#passValue()
      else if (state === 'members') this.#readMember()
      else if (state === 'seeking') this.#seek()
      else this.#readBetween()
      if (window.at === before && this.#state === state && this.#frames.length === frames) return
    }
  }

  /** In a list, or at the top: the next record begins, or the list ends. */
  #readBetween() {
    const window = this.#window
    window.skipSpace()
    if (window.at >= window.end) return
    const byte = window.bytes[window.at]!
    const list = this.#frames.at(-1) as ListFrame | undefined
    if (list ? byte === CLOSE_LIST : byte === CLOSE_LIST || byte === CLOSE) {
      // After a broken record the brackets that closed it are left over.
      if (!list && !this.#sawBad) this.#bad(window.line, 'a bracket is closed that was never opened')
      window.at++
      this.#leaveFrame()
    } else if (!list && byte === OPEN_LIST) {
      window.at++
      this.#frames.push({ kind: 'list', holds: 'records', columns: null })
    } else if (!list && byte === OPEN) {
      this.#beginRecord()
      this.#enterFrame(objectFrame({ isDecided: false, isTable: false }))
    } else if (list?.holds === 'tables' && byte === OPEN) {
      this.#enterFrame(objectFrame({ isDecided: true, isTable: true }))
    } else if (!list) {
      this.#bad(window.line, 'neither an object nor a list')
      this.#state = 'seeking'
      this.#record = new JsonRecord(this.#window.at, this.#window.line, 0)
    } else if (byte === CLOSE) {
      if (!this.#sawBad) this.#bad(window.line, 'a bracket is closed that was never opened')
      window.at++
    } else {
      this.#beginRecord()
      this.#beginValue('element')
    }
  }

  #enterFrame(frame: Frame) {
    this.#window.at++
    this.#frames.push(frame)
    this.#state = frame.kind === 'list' ? 'between' : 'members'
  }

  #leaveFrame() {
    this.#frames.pop()
    this.#state = this.#frames.at(-1)?.kind === 'object' ? 'members' : 'between'
  }

  #beginRecord() {
    const { at, line } = this.#window
    this.#record = new JsonRecord(at, line, this.#window.column())
  }

  #beginValue(use: 'element' | 'member' | 'columns') {
    this.#use = use
    this.#value = new JsonValue(this.#window.at)
    this.#state = 'value'
  }

  /** One member of an object: an envelope's list is entered, anything else passed over. */
  #readMember() {
    const window = this.#window
    const object = this.#frames.at(-1) as ObjectFrame
    window.skipSpace()
    if (window.at >= window.end) return
    if (!object.isDecided && this.#isOverLong()) this.#record.isTooLarge = true
    if (window.bytes[window.at] === CLOSE) {
      window.at++
      this.#leaveFrame()
      if (!object.isDecided) this.#give(null)
      return
    }
    const head = memberHead(window, { isEnding: this.#isEnding })
    if ('wrong' in head) return this.#fail(head.wrong)
    if ('more' in head) {
      if (this.#isEnding) window.at = window.end
      else if (head.seen - window.at > this.#largest) this.#fail('not valid JSON: a name without end')
      return
    }
    window.moveTo(head.at)
    if (this.#isNextRecord()) return this.#failHere()
    this.#name = head.name
    const use = memberUse(object, head)
    if (typeof use === 'string') this.#beginValue(use)
    else {
      object.isDecided = true
      this.#enterFrame(use)
    }
  }

  #passValue() {
    const window = this.#window
    const found = this.#value.pass(window, () => this.#isNextRecord())
    if (found === 'whole') this.#finishValue()
    else if (found === 'a line ends inside a text') this.#fail('not valid JSON: a line ends inside a text')
    else if (found === 'the next record begins') this.#failHere()
    else if (this.#isInRecord() && this.#isOverLong()) {
      if (this.#record.column >= 0 && this.#record.nextFrom(window) !== -1)
        this.#fail('this record is not complete, or larger than can be read')
      else this.#record.isTooLarge = true
    }
  }

  #isOverLong = () => !this.#record.isTooLarge && this.#window.at - this.#record.start > this.#largest

  #isNextRecord = () => this.#record.isNext(this.#window, { sawWholeLine: this.#sawWholeLine })

  #finishValue() {
    const top = this.#frames.at(-1)
    this.#state = top?.kind === 'object' ? 'members' : 'between'
    if (this.#use === 'element') this.#give((top as ListFrame | undefined)?.columns ?? null)
    else if (this.#use === 'member') this.#giveMember()
    else {
      try {
        const columns = this.#window.parse(this.#value.start, this.#window.at)
        ;(top as ObjectFrame).columns = columnNames(columns)
      } catch (cause) {
        this.#bad(this.#window.line, `the table's columns are ${reasonOf(cause)}`)
      }
    }
  }

  #giveMember() {
    const { start } = this.#value
    // Longer ones may have been let go of already.
    if (!this.#sink.member || this.#window.at - start > LONGEST_MEMBER || start < 0) return
    try {
      this.#sink.member(this.#name, this.#window.parse(start, this.#window.at))
    } catch {
      // What is wrong with it is found when the whole is parsed, or does not matter.
    }
  }

  /** A record is whole: parse it and hand it on. */
  #give(columns: string[] | null) {
    const window = this.#window
    if (this.#record.isTooLarge || window.at - this.#record.start > this.#largest)
      return this.#bad(this.#record.line, this.#tooLarge())
    try {
      const value = window.parse(this.#record.start, window.at)
      if (window.line === this.#record.line && this.#record.column >= 0) this.#sawWholeLine = true
      this.#sink.value(value, this.#record.line, columns)
    } catch (cause) {
      this.#bad(this.#record.line, reasonOf(cause))
      const next = this.#record.nextFrom(this.#window)
      if (next !== -1 && next < window.at) this.#record.goBack(this.#window, next)
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
      this.#bad(this.#window.line, reason)
      this.#frames = []
      this.#record = new JsonRecord(this.#window.at, this.#window.line, 0)
      this.#state = 'seeking'
      return
    }
    this.#bad(this.#record.line, reason)
    const next = this.#record.isTooLarge ? -1 : this.#record.nextFrom(this.#window)
    this.#abandon(this.#window.at)
    if (next === -1) return
    this.#state = 'between'
    this.#record.goBack(this.#window, next)
  }

  #failHere() {
    this.#bad(this.#record.line, 'this record is not complete: the next one begins inside it')
    this.#abandon(this.#window.at)
    this.#state = 'between'
  }

  #abandon(at: number) {
    const top = this.#frames.at(-1)
    if (top?.kind === 'object' && !top.isDecided) this.#frames.pop()
    this.#window.at = at
    this.#state = 'seeking'
  }

  #seek() {
    const window = this.#window
    const next = this.#record.nextFrom(window, window.at)
    if (next !== -1) {
      window.moveTo(next)
      this.#state = 'between'
      return
    }
    // The last line may go on in what is still to come: keep it, from the end of the one before.
    const last = window.bytes.lastIndexOf(NEWLINE, window.end - 1)
    if (this.#isEnding) window.moveTo(window.end)
    else if (last >= window.at) window.moveTo(last)
    else window.at = window.end
  }
}
