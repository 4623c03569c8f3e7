// What is done by the clock, whether anything happens or not: by one process at a time, however many there are.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../database/connect.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import type { Database } from '../database/open.ts'
import { deleteOldEvents } from '../events/stored/retention.ts'
import { noteSilence } from '../sources/silence.ts'
import type { Source } from '../sources/source.ts'
import { snapshotUsage } from '../usage/snapshot.ts'
import { forgetNotes } from './forget.ts'

export interface ChoreParts {
  database: Pick<Database, 'db' | 'owner'>
  clock: () => Date
  log: Pick<Logger, 'error'>
  retentionDays: number
  sources: Pick<Source, 'name' | 'isSilenceOdd'>[]
}

const MINUTE = 60_000
const DAY = 86_400_000
const DELETED_AT_ONCE = 5_000

/** Does what is due. One that fails is logged and tried again next time; the others go on. */
export async function doChores(parts: ChoreParts, signal: AbortSignal): Promise<void> {
  const { clock } = parts
  const chores = [
    { name: 'usage', everyMilliseconds: 15 * MINUTE, act: takeSnapshots },
    { name: 'silence', everyMilliseconds: 10 * MINUTE, act: lookForSilence },
    { name: 'retention', everyMilliseconds: DAY, act: forgetOld },
    { name: 'detection', everyMilliseconds: DAY, act: forgetWhatWasNoted },
  ]
  for (const { name, everyMilliseconds, act } of chores) {
    if (signal.aborted) return
    try {
      if (await isDue(parts.database.db, { name, now: clock(), everyMilliseconds })) await act(parts, signal)
    } catch (error) {
      parts.log.error({ err: error, chore: name }, 'a chore failed; it is tried again')
      await putBack(parts.database.db, name).catch(() => {})
    }
  }
}

/** True for one process, once in each interval and once in each UTC day: then it is taken as done. */
async function isDue(
  db: Db,
  { name, now, everyMilliseconds }: { name: string; now: Date; everyMilliseconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into chores as c (name, done_at) values (${name}, ${now})
    on conflict (name) do update set done_at = excluded.done_at
    where c.done_at <= ${new Date(now.getTime() - everyMilliseconds)}
      or (c.done_at at time zone 'UTC')::date < (excluded.done_at at time zone 'UTC')::date
      -- Written by a clock that was put right since.
      or c.done_at > excluded.done_at + interval '1 day'
    returning 1`.execute(db)
  return rows.length > 0
}

const putBack = (db: Db, name: string) =>
  db
    .updateTable('chores')
    .set({ done_at: new Date(0) })
    .where('name', '=', name)
    .execute()

async function inEach(
  { database, log }: ChoreParts,
  signal: AbortSignal,
  work: (tx: Tx, organizationId: string) => Promise<void>,
) {
  const organizations = await database.owner.selectFrom('organizations').select('id').execute()
  for (const { id } of organizations) {
    if (signal.aborted) return
    await inOrganization(database.db, id, tx => work(tx, id)).catch(error =>
      log.error({ err: error, organization: id }, 'a chore failed for an organization'),
    )
  }
}

const takeSnapshots = (parts: ChoreParts, signal: AbortSignal) =>
  inEach(parts, signal, (tx, organizationId) => snapshotUsage(tx, organizationId, { now: parts.clock() }))

const forgetWhatWasNoted = (parts: ChoreParts, signal: AbortSignal) =>
  inEach(parts, signal, (tx, organizationId) => forgetNotes(tx, organizationId, parts.clock()))

const lookForSilence = (parts: ChoreParts, signal: AbortSignal) => {
  const sources = parts.sources.filter(({ isSilenceOdd }) => isSilenceOdd).map(({ name }) => name as string)
  return inEach(
    parts,
    signal,
    async (tx, organizationId) =>
      void (await noteSilence(tx, organizationId, { now: parts.clock(), sources })),
  )
}

async function forgetOld({ database, clock, retentionDays }: ChoreParts, signal: AbortSignal) {
  const before = new Date(clock().getTime() - retentionDays * DAY)
  const tenants = await database.owner
    .selectFrom('event_heads')
    .select(['organization_id', 'tenant_id as tenantId'])
    .execute()
  for (const { organization_id: organizationId, tenantId } of tenants)
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE && !signal.aborted; )
      deleted = await inOrganization(database.db, organizationId, tx =>
        deleteOldEvents(tx, organizationId, { tenantId, before, most: DELETED_AT_ONCE }),
      )
}
