// Sign-in, sign-out and the second factor, in the browser.
import { passkeyClient } from '@better-auth/passkey/client'
import { createAuthClient } from 'better-auth/client'
import { twoFactorClient } from 'better-auth/client/plugins'

export const auth = createAuthClient({
  basePath: '/auth',
  plugins: [twoFactorClient(), passkeyClient()],
})
