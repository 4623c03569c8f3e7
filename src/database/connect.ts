// Connections: as the owner for migrations and set-up, as vedette_app for everything an organization asks.
import { Socket } from 'node:net'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { inPlaceSocket } from './in-place-socket.ts'
import type { Tables } from './types.ts'

export type Db = Kysely<Tables>

/** What `pg` needs to reach the server: the parts, or one address. */
export type Connection = pg.PoolConfig

export const APP_ROLE = 'vedette_app'

const { builtins } = pg.types
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  // Left as text: a day has no time zone, and a JavaScript Date would give it one.
  [builtins.DATE]: text => text,
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
} as unknown as pg.CustomTypesConfig

// Part of the start-up message, so that no connection is ever used before its role is lowered.
export const AS_APP = `-c role=${APP_ROLE} `
// The best plan does not depend on the values asked for, and planning costs more than running it.
export const PLANNED_ONCE =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c max_parallel_workers_per_gather=0 '

interface PoolOptions {
  max: number
  options: string
  /** A server that falls silent without closing its connections is out of reach all the same. */
  patienceSeconds: number
}

export function openPool(
  connection: Connection,
  { max, options, patienceSeconds }: PoolOptions,
  log: Pick<Logger, 'warn'>,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    options,
    types,
    application_name: 'vedette',
    connectionTimeoutMillis: 10_000,
    query_timeout: patienceSeconds * 1000,
    // Under encryption the answers are not what arrives on the socket.
    stream: (({ ssl }: { ssl: unknown }) =>
      impatient(ssl ? new Socket() : inPlaceSocket(), patienceSeconds + 10)) as unknown as () => Socket,
  })
  // It is replaced at the next use; without a listener its end would be the process's.
  // Its words alone: the error carries the whole client, secrets included.
  pool.on('error', ({ message }) => log.warn({ because: message }, 'an idle database connection broke'))
  // The same for one in use: its statement, or the next on it, tells of the loss.
  pool.on('connect', client => void client.on('error', () => {}))
  return pool
}

/** A statement given up leaves its connection waiting for the answer: it is of no use to the next. */
const impatient = (socket: Socket, seconds: number): Socket =>
  socket.setTimeout(seconds * 1000, () => socket.destroy(new Error('Connection terminated by silence')))

export const kyselyOn = (pool: pg.Pool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
