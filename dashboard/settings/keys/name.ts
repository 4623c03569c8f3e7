// How one speaks of a key that may have no description.
import type { Clock } from '../../parts/clock.tsx'
import { formatMoment } from '../../parts/moment.tsx'
import type { Key } from './keys.ts'

export const nameOf = ({ description, createdAt }: Key, clock: Clock) =>
  description
    ? `“${description}”`
    : `the key without description of ${formatMoment(createdAt, undefined, clock)}`
