// Settings, API Keys tab (spec §5.4): all members see the list, Admins make and delete.
import Type from 'typebox'
import { writeAudit } from '../audit/write.ts'
import { inOrganization } from '../database/in-organization.ts'
import { Problem } from '../http/problem.ts'
import { createKey } from '../keys/create.ts'
import { deleteKey } from '../keys/delete.ts'
import { listKeys } from '../keys/list.ts'
import { consoleRoute } from './route.ts'

const LONGEST_DESCRIPTION = 200
const NAMELESS = 'a key without description'

export const readKeys = consoleRoute({
  method: 'GET',
  url: '/keys',
  permission: 'read keys',
  async handle({ db }, { organizationId }) {
    const keys = await inOrganization(db, organizationId, tx => listKeys(tx, organizationId))
    return {
      keys: keys.map(({ createdAt, lastUsedAt, ...key }) => ({
        ...key,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    }
  },
})

export const makeKey = consoleRoute({
  method: 'POST',
  url: '/keys',
  permission: 'manage keys',
  body: Type.Object(
    { description: Type.Optional(Type.String({ maxLength: LONGEST_DESCRIPTION })) },
    { additionalProperties: false },
  ),
  async handle({ db, now }, member, { body }) {
    const description = body.description?.trim() || null
    if (description && /\p{Cc}/u.test(description))
      throw new Problem('invalid-request', 'description must be one line of plain text.', {
        parameter: 'description',
      })
    const { organizationId, personId } = member
    return inOrganization(db, organizationId, async tx => {
      const { id, key } = await createKey(tx, organizationId, { description, createdBy: personId, at: now })
      await writeAudit(tx, organizationId, member, {
        action: 'made an API key',
        subject: description ?? NAMELESS,
        detail: { keyId: id },
        at: now,
      })
      // The only answer that ever holds a key's value.
      return { id, key, description }
    })
  },
})

export const removeKey = consoleRoute({
  method: 'DELETE',
  url: '/keys/:id',
  permission: 'manage keys',
  params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
  async handle({ db, now }, member, { params: { id } }) {
    const { organizationId } = member
    await inOrganization(db, organizationId, async tx => {
      const key = (await listKeys(tx, organizationId)).find(each => each.id === id)
      if (!key || !(await deleteKey(tx, organizationId, { id })))
        throw new Problem('not-found', 'There is no such key. It may have been deleted already.')
      await writeAudit(tx, organizationId, member, {
        action: 'deleted an API key',
        subject: key.description ?? NAMELESS,
        detail: { keyId: id },
        at: now,
      })
    })
  },
})
