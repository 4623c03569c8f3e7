// What the figures were measured on, and how much of it was free for the measurement.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '../src/database/connect.ts'

const LOOK_SECONDS = 2

export async function describeMachine(connection: Connection): Promise<string> {
  const idle = await idleShare()
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const [postgres] = rows[0]!.server_version.split(' ')
  const facts = `${cpus().length} cores, Node ${process.versions.node}, PostgreSQL ${postgres}`
  const busy = idle < 0.9 ? ': other work was running, which slows the service more than its yardsticks' : ''
  return `${facts}; ${(100 * idle).toFixed(0)} % of the machine was idle before the run${busy}`
}

async function idleShare(): Promise<number> {
  const times = () =>
    cpus().reduce(
      (sum, { times }) => ({
        idle: sum.idle + times.idle,
        all: sum.all + times.idle + times.user + times.sys + times.nice + times.irq,
      }),
      { idle: 0, all: 0 },
    )
  const before = times()
  await sleep(LOOK_SECONDS * 1000)
  const after = times()
  return (after.idle - before.idle) / (after.all - before.all)
}
