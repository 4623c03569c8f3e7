// The rows of the result, and how they are printed.
export interface Row {
  what: string
  /** What was measured, in its own unit, and what it is compared with. */
  measured: string
  compared: string
  figure: number
  unit: string
  /** Undefined: told for information. */
  target?: { atLeast: number } | { atMost: number }
}

export function holds({ figure, target }: Row): boolean {
  if (!target) return true
  return 'atLeast' in target ? figure >= target.atLeast : figure <= target.atMost
}

export function markdown(rows: Row[]): string {
  const cells = [
    ['', 'measured', 'compared with', 'result', 'target', ''],
    ...rows.map(row => [
      row.what,
      row.measured,
      row.compared,
      `**${write(row.figure)}**${row.unit}`,
      row.target
        ? ('atLeast' in row.target ? `≥ ${row.target.atLeast}` : `≤ ${row.target.atMost}`) + row.unit
        : '',
      row.target ? (holds(row) ? 'holds' : 'FAILS') : '',
    ]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(3, ...cells.map(row => row[column]!.length)))
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  const [head, ...body] = cells
  return [line(head!), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const write = (figure: number) => (figure >= 100 ? figure.toFixed(0) : figure.toFixed(2))
