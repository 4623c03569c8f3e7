// Refuses whoever guesses, or asks, too often; see src/members/guessing.ts for what is counted.
import type { Db } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { type Attempt, countAttempt } from '../../members/guessing.ts'

export async function refuseTooMany(db: Db, attempt: Attempt): Promise<void> {
  const refused = await countAttempt(db, attempt)
  if (!refused) return
  const minutes = Math.ceil(refused.retryAfterSeconds / 60)
  const what = attempt.isReset ? 'requests' : 'failed attempts'
  throw new Problem(
    'too-many-requests',
    `Too many ${what} from your network. Wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`,
    { headers: { 'retry-after': String(refused.retryAfterSeconds) } },
  )
}
