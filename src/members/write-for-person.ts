// Writes down what was done with a person's own account, for each organization they belong to.
import { type Actor, type AuditEntry, writeAudit } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import { nameOrganization, type Tx } from '../database/in-organization.ts'
import { listMemberships } from './memberships.ts'

export const writeForPerson = (db: Db, personId: string, actor: Actor, entry: AuditEntry): Promise<void> =>
  db.transaction().execute(tx => writeForPersonWithin(tx, personId, actor, entry))

/** In the transaction that does it. */
export async function writeForPersonWithin(
  tx: Tx,
  personId: string,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  for (const { organizationId } of await listMemberships(tx, personId)) {
    await nameOrganization(tx, organizationId)
    await writeAudit(tx, organizationId, actor, entry)
  }
}
