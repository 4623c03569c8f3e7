// Forgets what detection noted of days that are no longer looked back to.
import { sql } from 'kysely'
import type { Tx } from '../database/in-organization.ts'
import { dayOf } from '../detection/behaviour/visits.ts'

/** Sprays are looked for within a day; a place where somebody has not been for half a year is no longer theirs. */
const REFUSED_DAYS = 60
const SITE_DAYS = 180

export async function forgetNotes(tx: Tx, organizationId: string, now: Date): Promise<void> {
  const today = dayOf(now.getTime())
  await sql`
    delete from refused_sign_ins where organization_id = ${organizationId} and day < ${today - REFUSED_DAYS}`.execute(
    tx,
  )
  await sql`
    delete from seen_sites where organization_id = ${organizationId} and last_day < ${today - SITE_DAYS}`.execute(
    tx,
  )
}
