// Puts better-auth on the server under /auth: what of it can be called, where guessing is slowed, and what of it is
// written down. Everything else it could do is not there.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Action } from '../../audit/write.ts'
import { Problem } from '../../http/problem.ts'
import { unavailable } from '../../http/refusals.ts'
import type { Auth } from '../../members/auth.ts'
import { type Attempt, takeBackAttempt } from '../../members/guessing.ts'
import { listMemberships } from '../../members/memberships.ts'
import { hasOwnFactor, hasShownFactor, noteShown, type Shown } from '../../members/second-factor.ts'
import { writeForPerson } from '../../members/write-for-person.ts'
import type { ConsoleContext } from '../route.ts'
import {
  headersOf,
  type Person,
  personBy,
  personOf,
  refuseForeignOrigin,
  refuseWithoutFactor,
} from '../session.ts'
import { problemOf } from './auth-refusals.ts'
import { refuseChange } from './new-password.ts'
import { refuseTooMany } from './too-many.ts'

interface Address {
  /** What of the body is passed on. */
  fields?: string[]
  /** Passed on whatever the caller says. */
  always?: Record<string, unknown>
  /** Takes a password or a code, so it can be guessed at. */
  isGuess?: true
  /** Sets `newPassword`. */
  choosesPassword?: true
  /** Ends in a session: how, in the words of the audit log. */
  signsInBy?: string
  /** What the session has shown once it is done. */
  shows?: Shown
  /** Done by somebody signed in. */
  does?: Action
  /**
   * Changes how one signs in, which is not for a password alone where an organization of theirs asks for more. But
   * whoever has no second factor yet gets their first one so.
   */
  asksForFactor?: 'always' | 'after the first'
  needsProvider?: true
}

const ADDRESSES: Record<string, Address> = {
  'POST /sign-in/email': { fields: ['email', 'password'], isGuess: true, signsInBy: 'password' },
  'POST /two-factor/verify-totp': {
    fields: ['code'],
    isGuess: true,
    signsInBy: 'password and code',
    shows: 'code',
  },
  'POST /two-factor/verify-backup-code': {
    fields: ['code'],
    isGuess: true,
    signsInBy: 'password and recovery code',
    shows: 'code',
  },
  'GET /passkey/generate-authenticate-options': {},
  'POST /passkey/verify-authentication': { fields: ['response'], signsInBy: 'passkey', shows: 'passkey' },
  'POST /sign-in/social': {
    fields: ['callbackURL'],
    always: { provider: 'sso', errorCallbackURL: '/sign-in' },
    needsProvider: true,
  },
  'GET /callback/sso': { signsInBy: 'single sign-on', shows: 'single sign-on', needsProvider: true },
  'POST /sign-out': { does: 'signed out' },
  'POST /change-password': {
    fields: ['currentPassword', 'newPassword'],
    always: { revokeOtherSessions: true },
    isGuess: true,
    choosesPassword: true,
    does: 'changed their password',
    asksForFactor: 'always',
  },
  'POST /two-factor/enable': { fields: ['password'], isGuess: true, asksForFactor: 'after the first' },
  'POST /two-factor/disable': {
    fields: ['password'],
    isGuess: true,
    does: 'turned two-factor off',
    asksForFactor: 'always',
  },
  'POST /two-factor/generate-backup-codes': {
    fields: ['password'],
    isGuess: true,
    does: 'made new recovery codes',
    asksForFactor: 'always',
  },
  'GET /passkey/generate-register-options': { asksForFactor: 'after the first' },
  'POST /passkey/verify-registration': {
    fields: ['response', 'name'],
    does: 'added a passkey',
    shows: 'passkey',
    asksForFactor: 'after the first',
  },
}

export interface AuthMount {
  makeContext: () => ConsoleContext
  /** Undefined while the provider cannot be reached. */
  singleSignOn: (() => Promise<Auth | undefined>) | undefined
}

export function mountAuth(server: FastifyInstance, { makeContext, singleSignOn }: AuthMount): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = makeContext()
    const path = request.url.split('?', 1)[0]!.slice('/auth'.length)
    const address = ADDRESSES[`${request.method} ${path}`]
    if (!address || (address.needsProvider && !singleSignOn))
      throw new Problem('not-found', 'There is nothing at this address.')
    if (request.method !== 'GET') refuseForeignOrigin(context, request)
    const auth = address.needsProvider ? await singleSignOn!() : context.auth
    if (!auth)
      throw unavailable('The identity provider does not answer. Try again, or sign in with your password.')

    const body = bodyFor(address, request.body)
    const before = await personOf(context, request)
    if (before) await refuseShownTooLittle(context, before, address)
    if (before && address.choosesPassword) await refuseChange(context, before, body)
    const attempt = address.isGuess ? await attemptOf(context, request, before, body) : undefined
    if (attempt) await refuseTooMany(context.db, attempt)
    const response = await auth.handler(requestFor(context, request, body))
    const after = await personAfter(context, response)
    const isDone = response.status < 400
    if (isDone && attempt)
      await takeBackAttempt(context.db, attempt, { isSignedIn: (after ?? before) !== null })
    await writeDown(context, request, { address, isDone, attempt, before, after })
    if (!isDone) throw await refusal(response)
    return send(reply, response)
  }
  server.route({ method: ['GET', 'POST'], url: '/auth/*', schema: { hide: true }, handler })
}

