// Keeps a scan small. It holds on to much and lets go of more, on somebody's laptop: left to itself, the engine sweeps up
// when it has the time, and how much memory that takes depends on what else the machine does.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface Memory {
  /** To be told now and then: sweeps up when enough has come together. */
  look(): void
  sweepUp(): void
}

/** By how much it may grow before it is swept, and so how much room there has to be. */
const GROWTH = 1.15
const LEAST_BYTES = 20 * 1024 * 1024
/** Below this, sweeping would gain nothing: what is read takes as much in the end. */
const PLENTY_BYTES = 140 * 1024 * 1024
/** Moves together what is left, so that the rest goes back to the system; a plain sweep leaves holes. */
const COMPACT = { type: 'major', execution: 'sync', flavor: 'last-resort' }
/** To ask costs little, and not nothing. */
const LOOKS = 10

export function keepSmall(): Memory {
  // It would take records for something that stays as long as the first ones did.
  setFlagsFromString('--no-allocation-site-pretenuring')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  const used = () => getHeapStatistics().used_heap_size
  let swept = used()
  let looks = 0
  function sweepUp(): void {
    collect(COMPACT)
    swept = used()
  }
  return {
    look() {
      if (++looks % LOOKS === 0 && used() > Math.max(PLENTY_BYTES, swept * GROWTH + LEAST_BYTES)) sweepUp()
    },
    sweepUp,
  }
}
