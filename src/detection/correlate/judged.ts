// A visit with all that is said of it.

import type { DeedSignal } from '../behaviour/deeds/deed-signal.ts'
import type { Access } from '../behaviour/entry/access.ts'

export interface Judged extends Access {
  deeds: DeedSignal[]
  /** Points of access alone. */
  strangeness: number
}
