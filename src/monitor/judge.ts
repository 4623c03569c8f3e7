// Judges what a tenant has to be judged: first its records are taken as seen, then the people they tell of are judged.
//
// Both steps are transactions of their own that stand in line for the tenant. The first moves judged_through together
// with the due moments of the people concerned; the second clears those together with what it wrote. So whatever
// happens in between, every record leads to a judgement, and none to two incidents.
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import type { Db } from '../database/connect.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import { openPlaces } from '../events/places.ts'
import { isImporting } from '../tenants/importing.ts'
import { concludePeople } from './conclude.ts'
import { noticeRecords } from './notice.ts'
import { rememberPeople } from './people.ts'
import type { Reading } from './reading.ts'
import { rulesInForce } from './rules-in-force.ts'

export interface JudgeParts {
  db: Db
  clock: () => Date
  log: Pick<Logger, 'error'>
  /** From stored to visible, of incidents found while watching. */
  seconds?: Pick<Histogram, 'observe'>
  /** Where addresses are; without it, from the files that npm brings. */
  reading?: Reading
  settings?: Partial<JudgeSettings>
}

export interface JudgeSettings {
  lookBackDays: number
  recordsAtOnce: number
  peopleAtOnce: number
  patienceSeconds: number
  /** For how long a tenant whose history is still being read, or imported, may wait to be judged as a whole. */
  historySeconds: number
}

const USUAL: JudgeSettings = {
  lookBackDays: 30,
  recordsAtOnce: 2000,
  peopleAtOnce: 25,
  patienceSeconds: 300,
  historySeconds: 3600,
}

export type Judge = (organizationId: string, tenantId: string) => Promise<void>

export function createJudge({ db, clock, log, seconds, reading, settings: given }: JudgeParts): Judge {
  const settings = { ...USUAL, ...given }
  const people = rememberPeople({ lookBackDays: settings.lookBackDays })
  const rules = rulesInForce()
  let places: Promise<Reading> | null = reading ? Promise.resolve(reading) : null
  return async (organizationId, tenantId) => {
    places ??= openPlaces()
    const where = await places
    const step = <T>(work: (tx: Tx, directoryTenantId: string) => Promise<T>) =>
      inOrganization(db, organizationId, async tx => {
        const directoryTenantId = await findTenant(tx, organizationId, tenantId)
        return directoryTenantId === undefined ? undefined : work(tx, directoryTenantId)
      })
    for (;;) {
      const taken = await step(async (tx, directoryTenantId) =>
        noticeRecords(tx, organizationId, {
          tenantId,
          directoryTenantId,
          most: settings.recordsAtOnce,
          now: clock(),
          patienceSeconds: settings.patienceSeconds,
          lookBackDays: settings.lookBackDays,
          rules: (await rules.of(tx, organizationId, tenantId)).rules,
          reading: where,
        }),
      )
      if ((taken ?? 0) < settings.recordsAtOnce) break
    }
    if (await inOrganization(db, organizationId, tx => isIncomplete(tx, organizationId, tenantId))) return
    for (;;) {
      const concluded = await step(async (tx, directoryTenantId) =>
        concludePeople(tx, organizationId, {
          tenantId,
          directoryTenantId,
          most: settings.peopleAtOnce,
          now: clock(),
          lookBackDays: settings.lookBackDays,
          people,
          inForce: await rules.of(tx, organizationId, tenantId),
          reading: where,
          log,
        }),
      )
      for (const { storedAt, isLive } of concluded?.found ?? [])
        if (isLive) seconds?.observe(Math.max(0, clock().getTime() - storedAt.getTime()) / 1000)
      if ((concluded?.judged ?? 0) === 0) return
    }
  }

  /** Half of a history makes strangers of people: while it is coming in, judging waits, but not for ever. */
  async function isIncomplete(tx: Tx, organizationId: string, tenantId: string): Promise<boolean> {
    const atMostSeconds = settings.historySeconds
    if (await isImporting(tx, organizationId, { tenantId, atMostSeconds })) return true
    const feeds = await tx
      .selectFrom('feeds')
      .select(['source', 'enrolled_at', 'first_caught_up_at', 'fault_kind', 'is_resting'])
      .where('organization_id', '=', organizationId)
      .where('tenant_id', '=', tenantId)
      .execute()
    const newSince = new Date(clock().getTime() - settings.historySeconds * 1000)
    // A source that a later version brings to a tenant known for long holds up nothing.
    if (feeds.some(({ enrolled_at }) => enrolled_at <= newSince)) return false
    return feeds.some(
      feed =>
        feed.source !== 'directory' &&
        feed.first_caught_up_at === null &&
        feed.fault_kind === null &&
        !feed.is_resting,
    )
  }
}

/** Undefined when it is gone or left: its records accuse nobody any more. */
async function findTenant(tx: Tx, organizationId: string, tenantId: string): Promise<string | undefined> {
  const tenant = await tx
    .selectFrom('tenants')
    .select('directory_tenant_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return tenant?.directory_tenant_id
}
