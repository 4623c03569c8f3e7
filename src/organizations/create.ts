// Makes an organization. Works as the owner: no organization can see another being made.
import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/types.ts'

export async function createOrganization(
  owner: Kysely<Tables>,
  { id = randomUUID(), name, at }: { id?: string; name: string; at: Date },
): Promise<string> {
  await owner.insertInto('organizations').values({ id, name, created_at: at }).execute()
  await owner
    .insertInto('organization_revisions')
    .values({ organization_id: id, incidents_changed_at: at })
    .execute()
  return id
}
