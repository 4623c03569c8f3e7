// Addresses of the console for whoever is not signed in yet. There are few, and each judges for itself what its caller
// has: a one-time link, mostly.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Type from 'typebox'
import type { Db } from '../database/connect.ts'
import { readInput } from './read-input.ts'
import type { ConsoleContext, Member } from './route.ts'
import { memberOf, type Person, personOf, refuseForeignOrigin } from './session.ts'

export interface PublicContext extends ConsoleContext {
  /** Sees every organization: for making the first one. */
  owner: Db
}

interface Visitor {
  address: string
  /** Who is signed in, if anybody. */
  person(): Promise<Person | null>
  /** Them in the organization they work in, with or without a second factor; throws where there is nobody or none. */
  member(): Promise<Member>
}

type Shape = Type.TSchema | undefined
type Read<S extends Shape> = S extends Type.TSchema ? Type.Static<S> : undefined

export interface PublicRoute<Q extends Shape = Shape, B extends Shape = Shape, R = unknown> {
  method: 'GET' | 'POST'
  /** Below /console. */
  url: string
  query?: Q
  body?: B
  handle(context: PublicContext, visitor: Visitor, input: { query: Read<Q>; body: Read<B> }): Promise<R>
}

export const publicRoute = <R, Q extends Shape = undefined, B extends Shape = undefined>(
  route: PublicRoute<Q, B, R>,
): PublicRoute<Q, B, R> => route

export function answerPublic(route: PublicRoute, makeContext: () => PublicContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = makeContext()
    if (route.method !== 'GET') refuseForeignOrigin(context, request)
    const visitor: Visitor = {
      address: request.ip,
      person: () => personOf(context, request),
      member: () => memberOf(context, request, { isBeforeFactor: true }),
    }
    const answer = await route.handle(context, visitor, {
      query: readInput(route.query, request.query),
      body: readInput(route.body, request.body ?? {}),
    } as never)
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(Buffer.from(JSON.stringify(answer ?? {})))
  }
}
