// One reason to suspect an account: what behaviour and rules say, and the correlator weighs.
import type { Activity } from '../events/activity.ts'

export interface Signal {
  /** Stable: 'session-on-second-network', or a rule's id. */
  name: string
  /** In words that a person can check: 'Session used from Hetzner (DE) while its owner was on Comcast (US)'. */
  says: string
  /** ATT&CK, such as T1539. */
  technique: string | null
  /** Whose account it speaks of: user principal name in lower case. */
  user: string
  /** How much it counts; see the correlator for what is enough. */
  weight: number
  /** The activity that gave it away. */
  activity: Activity
}
