// What the tests of the Microsoft sources share: a simulated cloud with exact records, a client, and turns by hand.
import { onTestFinished } from 'vitest'
import { clock as makeClock } from '../../simulator/cloud/clock.ts'
import type { Fault } from '../../simulator/cloud/faults.ts'
import { fixedSource, type LoggedRecord } from '../../simulator/cloud/source.ts'
import { type CloudOrder, type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import { syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { type Budgets, clientFor, type MicrosoftClient } from '../../src/sources/microsoft/client.ts'
import { cloudFrom } from '../../src/sources/microsoft/clouds.ts'
import type { Page, Source } from '../../src/sources/source.ts'
import type { Credentials } from '../../src/tenants/connection.ts'

export const NOW = Date.parse('2026-05-10T12:00:00Z')
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

const FREELY = Object.fromEntries(
  ['reports', 'graph', 'manage'].map(name => [name, { requests: 1e6, milliseconds: 1 }]),
) as Budgets

export interface Sky {
  cloud: RunningCloud
  tenantId: string
  client: MicrosoftClient
  clientBy(credentials: Credentials): MicrosoftClient
  add(records: LoggedRecord[]): void
  fault(fault: Fault): number
}

export async function skyForTest({
  records = () => [],
  hasP1 = true,
  users = 10,
  patienceMilliseconds = 4000,
  ...order
}: Partial<Omit<CloudOrder, 'source' | 'clock'>> & {
  records?: (tenantId: string) => LoggedRecord[]
  hasP1?: boolean
  users?: number
  patienceMilliseconds?: number
} = {}): Promise<Sky> {
  const tenant = syntheticTenant({ number: 1, hasP1, users })
  const tenantId = tenant.directoryTenantId
  const source = fixedSource([tenant], { [tenantId]: records(tenantId) })
  const clock = makeClock({ start: NOW, speed: 0 })
  const cloud = await startCloud({ source, clock, budgets: null, ...order })
  onTestFinished(() => cloud.close())
  const clientBy = (credentials: Credentials) =>
    clientFor({
      cloud: cloudFrom({ cloud: 'global', ...cloud }),
      directoryTenantId: tenantId,
      credentials,
      fetch,
      clock: () => new Date(),
      patienceMilliseconds,
      ...('budgets' in order ? {} : { budgets: FREELY }),
    })
  return {
    cloud,
    tenantId,
    client: clientBy(cloud.app),
    clientBy,
    add: added => source.add(tenantId, added),
    fault: fault => cloud.control.faults.set(fault),
  }
}

export interface Turn {
  pages: Page[]
  /** Of all records, in the order they came. */
  ids: string[]
  cursor: unknown
  fault: unknown
}

/** One turn from a cursor, until it has caught up or fails. */
export async function turn(
  { client, tenantId, cloud }: Pick<Sky, 'client' | 'tenantId' | 'cloud'>,
  source: Source<MicrosoftClient>,
  {
    cursor = null,
    lookBackDays = 7,
    overlapSeconds = 900,
    sweepFrom = null,
    pagesAtMost = Number.POSITIVE_INFINITY,
    signal = new AbortController().signal,
  }: {
    cursor?: unknown
    lookBackDays?: number
    overlapSeconds?: number
    sweepFrom?: Date | null
    pagesAtMost?: number
    signal?: AbortSignal
  } = {},
): Promise<Turn> {
  const done: Turn = { pages: [], ids: [], cursor, fault: null }
  try {
    for await (const page of source.pages({
      tenant: { directoryTenantId: tenantId, displayName: 'Tenant 1' },
      client,
      // As the database hands it back.
      cursor: JSON.parse(JSON.stringify(cursor)),
      now: new Date(cloud.control.clock.now()),
      lookBackDays,
      overlapSeconds,
      sweepFrom,
      signal,
    })) {
      done.pages.push(page)
      done.ids.push(...page.records.map(record => String(record.Id ?? record.id)))
      done.cursor = page.cursor
      if (done.pages.length >= pagesAtMost) break
    }
  } catch (fault) {
    done.fault = fault
  }
  return done
}
