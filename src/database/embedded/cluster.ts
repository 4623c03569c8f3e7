// Everything that starting, reaching and stopping the server of one cluster needs to know.
import type { Listening } from './address.ts'
import type { Log } from './log.ts'
import type { Binaries } from './programs.ts'
import type { Account } from './run.ts'

export interface Cluster {
  /** The real path, whatever links led to it. */
  folder: string
  dataFolder: string
  account: Account | undefined
  binaries: Binaries
  password: string
  listening: Listening
  log: Log
}
