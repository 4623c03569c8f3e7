// Judges what a tenant has to be judged: first its records are taken as seen, then the people they tell of are judged.
//
// Both steps are transactions of their own that stand in line for the tenant. The first moves judged_through together
// with the due moments of the people concerned; the second clears those together with what it wrote. So whatever
// happens in between, every record leads to a judgement, and none to two incidents.
import type { Logger } from 'pino'
import type { Histogram } from 'prom-client'
import type { Db } from '../database/connect.ts'
import { inOrganization, type Tx } from '../database/in-organization.ts'
import { openPlaces } from '../events/places/places.ts'
import { concludePeople } from './conclude.ts'
import { HISTORY_SECONDS, isIncomplete } from './incomplete.ts'
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
  /** See incomplete.ts. */
  historySeconds: number
}

const USUAL: JudgeSettings = {
  lookBackDays: 30,
  recordsAtOnce: 2000,
  peopleAtOnce: 25,
  patienceSeconds: 300,
  historySeconds: HISTORY_SECONDS,
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
    const history = { tenantId, now: clock(), atMostSeconds: settings.historySeconds }
    if (await inOrganization(db, organizationId, tx => isIncomplete(tx, organizationId, history))) return
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
