// Looks for a PostgreSQL that is installed on this machine.
import { glob } from 'node:fs/promises'
import { type Binaries, tryBinaries } from './programs.ts'
import { type Account, run } from './run.ts'

const unixPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/lib/postgresql*/bin',
  '/usr/libexec/postgresql*',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/home/linuxbrew/.linuxbrew/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  '/Library/PostgreSQL/*/bin',
  '/usr/local/pgsql/bin',
  '/usr/local/bin',
  '/usr/bin',
]

const windowsPlaces = ['C:/Program Files/PostgreSQL/*/bin']

export async function findInstalled(account: Account | undefined): Promise<Binaries[]> {
  const folders = new Set(await askPgConfig())
  for (const pattern of process.platform === 'win32' ? windowsPlaces : unixPlaces) {
    for await (const folder of glob(pattern)) folders.add(folder)
  }
  const found = await Promise.all([...folders].map(folder => tryBinaries(folder, account)))
  return found.filter(each => each !== undefined)
}

async function askPgConfig(): Promise<string[]> {
  const { code, stdout } = await run(undefined, 'pg_config', ['--bindir'])
  return code === 0 && stdout.trim() ? [stdout.trim()] : []
}
