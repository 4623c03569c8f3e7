// Comma-separated values (RFC 4180) that are safe to open in a spreadsheet.
type Cell = string | number | null

/** One line with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = disarm(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet runs what begins like a formula, whoever wrote it: an apostrophe in front makes it text again. */
const disarm = (text: string) => (/^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text)
