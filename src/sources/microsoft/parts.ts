// What asking Microsoft takes, from the settings of the installation.
import { readFileSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { OperatorError } from '../../operator-error.ts'
import type { Credentials } from '../../tenants/connection.ts'
import { readCertificate } from './certificate.ts'
import { cloudFrom } from './clouds.ts'
import type { MicrosoftParts } from './connect.ts'

export function microsoftParts({
  config: { microsoft, previousSecret },
  secret,
  fetch,
  clock,
}: {
  config: Pick<Config, 'microsoft' | 'previousSecret'>
  secret: string
  fetch: typeof globalThis.fetch
  clock: () => Date
}): MicrosoftParts {
  return {
    cloud: cloudFrom(microsoft),
    app: microsoft.app && appFrom(microsoft.app),
    secrets: { present: secret, previous: previousSecret },
    fetch,
    clock,
  }
}

function appFrom(app: NonNullable<Config['microsoft']['app']>): Credentials {
  if ('secret' in app) return app
  const pem = (() => {
    try {
      return readFileSync(app.certificateFile, 'utf8')
    } catch (cause) {
      throw new OperatorError(
        `The file that VEDETTE_MICROSOFT_CERTIFICATE names cannot be read: ${(cause as Error).message}.`,
      )
    }
  })()
  const read = readCertificate(pem, pem)
  if (typeof read === 'string')
    throw new OperatorError(`VEDETTE_MICROSOFT_CERTIFICATE: ${read} The file holds both, as PEM.`)
  return { clientId: app.clientId, certificate: read.certificate, privateKey: read.privateKey }
}
