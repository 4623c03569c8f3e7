// Applies the numbered SQL files of migrations/, each once, under a lock that all processes share.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { OperatorError } from '../operator-error.ts'
import { APP_ROLE, type Connection } from './connect.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)
// Any number will do; it only has to be the same in every process.
const LOCK = 7_331_001
const OLDEST_SERVER = 15

interface Migration {
  name: string
  text: string
  checksum: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter(name => /^\d{4}_.+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async name => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Brings the database up to date; returns the names of what was applied. */
export async function migrate(connection: Connection): Promise<string[]> {
  const migrations = await readMigrations()
  const client = new pg.Client({ ...connection, application_name: 'vedette migrate' })
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await ensureAppRole(client)
    await client.query(
      `create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map(row => [row.name, row.checksum]))
    refuseStrangers(migrations, applied)
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    throw new Error(`migration ${name} failed: ${(cause as Error).message}`, { cause })
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  const major = Math.floor(Number(rows[0]!.server_version_num) / 10_000)
  if (major < OLDEST_SERVER)
    throw new OperatorError(
      `The PostgreSQL server is version ${major}; Vedette needs ${OLDEST_SERVER} or newer. Upgrade it or point DATABASE_URL at another.`,
    )
}

function refuseStrangers(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (!known.has(name))
      throw new OperatorError(
        `The database was written by a newer Vedette (it has migration ${name}). Run that version or a later one.`,
      )
    if (known.get(name) !== checksum)
      throw new OperatorError(
        `Migration ${name} differs from the one this database was made with. Restore the file; changes belong in a new migration.`,
      )
  }
}

async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has_role: boolean | null; user: string }>(
    `select current_user as user,
      (select pg_has_role(current_user, oid, 'member') from pg_roles where rolname = $1) as has_role`,
    [APP_ROLE],
  )
  const { has_role: hasRole, user } = rows[0]!
  if (hasRole) return
  try {
    // Roles belong to the whole server: another database's Vedette may be making it at this moment.
    if (hasRole === null)
      await client.query(
        `do $$ begin create role ${APP_ROLE} nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
      )
    await client.query(`grant ${APP_ROLE} to current_user`)
  } catch (cause) {
    throw new OperatorError(
      `The database user ${user} may not make the role that walls organizations off from each other. ` +
        `Ask the server's administrator to run: create role ${APP_ROLE} nologin; grant ${APP_ROLE} to ${user};`,
      { cause },
    )
  }
}
