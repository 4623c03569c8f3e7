// Keeps requests within a budget of so many in so much time, in the order in which they were asked for.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Returns when the next request may be made. */
  wait(signal: AbortSignal): Promise<void>
}

export function paceOf(
  { requests, milliseconds }: { requests: number; milliseconds: number },
  now: () => number = () => performance.now(),
): Pace {
  const times: number[] = []
  let line: Promise<unknown> = Promise.resolve()
  const turn = async (signal: AbortSignal) => {
    for (;;) {
      signal.throwIfAborted()
      const at = now()
      while (times.length && times[0]! <= at - milliseconds) times.shift()
      if (times.length < requests) {
        times.push(at)
        return
      }
      await sleep(times[0]! + milliseconds - at + 5, undefined, { signal })
    }
  }
  return {
    wait(signal) {
      const mine = line.then(() => turn(signal))
      line = mine.catch(() => {})
      return mine
    },
  }
}
