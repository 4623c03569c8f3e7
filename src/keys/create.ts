// Makes an API key; the only moment at which its value exists outside its owner's hands.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../database/in-organization.ts'
import { hashKey, makeKey } from './secret.ts'

export interface NewKey {
  description: string | null
  createdBy: string | null
  at: Date
}

export async function createKey(tx: Tx, organizationId: string, { description, createdBy, at }: NewKey) {
  const [id, key] = [randomUUID(), makeKey(randomBytes(32))]
  await tx
    .insertInto('api_keys')
    .values({
      id,
      organization_id: organizationId,
      secret_hash: hashKey(key),
      description,
      created_by: createdBy,
      created_at: at,
      last_used_at: null,
    })
    .execute()
  return { id, key }
}
