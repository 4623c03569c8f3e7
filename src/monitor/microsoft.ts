// What the watch collects from when it is Microsoft's cloud, or one like it.
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import type { Budgets } from '../sources/microsoft/client.ts'
import { microsoftConnect } from '../sources/microsoft/connect.ts'
import { microsoftParts } from '../sources/microsoft/parts.ts'
import { microsoftSources } from '../sources/microsoft/sources.ts'
import type { Source } from '../sources/source.ts'
import type { MonitorParts } from './monitor.ts'

export interface MicrosoftWatch {
  config: Pick<Config, 'microsoft' | 'previousSecret'>
  /** The installation's; see src/secret-key.ts. */
  secret: string
  db: Db
  clock: () => Date
  fetch: typeof fetch
  /** Microsoft's published limits unless given. */
  budgets?: Budgets
}

export function microsoftWatch({
  db,
  budgets,
  ...given
}: MicrosoftWatch): Pick<MonitorParts<unknown>, 'sources' | 'connect'> {
  const connect = microsoftConnect({ db, ...microsoftParts(given), ...(budgets && { budgets }) })
  return { sources: microsoftSources as Source[], connect }
}
