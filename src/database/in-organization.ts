// A transaction that can see one organization's rows and no other's.
import { sql, type Transaction } from 'kysely'
import type { Db } from './connect.ts'
import type { Tables } from './types.ts'

export type Tx = Transaction<Tables>

export function inOrganization<T>(db: Db, organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async tx => {
    await nameOrganization(tx, organizationId)
    return work(tx)
  })
}

/** From here to the transaction's end, or until another is named. */
export async function nameOrganization(tx: Tx, organizationId: string): Promise<void> {
  await sql`select set_config('vedette.organization_id', ${organizationId}, true)`.execute(tx)
}
