// Rate limits as the caller sees them: the IETF draft's RateLimit headers, and 429 with Retry-After.

import { Problem } from '../http/problem.ts'
import { type Admission, WINDOW_SECONDS } from './admit.ts'

export interface RatePolicy {
  name: string
  perMinute: number
}

/** Name, value: the same on every answer. */
export const policyHeader = ({ name, perMinute }: RatePolicy): [string, string] => [
  'ratelimit-policy',
  `"${name}";q=${perMinute};w=${WINDOW_SECONDS}`,
]

/** What is left of it. */
export function rateHeader(policy: RatePolicy, { used, windowStartedAt }: Admission, now: Date): string {
  const left = Math.max(0, policy.perMinute - used)
  return `"${policy.name}";r=${left};t=${secondsLeft(windowStartedAt, now)}`
}

export function overLimit(
  policy: RatePolicy,
  { used, windowStartedAt }: Admission,
  now: Date,
): Problem | undefined {
  if (used <= policy.perMinute) return undefined
  const seconds = Math.max(1, secondsLeft(windowStartedAt, now))
  return new Problem(
    'too-many-requests',
    `This organization has made its ${policy.perMinute} requests of this minute to this address. Try again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

const secondsLeft = (windowStartedAt: Date, now: Date) =>
  Math.min(
    WINDOW_SECONDS,
    Math.max(0, Math.ceil((windowStartedAt.getTime() + WINDOW_SECONDS * 1000 - now.getTime()) / 1000)),
  )
