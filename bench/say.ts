// Progress, on stderr: stdout holds the table alone.
export const say = (line: string) => void process.stderr.write(`${line}\n`)

export function progressLine(what: string, total: number) {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(0)
  let shown = -1
  return {
    at(done: number) {
      const percent = Math.floor((100 * done) / total)
      if (percent === shown) return
      shown = percent
      // One line that is written over on a terminal; a line for every tenth in a file.
      if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${percent} % (${seconds()} s)`)
      else if (percent % 10 === 0) say(`${what}: ${percent} % (${seconds()} s)`)
    },
    done: () => say(`${process.stderr.isTTY ? '\r' : ''}${what}: done in ${seconds()} s`),
  }
}
