// The log of the service and of commands that visit its database: lines of JSON on standard output.
import { type Logger, pino } from 'pino'

export const makeLog = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    // Several lines a write: one for each would cost a busy service more than half of its answers.
    pino.destination({ dest: 1, sync: false, minLength: 12_288, periodicFlush: 200 }),
  )
