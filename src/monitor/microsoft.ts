// What the watch collects from when it is Microsoft's cloud, or one like it.
import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import { OperatorError } from '../operator-error.ts'
import type { Budgets } from '../sources/microsoft/client.ts'
import { cloudFrom } from '../sources/microsoft/clouds.ts'
import { microsoftConnect } from '../sources/microsoft/connect.ts'
import { microsoftSources } from '../sources/microsoft/sources.ts'
import type { Source } from '../sources/source.ts'
import type { Credentials } from '../tenants/connection.ts'
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
  config: { microsoft, previousSecret },
  secret,
  db,
  clock,
  fetch,
  budgets,
}: MicrosoftWatch): Pick<MonitorParts<unknown>, 'sources' | 'connect'> {
  const connect = microsoftConnect({
    db,
    cloud: cloudFrom(microsoft),
    app: microsoft.app && credentialsOf(microsoft.app),
    secrets: { present: secret, previous: previousSecret },
    fetch,
    clock,
    ...(budgets && { budgets }),
  })
  return { sources: microsoftSources as Source[], connect }
}

function credentialsOf(app: NonNullable<Config['microsoft']['app']>): Credentials {
  if ('secret' in app) return app
  const { clientId, certificateFile } = app
  const text = readCertificateFile(certificateFile)
  const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text)?.[0]
  const privateKey = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----[^-]+-----END \1PRIVATE KEY-----/.exec(text)?.[0]
  if (!certificate || !privateKey)
    throw new OperatorError(
      `${certificateFile} must hold both a certificate and its private key, as PEM and without a passphrase.`,
    )
  return { clientId, certificate, privateKey }
}

function readCertificateFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorError(`The certificate ${path} cannot be read: ${(error as Error).message}.`)
  }
}
