// The tenant of those working weeks in the real service: records in, incidents out.
import { isRejection, normalise } from '../../../src/events/normalise.ts'
import { readAttack } from '../../../src/incidents/linked.ts'
import type { JudgeSettings } from '../../../src/monitor/judge.ts'
import { listed, makeOrganization, type Service, serviceForTest } from '../../harness.ts'
import { node, store, type Told, tenantOf } from '../ground.ts'
import { DAY, FROM, TENANT } from './life.ts'
import type { LogRecord } from './record.ts'

export const told = (records: LogRecord[]): Told[] =>
  records.flatMap(record => {
    const activity = normalise(record, { tenant: TENANT })
    return isRejection(activity) ? [] : [{ activity, publishedAt: activity.at }]
  })

/** Of an organization of its own; several may share a service. */
export async function watched(service?: Service, settings: Partial<JudgeSettings> = {}) {
  const on = service ?? (await serviceForTest())
  on.clock.set(new Date(FROM + 100 * DAY))
  const organization = await makeOrganization(on)
  const tenant = await tenantOf(on, organization, TENANT)
  const judge = await node(on, settings)
  return {
    service: on,
    organization,
    async take(...records: Told[]) {
      await store(on, organization, tenant, records)
      await judge(organization.id, tenant.id)
    },
    /** The names of those whose incidents an incident is linked with. */
    async linkedWith(id: string) {
      const { linked } = await organization.work(tx =>
        readAttack(tx, organization.id, { id, tenantId: tenant.id }),
      )
      return linked.map(({ userName }) => userName)
    },
    async incidents() {
      const found = await listed(await on.get('/beta/incidents?limit=100', organization.key))
      return found.map(({ id, user, occurredAt }) => ({
        id,
        user: user.userPrincipalName,
        occurredAt: Date.parse(occurredAt),
      }))
    },
  }
}
