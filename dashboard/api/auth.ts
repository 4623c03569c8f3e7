// Sign-in, sign-out and one's own password, second factor and passkeys, in the browser.
import { send } from './call.ts'

const post = <T = unknown>(path: string, body: object = {}) => send<T>('POST', `/auth${path}`, body)

export interface TwoFactorSecret {
  totpURI: string
  backupCodes: string[]
}

export const auth = {
  async signIn(email: string, password: string): Promise<{ needsCode: boolean }> {
    const answer = await post<{ twoFactorRedirect?: boolean }>('/sign-in/email', { email, password })
    return { needsCode: answer.twoFactorRedirect === true }
  },
  giveCode: (code: string) => post('/two-factor/verify-totp', { code }),
  giveRecoveryCode: (code: string) => post('/two-factor/verify-backup-code', { code }),
  /** Leaves this page for the provider's. */
  async signInAtProvider(to: string): Promise<void> {
    const { url } = await post<{ url: string }>('/sign-in/social', { callbackURL: to })
    window.location.assign(url)
  },
  signOut: () => post('/sign-out'),
  changePassword: (currentPassword: string, newPassword: string) =>
    post('/change-password', { currentPassword, newPassword }),
  beginTwoFactor: (password: string) => post<TwoFactorSecret>('/two-factor/enable', { password }),
  endTwoFactor: (password: string) => post('/two-factor/disable', { password }),
  renewRecoveryCodes: (password: string) =>
    post<{ backupCodes: string[] }>('/two-factor/generate-backup-codes', { password }),
}

/** Passkeys need a name for an address, https or this machine, and a browser that knows them. */
export const canUsePasskeys =
  window.isSecureContext &&
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !/^[\d.]+$|:/.test(window.location.hostname)

export async function signInWithPasskey(): Promise<void> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/auth/passkey/generate-authenticate-options',
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await asked(() => navigator.credentials.get({ publicKey }))
  await post('/passkey/verify-authentication', { response: credential })
}

export async function addPasskey(name: string): Promise<void> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>(
    'GET',
    '/auth/passkey/generate-register-options',
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await asked(() => navigator.credentials.create({ publicKey }))
  await post('/passkey/verify-registration', { response: credential, name })
}

async function asked(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask()
    return (credential as PublicKeyCredential).toJSON()
  } catch (error) {
    const { name } = error as DOMException
    if (name === 'InvalidStateError') throw new Error('This device already has a passkey for your account.')
    throw new Error('No passkey was used. Try again, or sign in another way.')
  }
}
