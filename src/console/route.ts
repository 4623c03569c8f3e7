// What an address of the console is: what the dashboard calls, signed in by session. A handler is given its member, so
// that no address can forget to ask who is calling or whether they may.
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import type Type from 'typebox'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import type { Role } from '../database/types.ts'
import type { Auth } from '../members/auth.ts'
import type { Mailer } from '../members/mailer.ts'
import type { Membership } from '../members/memberships.ts'
import type { Permission } from '../members/permissions.ts'
import type { MicrosoftParts } from '../sources/microsoft/connect.ts'

export interface ConsoleContext {
  db: Db
  auth: Auth
  config: Config
  addresses: { baseUrl: string; appUrl: string }
  /** Undefined where no mail server is set. */
  mailer: Mailer | undefined
  /** What asking Microsoft takes. */
  microsoft: MicrosoftParts
  now: Date
  log: Logger
}

/** Somebody signed in, working in one of their organizations. Fits `Actor` of the audit log. */
export interface Member {
  personId: string
  name: string
  email: string
  organizationId: string
  organizationName: string
  role: Role
  /** Whether this session has shown more than a password. */
  hasShownFactor: boolean
  /** All they belong to, this one included. */
  memberships: Membership[]
  sessionId: string
  address: string | null
}

interface Input<P, Q, B> {
  params: P
  query: Q
  body: B
}

/** Besides JSON: a file to keep, such as an export. */
export interface Download {
  download: { name: string; type: string; body: string | Buffer | Readable }
}

type Shape = Type.TSchema | undefined
type Read<S extends Shape> = S extends Type.TSchema ? Type.Static<S> : undefined

export interface ConsoleRoute<
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends Shape = Shape,
  R = unknown,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below /console. */
  url: string
  /** 'signed in': any member, for what concerns themselves. */
  permission: Permission | 'signed in'
  /** Answers also whom their organization asks for a second factor first: what they need to get there. */
  isBeforeFactor?: true
  params?: P
  query?: Q
  body?: B
  handle(context: ConsoleContext, member: Member, input: Input<Read<P>, Read<Q>, Read<B>>): Promise<R>
}

/** Types a route by its shapes. `Answer<typeof aRoute>` is what the dashboard receives. */
export const consoleRoute = <
  R,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
>(
  route: ConsoleRoute<P, Q, B, R>,
): ConsoleRoute<P, Q, B, R> => route

/** What a route answers, as it arrives in the browser. */
export type Answer<Route> = Route extends { handle(...given: never[]): Promise<infer R> } ? R : never
