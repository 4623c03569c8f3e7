// Settings, Audit log: who did what, when and from where. For Admins.
import { Readable } from 'node:stream'
import Type from 'typebox'
import { allAudit } from '../audit/export.ts'
import {
  type AuditFilter,
  type AuditPlace,
  type ListedEntry,
  listAudit,
  listAuditPeople,
} from '../audit/list.ts'
import { ACTIONS, writeAudit } from '../audit/write.ts'
import { inOrganization } from '../database/in-organization.ts'
import { csvLine } from '../http/csv.ts'
import { Problem } from '../http/problem.ts'
import { consoleRoute, type Download } from './route.ts'

const filters = {
  person: Type.Optional(Type.String({ format: 'uuid' })),
  action: Type.Optional(Type.Enum([...ACTIONS])),
  since: Type.Optional(Type.String({ maxLength: 40 })),
  before: Type.Optional(Type.String({ maxLength: 40 })),
}
const Filters = Type.Object(filters, { additionalProperties: false })

export const readAudit = consoleRoute({
  method: 'GET',
  url: '/audit',
  permission: 'read audit log',
  query: Type.Object(
    {
      ...filters,
      cursor: Type.Optional(Type.String({ maxLength: 100 })),
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    },
    { additionalProperties: false },
  ),
  async handle({ db }, { organizationId }, { query }) {
    const { entries, next } = await inOrganization(db, organizationId, tx =>
      listAudit(tx, organizationId, {
        filter: filterOf(query),
        after: query.cursor === undefined ? undefined : placeOf(query.cursor),
        limit: query.limit,
      }),
    )
    return {
      entries: entries.map(entry => ({ ...entry, at: entry.at.toISOString() })),
      next: next ? `${next.at.toISOString()}_${next.id}` : null,
    }
  },
})

/** What the page offers to filter by. */
export const readAuditFilters = consoleRoute({
  method: 'GET',
  url: '/audit/filters',
  permission: 'read audit log',
  async handle({ db }, { organizationId }) {
    const people = await inOrganization(db, organizationId, tx => listAuditPeople(tx, organizationId))
    return { people, actions: [...ACTIONS] }
  },
})

export const exportAudit = consoleRoute({
  method: 'GET',
  url: '/audit/export',
  permission: 'read audit log',
  query: Filters,
  async handle({ db, now }, member, { query }): Promise<Download> {
    const { organizationId } = member
    const filter = filterOf(query)
    await inOrganization(db, organizationId, tx =>
      writeAudit(tx, organizationId, member, {
        action: 'exported the audit log',
        subject: Object.keys(query).length ? 'a part of it' : 'the whole log',
        detail: query,
        at: now,
      }),
    )
    return {
      download: {
        name: `vedette-audit-${now.toISOString().slice(0, 10)}.csv`,
        type: 'text/csv; charset=utf-8',
        body: Readable.from(lines(allAudit(db, organizationId, filter))),
      },
    }
  },
})

async function* lines(pages: AsyncIterable<ListedEntry[]>): AsyncGenerator<string> {
  yield csvLine(['at', 'actor', 'personId', 'action', 'subject', 'address', 'detail'])
  for await (const page of pages)
    yield page
      .map(({ at, actor, personId, action, subject, address, detail }) =>
        csvLine([at.toISOString(), actor, personId, action, subject, address, JSON.stringify(detail)]),
      )
      .join('')
}

const filterOf = ({ person, action, since, before }: Type.Static<typeof Filters>): AuditFilter => ({
  personId: person,
  action,
  since: momentOf('since', since),
  before: momentOf('before', before),
})

function momentOf(parameter: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? new Date(text) : new Date(Number.NaN)
  // The database's calendar begins with the year 1.
  if (at.getUTCFullYear() >= 1) return at
  throw new Problem('invalid-request', `${parameter} must be a moment such as 2026-03-10T12:00:00Z.`, {
    parameter,
  })
}

function placeOf(cursor: string): AuditPlace {
  const [at = '', id = ''] = cursor.split('_', 2)
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
    throw new Problem('invalid-request', 'cursor must be the one that the page before gave.', {
      parameter: 'cursor',
    })
  return { at: momentOf('cursor', at)!, id }
}
