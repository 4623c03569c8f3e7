// A folder of PostgreSQL's programs, tried by running them.
import { join } from 'node:path'
import { type Account, run } from './run.ts'

export interface Binaries {
  version: string
  initdb: string
  postgres: string
  pgCtl: string
}

/** Runs the server's program as the account in question: the only sure way to know that it can. */
export async function tryBinaries(
  folder: string,
  account: Account | undefined,
): Promise<Binaries | undefined> {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binaries = {
    initdb: join(folder, `initdb${suffix}`),
    postgres: join(folder, `postgres${suffix}`),
    pgCtl: join(folder, `pg_ctl${suffix}`),
  }
  for (const program of [binaries.initdb, binaries.pgCtl]) {
    if ((await run(account, program, ['--version'])).code !== 0) return undefined
  }
  const { code, stdout } = await run(account, binaries.postgres, ['--version'])
  const version = /\) (\S+)/.exec(stdout)?.[1]
  return code === 0 && version ? { version, ...binaries } : undefined
}
