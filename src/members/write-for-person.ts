// Writes down what was done with a person's own account, for each organization they belong to.
import { type Actor, type AuditEntry, writeAudit } from '../audit/write.ts'
import type { Db } from '../database/connect.ts'
import { inOrganization } from '../database/in-organization.ts'
import { listMemberships } from './memberships.ts'

export async function writeForPerson(
  db: Db,
  personId: string,
  actor: Actor,
  entry: AuditEntry,
): Promise<void> {
  for (const { organizationId } of await listMemberships(db, personId))
    await inOrganization(db, organizationId, tx => writeAudit(tx, organizationId, actor, entry))
}
