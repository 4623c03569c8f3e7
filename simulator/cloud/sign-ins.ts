// People who sign in: who sits at the browser, the codes they are sent back with, and the keys that sign what is said of
// them.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Whoever is signed in at Microsoft in the browser that comes by. */
export interface Visitor {
  objectId: string
  userPrincipalName: string
  displayName: string
  /** Ids of the directory roles they hold here. */
  roles: string[]
  /** The directory a guest comes from. */
  homeTenantId?: string
}

/** What a code was given for; it is good once, for whoever asked. */
export interface SignIn {
  tenantId: string
  clientId: string
  redirectUri: string
  scope: string
  nonce: string | null
  challenge: string | null
  visitor: Visitor
  /** By the wall's clock. */
  expiresAt: number
}

/** Faults of id tokens: claims that are put in place of the right ones, or a signature by another key. */
export interface MarredIdTokens {
  claims?: Record<string, unknown>
  isForged?: boolean
}

export interface SignIns {
  /** Null: nobody is signed in; undefined: nothing was said. */
  visitorOf(tenantId: string): Visitor | null | undefined
  seat(tenantId: string, visitor: Visitor | null): void
  issue(signIn: SignIn): string
  redeem(code: string): SignIn | 'redeemed' | 'unknown'
  marred: MarredIdTokens | null
  idToken(claims: Record<string, unknown>): string
  jwks(): { keys: object[] }
}

export function createSignIns(): SignIns {
  const visitors = new Map<string, Visitor | null>()
  const codes = new Map<string, SignIn | 'redeemed'>()
  // Made when somebody first signs in: a key takes longer than starting all the rest.
  let kept: { publicKey: KeyObject; privateKey: KeyObject } | undefined
  const keys = () => (kept ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
  return {
    marred: null,
    visitorOf: tenantId => visitors.get(tenantId),
    seat: (tenantId, visitor) => void visitors.set(tenantId, visitor),
    issue(signIn) {
      const code = `1.${randomBytes(48).toString('base64url')}`
      codes.set(code, signIn)
      return code
    },
    redeem(code) {
      const found = codes.get(code)
      if (found) codes.set(code, 'redeemed')
      return found ?? 'unknown'
    },
    idToken(claims) {
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const header = { typ: 'JWT', alg: 'RS256', kid: KEY_NAME }
      const content = `${encode(header)}.${encode({ ...claims, ...this.marred?.claims })}`
      const { privateKey } = this.marred?.isForged
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : keys()
      return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
    },
    jwks: () => ({
      keys: [{ ...keys().publicKey.export({ format: 'jwk' }), use: 'sig', kid: KEY_NAME, x5t: KEY_NAME }],
    }),
  }
}

const KEY_NAME = 'simulated-signing-key'
