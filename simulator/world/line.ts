// A connection to the internet and the addresses one gets on it.
import { type Pool, v4Address, v6Address, v6Of } from './networks.ts'
import type { Random } from './random.ts'

export interface Line {
  v4: Pool
  v6: Pool | null
  number: number
  subscriber: number
}

export function makeLine(chance: Random, pool: Pool): Line {
  return { v4: pool, v6: v6Of(pool), number: chance.word(), subscriber: chance.word() }
}

export interface Place {
  address: string
  pool: Pool
}

export function v4Of(line: Line): Place {
  return { address: v4Address(line.v4, line.number), pool: line.v4 }
}

/** IPv6 where the line has it: one network for the line, one address for each machine and day. */
export function v6On(line: Line, host: number): Place {
  return line.v6 ? { address: v6Address(line.v6, line.subscriber, host >>> 0), pool: line.v6 } : v4Of(line)
}
