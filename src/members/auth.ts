// Sign-in: better-auth on our own tables. What of it can be called is in src/console/members/auth-mount.ts.
import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Tables } from '../database/types.ts'
import { hashPassword, isPassword } from './password.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-length.ts'
import { takeOver } from './take-over.ts'

export interface AuthParts {
  db: Kysely<Tables>
  secret: string
  appUrl: string
  /** Undefined also in the instance that checks sessions: the provider must not be able to keep it from working. */
  singleSignOn: Config['singleSignOn']
  /** A fault inside; what is merely refused is in the answer. */
  onFault(error: unknown): void
}

const SESSION_SECONDS = 7 * 24 * 60 * 60
export const SSO = 'sso'

export type Auth = ReturnType<typeof makeAuth>

export function makeAuth({ db, secret, appUrl, singleSignOn, onFault }: AuthParts) {
  const { hostname, protocol, origin } = new URL(appUrl)
  return betterAuth({
    appName: 'Vedette',
    baseURL: origin,
    basePath: '/auth',
    secret,
    trustedOrigins: trustedOrigins(appUrl),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: {
      errorURL: `${origin}/sign-in`,
      onError: error => {
        if (!(error instanceof APIError) || error.statusCode >= 500) onFault(error)
      },
    },
    emailAndPassword: {
      enabled: true,
      // Members come by the set-up link or an invitation.
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: { hash: hashPassword, verify: isPassword },
    },
    // Guessing is slowed by src/members/guessing.ts, which all nodes share.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'vedette',
      useSecureCookies: protocol === 'https:',
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: ['x-vedette-client'] },
    },
    user: {
      modelName: 'people',
      fields: { emailVerified: 'is_email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      changeEmail: { enabled: false },
      deleteUser: { enabled: false },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        activeOrganizationId: {
          type: 'string',
          required: false,
          input: false,
          fieldName: 'active_organization_id',
        },
        secondFactor: { type: 'string', required: false, input: false, fieldName: 'second_factor' },
      },
      expiresIn: SESSION_SECONDS,
      // A week after signing in one signs in again, whatever happened between: it also spares a write per request.
      disableSessionRefresh: true,
    },
    account: {
      modelName: 'person_accounts',
      fields: {
        userId: 'person_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        password: 'password_hash',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      encryptOAuthTokens: true,
      // Who the operator's directory says it is, is who it is; what follows is in src/members/take-over.ts.
      accountLinking: { enabled: true, trustedProviders: [SSO], requireLocalEmailVerified: false },
    },
    databaseHooks: {
      account: {
        create: {
          async after({ providerId, userId }) {
            if (providerId === SSO) await takeOver(db, userId)
          },
        },
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      twoFactor({
        issuer: 'Vedette',
        // It locks the account for everybody; src/members/guessing.ts slows only whoever guesses.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'is_two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'person_id',
              backupCodes: 'backup_codes',
              verified: 'is_verified',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        rpName: 'Vedette',
        // Browsers make passkeys for names and not for addresses.
        rpID: hostname === '127.0.0.1' ? 'localhost' : hostname,
        origin: trustedOrigins(appUrl),
        // A passkey takes the place of both factors, so it has to know its owner and not only be at hand.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: {
          afterVerification({ verification }) {
            if (!verification.registrationInfo?.userVerified) refuseUnverified()
          },
        },
        authentication: {
          afterVerification({ verification }) {
            if (!verification.authenticationInfo.userVerified) refuseUnverified()
          },
        },
        schema: {
          passkey: {
            modelName: 'passkeys',
            fields: {
              userId: 'person_id',
              publicKey: 'public_key',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'is_backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
      genericOAuth({
        config: singleSignOn
          ? [
              {
                providerId: SSO,
                discoveryUrl: `${singleSignOn.issuer}/.well-known/openid-configuration`,
                clientId: singleSignOn.clientId,
                clientSecret: singleSignOn.clientSecret,
                scopes: ['openid', 'email', 'profile'],
                pkce: true,
                requireIdTokenVerification: true,
                // Who is not a member yet is not made one by knowing the company's directory.
                disableSignUp: true,
              },
            ]
          : [],
      }),
    ],
  })
}

function refuseUnverified(): never {
  throw new APIError('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'The passkey did not ask who is there',
  })
}

/** On loopback the two names of this machine are one place. */
export function trustedOrigins(appUrl: string): string[] {
  const { origin, hostname } = new URL(appUrl)
  const twins: Record<string, string> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }
  const twin = twins[hostname]
  return twin ? [origin, origin.replace(hostname, twin)] : [origin]
}
