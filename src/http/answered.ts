// What is noted of every answer: a line in the log, and how long it took.
import { type Logger, pino } from 'pino'
import type { Histogram } from 'prom-client'

interface Answered {
  requestId: string
  method: string
  /** The route's own address, for counting; 'none' when there is no such. */
  route: string
  /** The path alone, and no key in it: a caller may put anything anywhere. */
  path: string
  status: number
  milliseconds: number
}

export type NoteAnswered = (answered: Answered) => void

let lastMoment = { at: 0, words: '' }

/** Many requests are answered within a millisecond. */
function momentNow(): string {
  const at = Date.now()
  if (at !== lastMoment.at) lastMoment = { at, words: new Date(at).toISOString() }
  return lastMoment.words
}

export const loggable = (url: string) => {
  const path = url.split('?', 1)[0]!
  return path.includes('vdt_') ? path.replaceAll(/vdt_\w+/g, 'vdt_…') : path
}

export function noteAnswered(log: Logger, requestSeconds: Histogram<'route' | 'status'>): NoteAnswered {
  // Found once for each pair: looking a pair of labels up costs as much as all the rest of this.
  const found = new Map<string, Map<number, ReturnType<typeof requestSeconds.labels>>>()
  const secondsOf = (route: string, status: number) => {
    const ofRoute = found.get(route) ?? new Map()
    const known = ofRoute.get(status) ?? requestSeconds.labels(route, String(status))
    found.set(route, ofRoute.set(status, known))
    return known
  }
  const destination = (log as unknown as Record<symbol, { write(line: string): void }>)[
    pino.symbols.streamSym
  ]!
  // Handed on once for all that is answered in one go: the destination measures all that it still holds at every write.
  let lines = ''
  const handOn = () => {
    destination.write(lines)
    lines = ''
  }
  return ({ requestId, method, route, path, status, milliseconds }) => {
    secondsOf(route, status).observe(milliseconds / 1000)
    if (!log.isLevelEnabled('info')) return
    // The same line as the logger would write, for a third of the work: there is one for every request.
    if (lines === '') setImmediate(handOn)
    lines += `{"level":30,"time":"${momentNow()}","requestId":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"milliseconds":${Math.round(milliseconds * 10) / 10},"msg":"answered"}\n`
  }
}
