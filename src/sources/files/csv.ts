// Comma-separated values out of a stream of text: quotes, doubled quotes, line ends and commas within them.

export interface RowSink {
  row(cells: string[], line: number): void
  bad(line: number, reason: string): void
}

export class CsvReader {
  readonly #sink: RowSink
  readonly #separator: string
  readonly #longest: number
  #text = ''
  #line: number
  /** A row too long to hold: read on to the next line end. */
  #isSkipping = false

  constructor(
    sink: RowSink,
    { separator, longest, line = 1 }: { separator: string; longest: number; line?: number },
  ) {
    this.#sink = sink
    this.#separator = separator
    this.#longest = longest
    this.#line = line
  }

  push(text: string): void {
    this.#text = this.#text ? this.#text + text : text
    this.#read(false)
  }

  end(): void {
    this.#read(true)
  }

  #read(isEnd: boolean): void {
    const text = this.#text
    let at = 0
    if (this.#isSkipping) {
      const newline = text.indexOf('\n')
      if (newline === -1) {
        this.#text = ''
        return
      }
      this.#isSkipping = false
      this.#line++
      at = newline + 1
    }
    while (at < text.length) {
      const row = this.#readRow(text, at, isEnd)
      if (typeof row === 'object') {
        if (row.cells.length > 1 || row.cells[0]!.trim()) this.#sink.row(row.cells, this.#line)
        this.#line += row.newlines
        at = row.next
        continue
      }
      const isTooLong = text.length - at > this.#longest
      if (row === 'unfinished' && !isEnd && !isTooLong) break
      // Give this line up and go on with the next: it may be where a row begins.
      this.#sink.bad(
        this.#line,
        row === 'unfinished' && isTooLong
          ? 'a quote is opened and never closed, or the row is too long to read'
          : 'a quote is opened and never closed, or quotes within it are not doubled',
      )
      const newline = text.indexOf('\n', at)
      if (newline === -1) {
        this.#isSkipping = !isEnd
        at = text.length
        break
      }
      this.#line++
      at = newline + 1
    }
    this.#text = text.slice(at)
  }

  /** Unfinished: its end has not been seen. Malformed: something follows a closing quote, which was none, then. */
  #readRow(
    text: string,
    from: number,
    isEnd: boolean,
  ): { cells: string[]; newlines: number; next: number } | 'unfinished' | 'malformed' {
    const separator = this.#separator
    const cells: string[] = []
    let newlines = 0
    let newline = text.indexOf('\n', from)
    let at = from
    for (;;) {
      let cell: string
      if (text[at] === '"') {
        const start = ++at
        let isDoubled = false
        for (;;) {
          at = text.indexOf('"', at)
          if (at === -1) return 'unfinished'
          // The last character seen may be the first half of a doubled quote.
          if (at + 1 === text.length && !isEnd) return 'unfinished'
          if (text[at + 1] !== '"') break
          isDoubled = true
          at += 2
        }
        cell = isDoubled ? text.slice(start, at).replaceAll('""', '"') : text.slice(start, at)
        at++
        while (newline !== -1 && newline < at) {
          newlines++
          newline = text.indexOf('\n', newline + 1)
        }
        const rest = endOfCell(text, at, separator, newline)
        if (rest > at && text.slice(at, rest).trim()) return 'malformed'
        at = rest
      } else {
        const end = endOfCell(text, at, separator, newline)
        cell = text.slice(at, end)
        at = end
      }
      const isLast = at >= text.length || text[at] === '\n'
      if (isLast && at >= text.length && !isEnd) return 'unfinished'
      if (isLast && cell.endsWith('\r')) cell = cell.slice(0, -1)
      cells.push(cell)
      if (isLast) return { cells, newlines: newlines + 1, next: at + 1 }
      at++
    }
  }
}

/** The cells of one row; null when it is none. */
export function cellsOf(row: string, separator: string): string[] | null {
  let cells: string[] | null = null
  let isBad = false
  const reader = new CsvReader(
    {
      row(found) {
        if (cells) isBad = true
        cells = found
      },
      bad() {
        isBad = true
      },
    },
    { separator, longest: row.length },
  )
  reader.push(row)
  reader.end()
  return isBad ? null : cells
}

function endOfCell(text: string, from: number, separator: string, newline: number): number {
  const comma = text.indexOf(separator, from)
  const end = newline === -1 ? text.length : newline
  return comma === -1 || comma > end ? end : comma
}
