// Everything of the console that can be called without being signed in.
import { acceptInvitation, joinAsNew, readInvitation } from './invitations.ts'
import { readSession } from './me.ts'
import { type PublicRoute, publicRoute } from './public.ts'
import { doSetUp, readSetUp } from './set-up.ts'

/** What the sign-in page has to know before anybody is signed in. */
export const readSignInOptions = publicRoute({
  method: 'GET',
  url: '/sign-in-options',
  async handle({ config }) {
    return { singleSignOn: config.singleSignOn?.name ?? null }
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
] as unknown as PublicRoute[]
