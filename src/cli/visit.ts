// The database for a command that works on what is there already: it makes none where the folder is mistyped.
import type { Config } from '../config.ts'
import { hasCluster } from '../database/embedded/place.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { OperatorError } from '../operator-error.ts'
import { makeLog } from './log.ts'

export async function visitDatabase({ databaseUrl, dataFolder }: Config): Promise<Database> {
  if (!databaseUrl && !(await hasCluster(dataFolder)))
    throw new OperatorError(
      `There is no Vedette data in ${dataFolder}. Say where it is with --data; npm start makes it.`,
    )
  return openDatabase({ databaseUrl, dataFolder, mode: 'visit', connections: 2, log: makeLog('warn') })
}
