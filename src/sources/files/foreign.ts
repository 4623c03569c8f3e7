// What a file is that cannot be read here, by its first bytes, and what to do with it.

/** Kept short where programs agree: hexadecimal, from the beginning of the file. */
const BEGINNINGS: [string, string][] = [
  ['d0cf11e0a1b11ae1', 'a workbook'],
  ['377abcaf271c', 'a 7-Zip archive'],
  ['526172211a07', 'a RAR archive'],
  ['fd377a585a00', 'an XZ archive'],
  ['425a68', 'a bzip2 archive'],
  ['28b52ffd', 'a Zstandard archive'],
  ['456c6646696c6500', 'a Windows event log'],
  ['50415231', 'a Parquet file'],
  ['255044462d', 'a PDF'],
]

const ADVICE: Record<string, string> = {
  workbook:
    'Import the CSV or JSON that was exported, not what a spreadsheet program saved: it cuts long cells',
  archive: 'Unpack it first, or pack it as zip or gzip',
  other: 'Export the log as JSON or CSV',
}

/** Null when it may well be text. */
export function foreignKind(head: Buffer): string | null {
  // tar has its name in the middle of its first block.
  if (head.toString('latin1', 257, 262) === 'ustar') return wordsFor('a tar archive')
  const beginning = head.toString('hex', 0, 8)
  const known = BEGINNINGS.find(([bytes]) => beginning.startsWith(bytes))
  return known ? wordsFor(known[1]) : null
}

export const WORKBOOK = wordsFor('a workbook')

function wordsFor(kind: string): string {
  return `it is ${kind}, which is not read. ${ADVICE[kind.split(' ').at(-1)!] ?? ADVICE.other}`
}
