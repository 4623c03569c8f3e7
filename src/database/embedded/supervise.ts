// Keeps the server running for as long as this process holds it.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Session } from './session.ts'

export interface Held {
  session: Session
  child: ChildProcess | undefined
}

export interface Supervision {
  /** Ends the watch; gives what is held at that moment, if anything is. */
  end(): Promise<Held | undefined>
}

const pauseMilliseconds = 3000

export function supervise(
  first: Held,
  regain: (signal: AbortSignal) => Promise<Held>,
  log: Log,
): Supervision {
  const ending = new AbortController()
  let current: Held | undefined = first
  const watching = watch()

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      current ??= await tryRegain()
      if (!current) continue
      await Promise.race([current.session.ended, aborted(ending.signal)])
      if (ending.signal.aborted) return
      const { exitCode, signalCode } = current.child ?? {}
      log.warn({ exitCode, signalCode }, 'the connection to PostgreSQL was lost; bringing the server back')
      current = undefined
    }
  }

  async function tryRegain(): Promise<Held | undefined> {
    try {
      const held = await regain(ending.signal)
      log.info({}, 'PostgreSQL is back')
      return held
    } catch (error) {
      if (ending.signal.aborted) return undefined
      log.error({ err: error }, 'PostgreSQL could not be brought back; trying again')
      await sleep(pauseMilliseconds, undefined, { signal: ending.signal }).catch(() => {})
      return undefined
    }
  }

  return {
    async end() {
      ending.abort()
      await watching
      return current
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
