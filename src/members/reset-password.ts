// The way back for whoever has forgotten their password: a link that works once and for an hour. It changes the
// password and ends all sessions; two-factor and passkeys stay as they are.
import { randomUUID } from 'node:crypto'
import type { Actor } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import type { Tx } from '../database/in-organization.ts'
import { hashLinkToken, makeLinkToken } from './link-token.ts'
import { hashPassword } from './password.ts'
import { writeForPersonWithin } from './write-for-person.ts'

export const GOOD_FOR_MINUTES = 60
/**
 * Beyond these nothing more is mailed until the first has expired: nobody's mailbox can be filled from here, and whoever
 * asked in their name so often has only given them links that work.
 */
const MOST_MAILED = 5

export interface ResetOrder {
  email: string
  /** False: the operator hands it over, whose word is enough. */
  isMailed: boolean
  actor: Actor
  at: Date
}

/**
 * 'nobody': no such account. 'no password': they sign in another way, and a mailbox is not enough to change that.
 * 'enough': they have as many mails as they get.
 */
export type MadeReset = { token: string; name: string } | 'nobody' | 'no password' | 'enough'

export function makeReset(db: Db, { email, isMailed, actor, at }: ResetOrder): Promise<MadeReset> {
  return db.transaction().execute(async tx => {
    const person = await tx
      .selectFrom('people')
      .select(['id', 'name'])
      .where('email', '=', email.toLowerCase())
      // One after the other, or two at once would each find room for one more.
      .forUpdate()
      .executeTakeFirst()
    if (!person) return 'nobody'
    if (isMailed && !(await hasPassword(tx, person.id))) return 'no password'
    await tx.deleteFrom('password_resets').where('expires_at', '<=', at).execute()
    if (isMailed && (await countMailed(tx, person.id)) >= MOST_MAILED) return 'enough'
    const { token, hash } = makeLinkToken()
    await tx
      .insertInto('password_resets')
      .values({
        token_hash: hash,
        person_id: person.id,
        is_mailed: isMailed,
        created_at: at,
        expires_at: new Date(at.getTime() + GOOD_FOR_MINUTES * 60_000),
      })
      .execute()
    await writeForPersonWithin(tx, person.id, actor, {
      action: 'asked for a new password',
      subject: email.toLowerCase(),
      detail: { by: isMailed ? 'mail' : 'command' },
      at,
    })
    return { token, name: person.name }
  })
}

async function hasPassword(tx: Tx, personId: string): Promise<boolean> {
  const account = await tx
    .selectFrom('person_accounts')
    .select('id')
    .where('person_id', '=', personId)
    .where('provider_id', '=', 'credential')
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  return account !== undefined
}

async function countMailed(tx: Tx, personId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('password_resets')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .where('is_mailed', '=', true)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whose it is, and what their password is until it is used; undefined when it is not, or no longer, good. */
export function findReset(
  db: Db,
  { token, at }: { token: string; at: Date },
): Promise<{ personId: string; email: string; hash: string | null } | undefined> {
  return db
    .selectFrom('password_resets as r')
    .innerJoin('people as p', 'p.id', 'r.person_id')
    .leftJoin('person_accounts as a', join =>
      join.onRef('a.person_id', '=', 'p.id').on('a.provider_id', '=', 'credential'),
    )
    .select(['p.id as personId', 'p.email', 'a.password_hash as hash'])
    .where('r.token_hash', '=', hashLinkToken(token))
    .where('r.expires_at', '>', at)
    .executeTakeFirst()
}

export interface Reset {
  token: string
  password: string
  address: string | null
  at: Date
}

/** Undefined: the link is not, or no longer, good, and nothing has changed. */
export async function resetPassword(
  db: Db,
  { token, password, address, at }: Reset,
): Promise<{ email: string } | undefined> {
  // Hashing is dear, and not for whoever makes links up.
  if (!(await findReset(db, { token, at }))) return undefined
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async tx => {
    const used = await tx
      .deleteFrom('password_resets')
      .where('token_hash', '=', hashLinkToken(token))
      .where('expires_at', '>', at)
      .returning(['person_id', 'is_mailed'])
      .executeTakeFirst()
    if (!used) return undefined
    const { person_id: personId, is_mailed: isMailed } = used
    const { email, name } = await tx
      .updateTable('people')
      .set({ updated_at: at, ...(isMailed && { is_email_verified: true }) })
      .where('id', '=', personId)
      .returning(['email', 'name'])
      .executeTakeFirstOrThrow()
    await setPassword(tx, personId, { password_hash, at })
    await tx.deleteFrom('password_resets').where('person_id', '=', personId).execute()
    await tx.deleteFrom('sessions').where('person_id', '=', personId).execute()
    // Whoever gave the old password and not yet the code begins anew.
    await tx.deleteFrom('verifications').where('value', '=', personId).execute()
    await writeForPersonWithin(
      tx,
      personId,
      { personId, name, address },
      { action: 'set a new password', subject: email, detail: { by: isMailed ? 'mail' : 'command' }, at },
    )
    return { email }
  })
}

async function setPassword(
  tx: Tx,
  personId: string,
  { password_hash, at }: { password_hash: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('person_accounts')
    .values({
      id: randomUUID(),
      person_id: personId,
      provider_id: 'credential',
      account_id: personId,
      password_hash,
      created_at: at,
      updated_at: at,
    })
    .onConflict(conflict =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password_hash, updated_at: at }),
    )
    .execute()
}
