// The store: Vedette's own PostgreSQL in the data folder, or the one DATABASE_URL names.
import { availableParallelism } from 'node:os'
import pg from 'pg'
import type { Logger } from 'pino'
import { OperatorError } from '../operator-error.ts'
import { APP_ROLE, AS_APP, type Connection, type Db, kyselyOn, openPool, PLANNED_ONCE } from './connect.ts'
import { openOwnServer } from './embedded/open.ts'
import { migrate } from './migrate.ts'
import { isUnavailable } from './unavailable.ts'

export interface Database {
  /** What organizations ask: works as vedette_app, behind row-level security. */
  db: Db
  /** As vedette_app too, for the few named statements that must be fastest: planned once, and by index alone. */
  fast: pg.Pool
  /** Sees every organization: for making one, never for answering one. */
  owner: Db
  close(): Promise<void>
}

export interface OpenDatabase {
  databaseUrl: string | undefined
  dataFolder: string
  /** 'hold' for the service itself, 'visit' for a command that may find the service running. */
  mode: 'hold' | 'visit'
  connections: number
  log: Logger
}

export async function openDatabase(options: OpenDatabase): Promise<Database> {
  const { databaseUrl, dataFolder, mode, connections, log } = options
  if (databaseUrl)
    return openOn({ connectionString: databaseUrl }, connections, log).catch(error => {
      if (!isUnavailable(error)) throw error
      throw new OperatorError(
        `The database that DATABASE_URL names cannot be used: ${error.message}. Start the server or mend the setting.`,
        { cause: error },
      )
    })
  const server = await openOwnServer({ dataFolder, mode, log })
  try {
    const database = await openOn(server.connection, connections, log)
    return {
      ...database,
      async close() {
        await database.close()
        await server.close()
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

export async function openOn(connection: Connection, connections: number, log: Logger): Promise<Database> {
  const applied = await migrate(connection)
  if (applied.length) log.info({ migrations: applied }, 'database brought up to date')
  const pools = {
    app: openPool(connection, { max: connections, options: AS_APP, patienceSeconds: 30 }, log),
    fast: openPool(
      connection,
      {
        max: isHere(connection) ? Math.min(connections, availableParallelism() + 1) : connections,
        options: AS_APP + PLANNED_ONCE,
        patienceSeconds: 10,
      },
      log,
    ),
    owner: openPool(connection, { max: 2, options: '', patienceSeconds: 300 }, log),
  }
  const close = async () => void (await Promise.all(Object.values(pools).map(pool => pool.end())))
  await refuseWithoutWall(pools.app).catch(async error => {
    await close()
    throw error
  })
  return {
    db: kyselyOn(pools.app),
    fast: pools.fast,
    owner: kyselyOn(pools.owner),
    close,
  }
}

/** There PostgreSQL shares the processors with us, and more questions at once would only take turns. */
function isHere(connection: Connection): boolean {
  const { host } = new pg.Client(connection)
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host)
}

/** The role goes with the start-up message, which an address or a pooler in between can overrule without a word. */
async function refuseWithoutWall(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role === APP_ROLE) return
  throw new OperatorError(
    `The connection works as ${rows[0]?.role} and not as ${APP_ROLE}, so nothing would stand between organizations. ` +
      'Remove "options" from DATABASE_URL, and connect to the server itself or through a pooler that passes start-up options on.',
  )
}
