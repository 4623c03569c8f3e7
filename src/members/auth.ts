// Sign-in: better-auth on our own tables. Everything it can do is under /auth.
import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { genericOAuth, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Tables } from '../database/types.ts'
import { hashPassword, isPassword, SHORTEST_PASSWORD } from './password.ts'

export interface AuthParts {
  db: Kysely<Tables>
  secret: string
  appUrl: string
  singleSignOn: Config['singleSignOn']
}

const DAY = 24 * 60 * 60
const SESSION_SECONDS = 7 * DAY

export type Auth = ReturnType<typeof makeAuth>

export function makeAuth({ db, secret, appUrl, singleSignOn }: AuthParts) {
  const { hostname, protocol } = new URL(appUrl)
  return betterAuth({
    appName: 'Vedette',
    baseURL: appUrl,
    basePath: '/auth',
    secret,
    trustedOrigins: trustedOrigins(appUrl),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      // Members come by the set-up link or an invitation.
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: 256,
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
      },
      expiresIn: SESSION_SECONDS,
      updateAge: DAY,
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
      accountLinking: { enabled: true, trustedProviders: singleSignOn ? ['sso'] : [] },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    plugins: [
      twoFactor({
        issuer: 'Vedette',
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
        rpID: hostname,
        origin: trustedOrigins(appUrl),
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
                providerId: 'sso',
                discoveryUrl: `${singleSignOn.issuer}/.well-known/openid-configuration`,
                clientId: singleSignOn.clientId,
                clientSecret: singleSignOn.clientSecret,
                scopes: ['openid', 'email', 'profile'],
                pkce: true,
                // Who is not a member yet is not made one by knowing the company's directory.
                disableSignUp: true,
              },
            ]
          : [],
      }),
    ],
  })
}

/** On loopback the two names of this machine are one place. */
export function trustedOrigins(appUrl: string): string[] {
  const { origin, hostname } = new URL(appUrl)
  const twins: Record<string, string> = { '127.0.0.1': 'localhost', localhost: '127.0.0.1' }
  const twin = twins[hostname]
  return twin ? [origin, origin.replace(hostname, twin)] : [origin]
}
