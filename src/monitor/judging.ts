// Has what was stored judged: soon after, one tenant at a time, and whatever a process that died left behind.
import type { Logger } from 'pino'
import type { Db } from '../database/connect.ts'
import { unjudgedTenants } from '../events/stored/judging.ts'

export interface JudgingParts {
  db: Db
  clock: () => Date
  log: Pick<Logger, 'error'>
  /** Judges what the tenant has to be judged; see takeUnjudged in events/stored/judging.ts. */
  judge(organizationId: string, tenantId: string): Promise<void>
}

const TENANTS_AT_ONCE = 500

export function startJudging({ db, clock, log, judge }: JudgingParts) {
  const waiting = new Map<string, string>()
  let working: Promise<void> | null = null
  let isStopped = false
  const work = async () => {
    for (;;) {
      const next = waiting.entries().next()
      if (next.done || isStopped) return
      const [tenantId, organizationId] = next.value
      waiting.delete(tenantId)
      await judge(organizationId, tenantId).catch(error =>
        log.error({ err: error, tenant: tenantId }, 'records could not be judged; it is tried again'),
      )
    }
  }
  const add = (organizationId: string, tenantId: string) => {
    waiting.set(tenantId, organizationId)
    working ??= work().finally(() => {
      working = null
    })
  }
  return {
    add,
    /** Called by the clock. */
    async findLeftOver() {
      const tenants = await unjudgedTenants(db, { most: TENANTS_AT_ONCE, now: clock() })
      for (const { organizationId, tenantId } of tenants) add(organizationId, tenantId)
    },
    async stop() {
      isStopped = true
      await working
    },
  }
}
