// Slows guessing of passwords and codes. What is counted is where attempts come from, alone and with the account they
// are made on, never the account alone: whoever guesses at a colleague's account locks out nobody but themselves.
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

const WINDOW_SECONDS = 15 * 60
const MOST_ON_ONE_ACCOUNT = 8
const MOST_FROM_ONE_PLACE = 60

export interface Attempt {
  address: string
  /** The account's email; undefined when the attempt names none. */
  email: string | undefined
  /** Asks for a new password: counted apart, since whoever has tried theirs in vain is who needs it. */
  isReset?: boolean
  at: Date
}

/**
 * Counts an attempt before it is made, as if it had failed, so that a hundred at once are a hundred. Returns how long
 * to wait when there were too many.
 */
export async function countAttempt(
  db: Db,
  attempt: Attempt,
): Promise<{ retryAfterSeconds: number } | undefined> {
  for (const [key, most] of limits(attempt)) {
    const { rows } = await sql<{ count: number; started_at: Date }>`
      insert into sign_in_failures as f (key, started_at, count) values (${key}, ${attempt.at}, 1)
      on conflict (key) do update set
        started_at = case when f.started_at <= ${windowStart(attempt.at)} then excluded.started_at else f.started_at end,
        count = case when f.started_at <= ${windowStart(attempt.at)} then 1 else f.count + 1 end
      returning count, started_at`.execute(db)
    const { count, started_at: startedAt } = rows[0]!
    if (count > most) {
      const endsAt = startedAt.getTime() + WINDOW_SECONDS * 1000
      return { retryAfterSeconds: Math.max(1, Math.ceil((endsAt - attempt.at.getTime()) / 1000)) }
    }
  }
  return undefined
}

/** It was no failure after all. `isSignedIn`: nor are the earlier ones on this account; they were slips. */
export async function takeBackAttempt(
  db: Db,
  attempt: Attempt,
  { isSignedIn }: { isSignedIn: boolean },
): Promise<void> {
  const [[place], account] = limits(attempt) as [[string, number], [string, number]?]
  await db
    .updateTable('sign_in_failures')
    .set(eb => ({ count: eb('count', '-', 1) }))
    .where('key', 'in', account && !isSignedIn ? [place, account[0]] : [place])
    .execute()
  await db
    .deleteFrom('sign_in_failures')
    .where(eb =>
      eb.or([
        eb('started_at', '<=', windowStart(attempt.at)),
        ...(account && isSignedIn ? [eb('key', '=', account[0])] : []),
      ]),
    )
    .execute()
}

// The place first: whoever is over that limit adds no further rows.
function limits({ address, email, isReset }: Attempt): [string, number][] {
  const place = placeOf(address)
  const ofPlace: [string, number] = [place, MOST_FROM_ONE_PLACE]
  return email === undefined
    ? [ofPlace]
    : [
        ofPlace,
        [`${place} ${isReset ? 'reset ' : ''}${email.toLowerCase().slice(0, 320)}`, MOST_ON_ONE_ACCOUNT],
      ]
}

const windowStart = (at: Date) => new Date(at.getTime() - WINDOW_SECONDS * 1000)

/** Whoever has one IPv6 address has the other 2^64 of its network as well. */
export function placeOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = [...left, ...zeros, ...right].map(group => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return `${groups.slice(0, 4).join(':')}::/64`
}
