// Who holds the data folder: a lock inside PostgreSQL, which a killed process loses by itself.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { OperatorError } from '../../operator-error.ts'
import type { Address } from './address.ts'
import type { Cluster } from './cluster.ts'
import { isAlive } from './postmaster-pid.ts'
import { closeSession, openSession, type Session } from './session.ts'

const holdLock = 1_986_356_325

/** A killed holder's backend needs a moment to notice that nobody is at the other end. */
const graceSeconds = 3

export async function takeHold(cluster: Cluster, address: Address): Promise<Session> {
  const session = await openSession(cluster, address, `vedette hold pid=${process.pid}`)
  const deadline = performance.now() + graceSeconds * 1000
  try {
    for (;;) {
      if (await tryLock(session.client)) return session
      const pid = await findHolder(session.client)
      if ((pid !== undefined && isAlive(pid)) || performance.now() > deadline) throw refusal(cluster, pid)
      await sleep(100)
    }
  } catch (error) {
    await closeSession(session)
    throw error
  }
}

export function openVisit(cluster: Cluster, address: Address): Promise<Session> {
  return openSession(cluster, address, `vedette visit pid=${process.pid}`)
}

/** Whether anybody would miss the server if this visitor stopped it. */
export async function isLastVisitor({ client }: Session): Promise<boolean> {
  if (!(await tryLock(client))) return false
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where application_name like 'vedette visit pid=%' and pid <> pg_backend_pid()`,
  )
  return rows.length === 0
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as taken',
    [holdLock],
  )
  return rows[0]?.taken === true
}

async function findHolder(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1::oid and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())`,
    [holdLock],
  )
  const [, pid] = /pid=(\d+)/.exec(rows[0]?.name ?? '') ?? []
  return pid === undefined ? undefined : Number(pid)
}

function refusal({ dataFolder }: Cluster, pid: number | undefined): OperatorError {
  const which = pid === undefined ? '' : ` (pid ${pid})`
  return new OperatorError(
    `The data folder ${dataFolder} is in use by another Vedette process${which}. Stop it first, or give this one its own folder with --data, or set DATABASE_URL so that several can share one database.`,
  )
}
