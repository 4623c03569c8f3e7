// A bar on a terminal; silence anywhere else.

export interface Progress {
  /** The note stands behind the bar. */
  reading(bytes: number, note?: string): void
  judging(done: number, all: number): void
  end(): void
}

const WIDTH = 30
const EVERY_MS = 100

interface Screen {
  isTTY?: boolean
  write(text: string): unknown
}

export function createProgress(screen: Screen, allBytes: number): Progress {
  if (!screen.isTTY) return { reading() {}, judging() {}, end() {} }
  let drawnAt = 0
  let longest = 0
  const draw = (what: string, part: number, note = '') => {
    const now = performance.now()
    if (now - drawnAt < EVERY_MS) return
    drawnAt = now
    const full = Math.round(Math.min(1, part) * WIDTH)
    const bar = `${what.padEnd(8)} [${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}] ${Math.floor(Math.min(1, part) * 100)} %`
    const line = note ? `${bar}  ${note}` : bar
    screen.write(`\r${line.padEnd(longest)}`)
    longest = Math.max(longest, line.length)
  }
  return {
    reading: (bytes, note) => draw('Reading', allBytes === 0 ? 1 : bytes / allBytes, note),
    judging: (done, all) => draw('Judging', all === 0 ? 1 : done / all),
    end() {
      screen.write(`\r${' '.repeat(longest)}\r`)
    },
  }
}
