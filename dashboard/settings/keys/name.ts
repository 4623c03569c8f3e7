// How one speaks of a key that may have no description.
import { formatMoment } from '../../parts/moment.tsx'
import type { Key } from './keys.ts'

export const nameOf = ({ description, createdAt }: Key) =>
  description ? `“${description}”` : `the key without description of ${formatMoment(createdAt)}`
