// An application's credentials as an Admin gives them. They are judged here, sealed when kept, and never answered.
import Type from 'typebox'
import { Problem } from '../../http/problem.ts'
import { readCertificate } from '../../sources/microsoft/certificate.ts'
import type { Credentials } from '../../tenants/connection.ts'

const GUID = '^\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*$'
const Pem = Type.String({
  minLength: 1,
  maxLength: 20_000,
  refusal: 'Certificate and private key are given as PEM, at most 20,000 characters each.',
})

export const GivenCredentials = Type.Object(
  {
    clientId: Type.String({
      pattern: GUID,
      refusal:
        'The application id is a GUID such as 6f9619ff-8b86-4d01-b42d-00cf4fc964ff. Entra shows it on the page of the application, as Application (client) ID.',
    }),
    secret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        refusal:
          'The secret has 1 to 500 characters. Entra shows it once, under Certificates & secrets, as Value.',
      }),
    ),
    certificate: Type.Optional(Pem),
    privateKey: Type.Optional(Pem),
  },
  { additionalProperties: false },
)

export function readCredentials(
  given: Type.Static<typeof GivenCredentials>,
  now: Date,
): {
  credentials: Credentials
  expiresAt: Date | null
} {
  const clientId = given.clientId.trim().toLowerCase()
  const { secret, certificate, privateKey } = given
  if (secret !== undefined && certificate === undefined && privateKey === undefined)
    return { credentials: { clientId, secret: secret.trim() }, expiresAt: null }
  if (secret !== undefined || certificate === undefined)
    throw new Problem('invalid-request', 'Give either a secret, or a certificate with its private key.', {
      parameter: 'credentials',
    })
  // Both may stand in one text, as openssl writes them.
  const read = readCertificate(certificate, privateKey ?? certificate)
  if (typeof read === 'string') throw new Problem('invalid-request', read, { parameter: 'certificate' })
  if (read.expiresAt <= now)
    throw new Problem(
      'invalid-request',
      `The certificate ran out on ${read.expiresAt.toISOString().slice(0, 10)}. Make a new one, upload it to the application in Entra, and give that.`,
      { parameter: 'certificate' },
    )
  return {
    credentials: { clientId, certificate: read.certificate, privateKey: read.privateKey },
    expiresAt: read.expiresAt,
  }
}
