// Which format a text is in, told by its beginning.
import { CsvReader, cellsOf } from './csv.ts'
import { rowReaderFor } from './csv-records.ts'

export type Format =
  | { kind: 'json' }
  | { kind: 'csv'; separator: string; titles: string[]; headerLine: number }
  | { kind: 'empty' }
  | { kind: 'unknown'; reason: string }

const SEPARATORS = [',', ';', '\t', '|']

/** `head` is UTF-8; `isWhole` when there is no more than it. */
export function formatOf(head: Buffer, isWhole: boolean): Format {
  const text = head.toString('utf8')
  const start = text.search(/\S/)
  if (start === -1) return isWhole ? { kind: 'empty' } : unknown('it begins with nothing but spaces')
  if (text.includes('\0')) return unknown('it is no text. Export it as JSON or CSV')
  if (text[start] === '{' || text[start] === '[') return { kind: 'json' }
  if (text[start] === '<')
    return unknown('it is a web page or XML, not a log. Was the download refused? Export it as JSON or CSV')
  const csv = csvOf(text, isWhole)
  if (csv && rowReaderFor(csv.titles, csv.separator)) return csv
  // Lines of JSON whose first lines are broken, or a note that somebody put on top.
  if (/^\s*[{[]/m.test(text)) return { kind: 'json' }
  return (
    csv ??
    unknown(
      'none of the formats that are read: JSON, lines of JSON, or CSV with its column titles in the first line',
    )
  )
}

const unknown = (reason: string): Format => ({ kind: 'unknown', reason })

function csvOf(text: string, isWhole: boolean) {
  // Excel's "sep=;" and Windows PowerShell's "#TYPE …" stand before the titles.
  const lines = text.split('\n', 3)
  let headerLine = 1
  while (/^\s*(sep=.|#TYPE .*|)\s*$/i.test(lines[headerLine - 1] ?? 'x')) headerLine++
  const rest = text
    .split('\n')
    .slice(headerLine - 1)
    .join('\n')
  const attempts = SEPARATORS.map(separator => {
    let titles: string[] = []
    const reader = new CsvReader(
      {
        row(cells) {
          if (titles.length) return
          // All of it in quotes: what divided it once was no sign of whoever saved it.
          titles = (cells.length === 1 && cellsOf(cells[0]!, separator)) || cells
        },
        bad() {},
      },
      { separator, longest: rest.length },
    )
    reader.push(rest)
    if (isWhole) reader.end()
    return { kind: 'csv' as const, separator, titles, headerLine }
  })
  const known = attempts.find(({ titles, separator }) => rowReaderFor(titles, separator))
  if (known) return known
  const widest = attempts.sort((one, other) => other.titles.length - one.titles.length)[0]!
  return widest.titles.length > 1 ? widest : null
}
