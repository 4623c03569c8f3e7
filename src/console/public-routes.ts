// Everything of the console that can be called without being signed in.

import { hasOrganization } from '../members/set-up.ts'
import { readSession } from './me.ts'
import { acceptInvitation, joinAsNew, readInvitation } from './members/invitations.ts'
import { askForReset, chooseNewPassword, readReset } from './members/password-reset.ts'
import { doSetUp, readSetUp } from './members/set-up.ts'
import { type PublicRoute, publicRoute } from './public.ts'

/** What the sign-in page has to know before anybody is signed in. */
export const readSignInOptions = publicRoute({
  method: 'GET',
  url: '/sign-in-options',
  async handle({ config, mailer, owner }) {
    return {
      /** Nobody can sign in yet: it begins with the link that the service printed. */
      isEmpty: !(await hasOrganization(owner)),
      singleSignOn: config.singleSignOn?.name ?? null,
      /** Whether a link for a new password can be mailed. */
      canMail: mailer !== undefined,
    }
  },
})

export const publicRoutes = [
  readSignInOptions,
  readSession,
  readSetUp,
  doSetUp,
  readInvitation,
  joinAsNew,
  acceptInvitation,
  askForReset,
  readReset,
  chooseNewPassword,
] as unknown as PublicRoute[]
