// Access tokens by client credentials: asked for when needed, kept until they run out.
import {
  allowInsecureRequests,
  Configuration,
  clientCredentialsGrant,
  customFetch,
  ResponseBodyError,
} from 'openid-client'
import type { Credentials } from '../../tenants/connection.ts'
import { authenticationBy, tokenEndpoint } from './authentication.ts'
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
  const endpoint = tokenEndpoint(cloud, directoryTenantId)
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
