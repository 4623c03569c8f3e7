// What better-auth refuses, in our words. None of them tells whether an account exists.
import { Problem, type ProblemKind } from '../../http/problem.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../members/password-length.ts'

const SENTENCES: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'That email and password do not belong together.',
  INVALID_EMAIL: 'That email and password do not belong together.',
  INVALID_PASSWORD: 'That is not your password.',
  PASSWORD_TOO_SHORT: `Use at least ${SHORTEST_PASSWORD} characters for the password.`,
  PASSWORD_TOO_LONG: `Use at most ${LONGEST_PASSWORD} characters for the password.`,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'You sign in without a password here, so there is none to change.',
  INVALID_CODE: 'That code is not right. Codes change every 30 seconds: use the newest one.',
  INVALID_BACKUP_CODE: 'That is not one of your unused recovery codes.',
  INVALID_TWO_FACTOR_COOKIE: 'That took too long. Sign in with your password again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Sign in with your password again.',
  TOTP_ALREADY_ENABLED: 'Two-factor is already on.',
  TOTP_NOT_ENABLED: 'Two-factor is not on.',
  TWO_FACTOR_NOT_ENABLED: 'Two-factor is not on.',
  SESSION_NOT_FRESH: 'You signed in more than a day ago. Sign out and in again, then add the passkey.',
  USER_NOT_VERIFIED:
    'This passkey did not ask for your PIN, fingerprint or face. Set one up for it, or use another.',
  PASSKEY_NOT_FOUND: 'This passkey is not known here. Sign in with your password.',
  AUTHENTICATION_FAILED: 'The passkey could not be checked. Try again, or sign in with your password.',
  CHALLENGE_NOT_FOUND: 'That took too long. Try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey could not be added. Try again, or use another device.',
}

const KINDS: Record<number, ProblemKind> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'too-many-requests',
}

/** Undefined: not a refusal but a fault. */
export function problemOf(status: number, code: string | undefined): Problem | undefined {
  if (status >= 500) return undefined
  const kind = KINDS[status] ?? 'invalid-request'
  const usual = kind === 'signed-out' ? 'Sign in to go on.' : 'The request is not valid.'
  return new Problem(kind, SENTENCES[code ?? ''] ?? usual)
}
