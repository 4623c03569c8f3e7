// Access tokens by client credentials, with a secret or a certificate: asked for when needed, kept until they run out.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  modifyAssertion,
  PrivateKeyJwt,
  ResponseBodyError,
} from 'openid-client'
import type { Credentials } from '../../tenants/connection.ts'
import { SourceFault } from '../source.ts'
import type { Cloud } from './clouds.ts'
import { faultOfToken } from './faults.ts'

export interface Tokens {
  /** A token for one of the two interfaces, fresh enough to be used. */
  get(audience: string, signal: AbortSignal): Promise<string>
  /** It was refused: the next one is asked for anew. */
  drop(audience: string, token: string): void
}

/** Before it runs out: requests take time, and clocks differ. */
const SPARE_SECONDS = 300
const PATIENCE_MILLISECONDS = 30_000

export interface TokenParts {
  cloud: Cloud
  directoryTenantId: string
  credentials: Credentials
  fetch: typeof fetch
  clock: () => Date
}

export function tokensFor({ cloud, directoryTenantId, credentials, fetch, clock }: TokenParts): Tokens {
  const issuer = `${cloud.loginUrl}/${directoryTenantId}`
  const endpoint = `${issuer}/oauth2/v2.0/token`
  const kept = new Map<string, { token: string; until: number }>()
  const asked = new Map<string, Promise<string>>()
  let prepared: Promise<Configuration> | undefined

  async function prepare(): Promise<Configuration> {
    const configuration = new Configuration(
      { issuer: `${issuer}/v2.0`, token_endpoint: endpoint },
      credentials.clientId,
      {},
      await authenticationBy(credentials, endpoint),
    )
    configuration[customFetch] = (url, options) =>
      fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) } as RequestInit)
    if (cloud.loginUrl.startsWith('http:')) allowInsecureRequests(configuration)
    return configuration
  }

  async function ask(audience: string): Promise<string> {
    prepared ??= prepare()
    try {
      const answer = await clientCredentialsGrant(await prepared, { scope: `${audience}/.default` })
      const seconds = answer.expires_in ?? 3600
      const spare = Math.min(SPARE_SECONDS, seconds / 2)
      kept.set(audience, {
        token: answer.access_token,
        until: clock().getTime() + (seconds - spare) * 1000,
      })
      return answer.access_token
    } catch (cause) {
      prepared = undefined
      throw faultOfToken(cause, cause instanceof ResponseBodyError ? cause : undefined)
    }
  }

  return {
    async get(audience, signal) {
      const known = kept.get(audience)
      if (known && known.until > clock().getTime()) return known.token
      // Several feeds of a tenant ask at the same moment: one question is enough.
      let asking = asked.get(audience)
      if (!asking) {
        asking = ask(audience).finally(() => asked.delete(audience))
        asked.set(audience, asking)
      }
      const token = await asking
      signal.throwIfAborted()
      return token
    },
    drop(audience, token) {
      if (kept.get(audience)?.token === token) kept.delete(audience)
    },
  }
}

async function authenticationBy(credentials: Credentials, endpoint: string): Promise<ClientAuth> {
  if ('secret' in credentials) return ClientSecretPost(credentials.secret)
  try {
    const thumbprint = createHash('sha256').update(new X509Certificate(credentials.certificate).raw).digest()
    const pkcs8 = createPrivateKey(credentials.privateKey).export({ type: 'pkcs8', format: 'der' })
    const algorithm = { name: 'RSA-PSS', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign'])
    return PrivateKeyJwt(key, {
      // Entra finds the certificate by its thumbprint, and wants to be addressed by the address asked.
      [modifyAssertion](header, payload) {
        header['x5t#S256'] = thumbprint.toString('base64url')
        payload.aud = endpoint
      },
    })
  } catch (cause) {
    throw new SourceFault(
      'secret',
      'The certificate or its private key cannot be used. Give them anew, as PEM.',
      {
        cause,
      },
    )
  }
}
