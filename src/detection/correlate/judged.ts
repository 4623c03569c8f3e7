// A visit with all that is said of it.
import type { Access } from '../behaviour/access.ts'
import type { DeedSignal } from '../behaviour/deeds.ts'

export interface Judged extends Access {
  deeds: DeedSignal[]
  /** Points of access alone. */
  strangeness: number
}
