// Who is calling: the session of a request, and the organization it works in.
import type { FastifyRequest } from 'fastify'
import { Problem } from '../http/problem.ts'
import { trustedOrigins } from '../members/auth.ts'
import { listMemberships } from '../members/memberships.ts'
import type { ConsoleContext, Member } from './route.ts'

/** Header values as the web's own type; the caller's address is the one the server saw, never one they sent. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  headers.set('x-vedette-client', request.ip)
  return headers
}

export async function memberOf(context: ConsoleContext, request: FastifyRequest): Promise<Member> {
  const found = await context.auth.api.getSession({ headers: headersOf(request) })
  if (!found) throw new Problem('signed-out', 'Sign in to go on.')
  const { user, session } = found
  const memberships = await listMemberships(context.db, user.id)
  // Judged anew with every request: whoever was removed a moment ago is out.
  const current =
    memberships.find(({ organizationId }) => organizationId === session.activeOrganizationId) ??
    memberships[0]
  if (!current)
    throw new Problem('forbidden', 'You do not belong to any organization. Ask an Admin for an invitation.')
  return {
    ...current,
    personId: user.id,
    name: user.name,
    email: user.email,
    memberships,
    sessionId: session.id,
    address: request.ip,
  }
}

/** Changes come from our own pages alone: a foreign page can make a browser send a cookie, but not this header. */
export function refuseForeignOrigin({ addresses }: ConsoleContext, request: FastifyRequest): void {
  const { origin } = request.headers
  if (origin === undefined || !trustedOrigins(addresses.appUrl).includes(origin))
    throw new Problem('forbidden', 'Changes can only be made from the dashboard itself.')
}
