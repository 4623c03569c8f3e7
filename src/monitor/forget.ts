// Forgets what detection noted of days that are no longer looked back to.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { DAY, dayOf } from '../detection/behaviour/memory/visits.ts'

/** Sprays and resets are looked for within a day, roll-outs within days, and no account is new for long; a place where somebody has not been for half a year is no longer theirs. */
const PASSING_DAYS = 60
const SITE_DAYS = 180

export async function forgetNotes(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const today = dayOf(now.getTime())
  await sql`
    delete from refused_sign_ins where organization_id = ${organizationId} and day < ${today - PASSING_DAYS}`.execute(
    tx,
  )
  await sql`
    delete from resets where organization_id = ${organizationId}
      and at < ${new Date((today - PASSING_DAYS) * DAY)}::timestamptz`.execute(tx)
  await sql`
    delete from renewals where organization_id = ${organizationId} and day < ${today - PASSING_DAYS}`.execute(
    tx,
  )
  await sql`
    delete from made_accounts where organization_id = ${organizationId}
      and at < ${new Date((today - PASSING_DAYS) * DAY)}::timestamptz`.execute(tx)
  await sql`
    delete from seen_sites where organization_id = ${organizationId} and last_day < ${today - SITE_DAYS}`.execute(
    tx,
  )
}
