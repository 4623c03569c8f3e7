// Who is calling: the session of a request, and the organization it works in.
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Problem } from '../http/problem.ts'
import { trustedOrigins } from '../members/auth.ts'
import { listMemberships, type Membership } from '../members/memberships.ts'
import { hasShownFactor, type Shown } from '../members/second-factor.ts'
import type { ConsoleContext, Member } from './route.ts'

/** Somebody signed in, whatever they belong to. */
export interface Person {
  personId: string
  name: string
  email: string
  hasTwoFactor: boolean
  /** What this session has shown besides a password. */
  shown: Shown | null
  sessionId: string
  activeOrganizationId: string | null
}

/** Header values as the web's own type; the caller's address is the one the server saw, never one they sent. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  headers.set('x-vedette-client', request.ip)
  return headers
}

export const personOf = (context: ConsoleContext, request: FastifyRequest): Promise<Person | null> =>
  personBy(context, headersOf(request))

export async function personBy({ auth, db }: ConsoleContext, headers: Headers): Promise<Person | null> {
  const found = await auth.api.getSession({ headers }).catch(async error => {
    // better-auth hides why it failed; a database out of reach says so here and is answered as such.
    await sql`select 1`.execute(db)
    throw error
  })
  if (!found) return null
  const { user, session } = found
  return {
    personId: user.id,
    name: user.name,
    email: user.email,
    hasTwoFactor: user.twoFactorEnabled === true,
    shown: (session.secondFactor as Shown | null | undefined) ?? null,
    sessionId: session.id,
    activeOrganizationId: session.activeOrganizationId ?? null,
  }
}

export async function memberOf(
  context: ConsoleContext,
  request: FastifyRequest,
  { isBeforeFactor = false }: { isBeforeFactor?: boolean | undefined } = {},
): Promise<Member> {
  const person = await personOf(context, request)
  if (!person) throw new Problem('signed-out', 'Sign in to go on.')
  const { personId, name, email, sessionId, activeOrganizationId } = person
  const memberships = await listMemberships(context.db, personId)
  // Judged anew with every request: whoever was removed a moment ago is out.
  const current =
    memberships.find(({ organizationId }) => organizationId === activeOrganizationId) ?? memberships[0]
  if (!current)
    throw new Problem('forbidden', 'You do not belong to any organization. Ask an Admin for an invitation.')
  const member = {
    ...current,
    personId,
    name,
    email,
    hasShownFactor: hasShownFactor(person),
    memberships,
    sessionId,
    address: request.ip,
  }
  if (!isBeforeFactor) refuseWithoutFactor(member, current)
  return member
}

/** Judged anew with every request too: what an Admin requires holds at once, for every session on every node. */
export function refuseWithoutFactor(
  { hasShownFactor }: Pick<Member, 'hasShownFactor'>,
  { requiresSecondFactor, organizationName }: Membership,
): void {
  if (requiresSecondFactor && !hasShownFactor)
    throw new Problem(
      'second-factor-required',
      `${organizationName} asks its members for a second factor. Set one up, or sign in with the one you have.`,
    )
}

/** Changes come from our own pages alone: a foreign page can make a browser send a cookie, but not this header. */
export function refuseForeignOrigin({ addresses }: ConsoleContext, request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || !trustedOrigins(addresses.appUrl).includes(origin))
    throw new Problem('forbidden', 'Changes can only be made from the dashboard itself.')
}