function bodyFor({ fields = [], always }: Address, given: unknown): Record<string, unknown> {
  const body = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
  const kept = fields.filter(name => Object.hasOwn(body, name)).map(name => [name, body[name]] as const)
  return { ...Object.fromEntries(kept), ...always }
}

function requestFor({ addresses }: ConsoleContext, request: FastifyRequest, body: unknown): Request {
  const headers = headersOf(request)
  for (const name of ['content-length', 'transfer-encoding']) headers.delete(name)
  const isRead = request.method === 'GET'
  if (!isRead) headers.set('content-type', 'application/json')
  return new Request(new URL(request.url, new URL(addresses.appUrl).origin), {
    method: request.method,
    headers,
    ...(!isRead && { body: JSON.stringify(body) }),
  })
}

/** Whose account is tried: the one named, the one whose password was right a moment ago, or one's own. */
async function attemptOf(
  context: ConsoleContext,
  request: FastifyRequest,
  person: Person | null,
  { email }: Record<string, unknown>,
): Promise<Attempt> {
  const tried = typeof email === 'string' ? email : (person?.email ?? (await halfSignedIn(context, request)))
  return { address: request.ip, email: tried?.toLowerCase(), at: context.now }
}

async function halfSignedIn({ db }: ConsoleContext, request: FastifyRequest): Promise<string | undefined> {
  const cookie = /(?:^|;\s*)(?:__Secure-)?vedette\.two_factor=([\w-]+)/.exec(request.headers.cookie ?? '')
  if (!cookie) return undefined
  const half = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', cookie[1]!)
    .executeTakeFirst()
  if (!half) return undefined
  const person = await db.selectFrom('people').select('email').where('id', '=', half.value).executeTakeFirst()
  return person?.email
}

/** Whoever the answer signs in. */
async function personAfter(context: ConsoleContext, response: Response): Promise<Person | null> {
  const cookies = response.headers.getSetCookie().map(line => line.split(';', 1)[0]!)
  const session = cookies.find(pair => /^(__Secure-)?vedette\.session_token=./.test(pair))
  return session ? personBy(context, new Headers({ cookie: session })) : null
}

async function refuseShownTooLittle(
  { db }: ConsoleContext,
  person: Person,
  { asksForFactor }: Address,
): Promise<void> {
  if (!asksForFactor || hasShownFactor(person)) return
  if (asksForFactor === 'after the first' && !(await hasOwnFactor(db, person.personId))) return
  for (const membership of await listMemberships(db, person.personId))
    refuseWithoutFactor({ hasShownFactor: false }, membership)
}

interface Happened {
  address: Address
  isDone: boolean
  attempt: Attempt | undefined
  before: Person | null
  after: Person | null
}

async function writeDown(
  context: ConsoleContext,
  request: FastifyRequest,
  happened: Happened,
): Promise<void> {
  const { address, isDone, attempt, before, after } = happened
  const { db, now: at } = context
  const write = ({ personId, name, email: subject }: Person, action: Action, detail = {}) =>
    writeForPerson(db, personId, { personId, name, address: request.ip }, { action, subject, detail, at })
  // A new session of the same person goes on where the old one was.
  if (before && after && before.personId === after.personId)
    await db
      .updateTable('sessions')
      .set({ active_organization_id: before.activeOrganizationId, second_factor: before.shown })
      .where('id', '=', after.sessionId)
      .execute()
  // The provider's way back answers alike when nobody came: only a new session tells.
  const session = address.needsProvider ? after : (after ?? before)
  if (isDone && address.shows && session) await noteShown(db, session.sessionId, address.shows)
  if (before && isDone && address.does) return write(before, address.does)
  if (before && after && !before.hasTwoFactor && after.hasTwoFactor)
    return write(before, 'turned two-factor on')
  if (address.signsInBy && after) {
    await forgetExpired(context, after)
    return write(after, 'signed in', { by: address.signsInBy })
  }
  if (address.signsInBy && !isDone && attempt?.email !== undefined && attempt.email !== before?.email) {
    const { email: subject } = attempt
    const tried = await db.selectFrom('people').select('id').where('email', '=', subject).executeTakeFirst()
    // Whoever it was, they did not show that they are this person.
    const actor = { personId: null, name: 'Somebody', address: request.ip }
    const detail = { by: address.signsInBy }
    if (tried) await writeForPerson(db, tried.id, actor, { action: 'failed to sign in', subject, detail, at })
  }
}

// By the database's clock, since better-auth goes by the machine's and not by ours.
async function forgetExpired({ db }: ConsoleContext, { personId }: Person): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('person_id', '=', personId)
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}

async function refusal(response: Response): Promise<Error> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  return (
    problemOf(response.status, code) ?? new Error(`better-auth answered ${response.status} ${code ?? ''}`)
  )
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length) reply.header('set-cookie', cookies)
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(Buffer.from(await response.arrayBuffer()))
}
