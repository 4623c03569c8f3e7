// The directory's accounts and the products they hold: all of them once, then what has changed.
import {
  type DirectoryChange,
  type Page,
  type Rejection,
  type Source,
  type SourceContext,
  SourceFault,
} from '../source.ts'
import { type MicrosoftClient, Refused } from './client.ts'
import { readSkus } from './subscribed-skus.ts'

interface Cursor {
  /** Where to go on: a page of the read under way, or what has changed since the last. */
  link: string
  /** Set while all accounts are being read: when that began. */
  fullSince?: string
  /** When all were last read. */
  readAt?: string
}

const PERMISSION = 'User.Read.All'
const EVERY_SECONDS = 900
/** Deltas are trusted for a week; then everything is read again, should a change have been lost. */
const FULL_AGAIN_AFTER = 7 * 86_400_000

const SELECT = [
  'id',
  'userPrincipalName',
  'mail',
  'displayName',
  'accountEnabled',
  'lastPasswordChangeDateTime',
  'assignedLicenses',
].join(',')
const FIRST = `/v1.0/users/delta?$select=${SELECT}`

export const directory: Source<MicrosoftClient> = {
  name: 'directory',
  everySeconds: EVERY_SECONDS,
  isSilenceOdd: false,
  pages,
}

async function* pages({
  client,
  cursor: given,
  now,
  signal,
}: SourceContext<MicrosoftClient>): AsyncGenerator<Page> {
  const skus = await readSkus(client, signal)
  const beginning = (): Cursor => ({ link: FIRST, fullSince: now.toISOString() })
  let cursor = (given as Cursor | null) ?? beginning()
  if (!cursor.fullSince && now.getTime() - Date.parse(cursor.readAt ?? '') > FULL_AGAIN_AFTER)
    cursor = beginning()
  const visited = new Set<string>()
  for (;;) {
    if (visited.has(cursor.link))
      throw new SourceFault(
        'broken-answer',
        'Microsoft Graph’s pages of users lead in a circle. It is tried again.',
      )
    visited.add(cursor.link)
    let found: Awaited<ReturnType<MicrosoftClient['list']>>
    try {
      found = await client.list({
        on: 'graph',
        path: cursor.link,
        permission: PERMISSION,
        signal,
        // The link has run out, or is of a form that Microsoft no longer takes.
        expects: ({ status, code }) =>
          status === 410 || (cursor.link !== FIRST && status === 400) || code === 'syncStateNotFound',
      })
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause
      cursor = beginning()
      if (visited.has(FIRST))
        throw new SourceFault(
          'broken-answer',
          'Microsoft Graph breaks off reading the users. It is tried again.',
        )
      continue
    }
    const since = cursor.fullSince
    if (found.next) cursor = { ...cursor, link: found.next }
    else if (found.delta) cursor = { link: found.delta, readAt: since ?? cursor.readAt ?? now.toISOString() }
    else
      throw new SourceFault(
        'broken-answer',
        'Microsoft Graph sent users without saying where to go on. It is tried again.',
      )
    const { change, rejected } = await changeOf(found.records, skus, { client, now, signal })
    if (!found.next && since) change.completeSince = new Date(since)
    yield {
      records: [],
      directory: change,
      cursor: structuredClone(cursor),
      ...(rejected.length && { rejected }),
    }
    if (!found.next) return
  }
}

async function changeOf(
  records: Record<string, unknown>[],
  skus: Map<string, string>,
  { client, now, signal }: { client: MicrosoftClient; now: Date; signal: AbortSignal },
): Promise<{ change: DirectoryChange; rejected: Rejection[] }> {
  const change: DirectoryChange = { users: [], deleted: [] }
  const rejected: Rejection[] = []
  // One account may stand on a page several times; the last word counts.
  const last = new Map<unknown, Record<string, unknown>>()
  for (const record of records) {
    last.delete(record.id)
    last.set(record.id, record)
  }
  for (const [id, record] of last) {
    if (typeof id !== 'string' || !id) rejected.push({ reason: 'an account without id' })
    else if (record['@removed']) change.deleted.push({ id, deletedAt: now })
    else {
      // A change may tell of what has changed alone.
      const isWhole = typeof record.userPrincipalName === 'string' && Array.isArray(record.assignedLicenses)
      const whole = isWhole ? record : await readUser(client, id, signal)
      if (whole) change.users.push(userOf(id, whole, skus))
      else change.deleted.push({ id, deletedAt: now })
    }
  }
  return { change, rejected }
}

async function readUser(client: MicrosoftClient, id: string, signal: AbortSignal) {
  try {
    return await client.object({
      on: 'graph',
      path: `/v1.0/users/${encodeURIComponent(id)}?$select=${SELECT}`,
      permission: PERMISSION,
      signal,
      expects: ({ status }) => status === 404,
    })
  } catch (cause) {
    if (cause instanceof Refused) return null
    throw cause
  }
}

function userOf(
  id: string,
  record: Record<string, unknown>,
  skus: Map<string, string>,
): DirectoryChange['users'][number] {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null)
  const changedAt = new Date(String(record.lastPasswordChangeDateTime))
  const licences = Array.isArray(record.assignedLicenses) ? record.assignedLicenses : []
  const held = licences.flatMap((licence: unknown) => {
    const skuId = (licence as { skuId?: unknown } | null)?.skuId
    return typeof skuId === 'string' ? [skus.get(skuId.toLowerCase()) ?? skuId.toLowerCase()] : []
  })
  return {
    id,
    userPrincipalName: text(record.userPrincipalName) ?? id,
    mail: text(record.mail),
    displayName: text(record.displayName),
    accountEnabled: typeof record.accountEnabled === 'boolean' ? record.accountEnabled : null,
    // Microsoft writes the year 1 for "never".
    lastPasswordChangeAt:
      Number.isNaN(changedAt.getTime()) || changedAt.getUTCFullYear() < 1980 ? null : changedAt,
    skus: [...new Set(held)],
  }
}
