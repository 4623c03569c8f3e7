// Client assertions: an application proves with a certificate's key who it is (private_key_jwt).
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto'
import { type Answer, entraError } from './answer.ts'
import type { App, Cloud, TenantState } from './state.ts'

/** private_key_jwt: signed with the key of a registered certificate, for this endpoint, and still valid. */
export function refuseAssertion(
  cloud: Cloud,
  app: App,
  tenant: TenantState,
  form: URLSearchParams,
  loginUrl: string,
): Answer | null {
  const malformed = () => entraError(401, 'invalid_client', 50027, 'JWT token is invalid or malformed.')
  const assertion = form.get('client_assertion') ?? ''
  if (form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    return malformed()
  const [head, payload, signature] = assertion.split('.')
  const header = decoded(head)
  const claims = decoded(payload)
  if (!header || !claims || !signature || !['RS256', 'PS256'].includes(String(header.alg))) return malformed()

  let isExpired = false
  const signed = app.certificates.some(pem => {
    const certificate = pem.includes('BEGIN CERTIFICATE') ? new X509Certificate(pem) : null
    if (certificate && !isNamed(header, certificate)) return false
    if (certificate && certificate.validToDate.getTime() <= cloud.clock.wall()) {
      isExpired = true
      return false
    }
    const key = certificate?.publicKey ?? createPublicKey(pem)
    const pss = header.alg === 'PS256' ? { padding: 6, saltLength: 32 } : {}
    return verify(
      'sha256',
      Buffer.from(`${head}.${payload}`),
      { key, ...pss },
      Buffer.from(signature, 'base64url'),
    )
  })
  if (!signed)
    return entraError(
      401,
      'invalid_client',
      700027,
      `Client assertion contains an invalid signature. [Reason - The key ${isExpired ? 'used is expired' : 'was not found'}.] Application '${app.clientId}'.`,
    )
  const accepted = [
    `${loginUrl}/${tenant.id}/oauth2/v2.0/token`,
    `${loginUrl}/${tenant.id}/v2.0`,
    `${loginUrl}/${tenant.about.domain}/oauth2/v2.0/token`,
    `${loginUrl}/common/oauth2/v2.0/token`,
  ]
  if (![claims.aud].flat().some(audience => accepted.includes(String(audience))))
    return entraError(
      401,
      'invalid_client',
      700023,
      'Client assertion audience claim does not match Realm issuer.',
    )
  if (claims.iss !== app.clientId || claims.sub !== app.clientId)
    return entraError(
      401,
      'invalid_client',
      700021,
      "Client assertion application identifier doesn't match 'client_id' parameter.",
    )
  const seconds = cloud.clock.wall() / 1000
  // Five minutes either way, as clocks differ.
  if (!(Number(claims.exp) > seconds - 300) || Number(claims.nbf ?? claims.iat ?? 0) > seconds + 300)
    return entraError(401, 'invalid_client', 700024, 'Client assertion is not within its valid time range.')
  return null
}

/** Entra finds the certificate by thumbprint: x5t or x5t#S256 in base64url, or kid in hexadecimal. */
function isNamed(header: Record<string, unknown>, certificate: X509Certificate): boolean {
  const sha1 = createHash('sha1').update(certificate.raw).digest()
  const sha256 = createHash('sha256').update(certificate.raw).digest()
  return (
    header.x5t === sha1.toString('base64url') ||
    header['x5t#S256'] === sha256.toString('base64url') ||
    String(header.kid).toUpperCase() === sha1.toString('hex').toUpperCase()
  )
}

/** One part of a token; null when it is no object in JSON. */
export function decoded(part: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
    return value && typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
