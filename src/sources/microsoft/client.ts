// Asks Microsoft on a tenant's behalf: tokens, budgets, waiting when told to, and answers checked before they are used.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../../tenants/connection.ts'
import { SourceFault } from '../source.ts'
import { type ReadList, readList, readObject, readRefusal } from './answer.ts'
import type { Cloud } from './clouds.ts'
import { faultOfRefusal, type Refusal } from './faults.ts'
import { type Pace, paceOf } from './pace.ts'
import { type Tokens, tokensFor } from './token.ts'

export interface MicrosoftClient {
  directoryTenantId: string
  /** False in clouds whose Graph has no queries of the audit log. */
  hasAuditQueries: boolean
  /**
   * A page of a list; `path` is below the interface's address, or a link it gave itself. The links in the answer are
   * below that address where they can be: a cursor holds good when the interface is reached by another.
   */
  list(ask: Ask): Promise<ReadList & { next: string | null; delta: string | null; headers: Headers }>
  object(ask: Ask): Promise<Record<string, unknown>>
  /** Of the permissions given to the application, those that the token carries. */
  roles(on: Interface, signal: AbortSignal): Promise<string[]>
}

type Interface = 'graph' | 'manage'

export interface Ask {
  on: Interface
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Sent as JSON. What makes something there is asked for once: an answer that got lost may have been a yes. */
  body?: Record<string, unknown>
  /** What the address takes, for saying so when it is refused. */
  permission: string
  /** Sign-ins and directory audits have a budget of their own. */
  isReport?: boolean
  signal: AbortSignal
  /** Refusals that the caller deals with: they are thrown as `Refused`. */
  expects?: (refusal: Refusal) => boolean
}

/** A refusal that the caller said it expects. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`refused with ${refusal.status} ${refusal.code}`)
    this.refusal = refusal
  }
}

/** How many requests of one application to one tenant in how much time. */
export type Budgets = Record<'reports' | Interface, { requests: number; milliseconds: number }>

/**
 * Microsoft's published limits, a little under: requests are not equally long on their way, and there may be others who
 * use them up.
 */
const PUBLISHED_BUDGETS: Budgets = {
  reports: { requests: 5, milliseconds: 11_000 },
  graph: { requests: 500, milliseconds: 10_000 },
  manage: { requests: 1900, milliseconds: 60_000 },
}

export interface ClientParts {
  cloud: Cloud
  directoryTenantId: string
  credentials: Credentials
  fetch: typeof fetch
  clock: () => Date
  /** How long Microsoft is waited for. */
  patienceMilliseconds?: number
  budgets?: Budgets
}

const NAMES: Record<Interface, string> = {
  graph: 'Microsoft Graph',
  manage: 'the Office 365 Management API',
}
/** A wait up to this is waited out; a longer one ends the turn, so that others have theirs. */
const LONGEST_WAIT_SECONDS = 5
const ATTEMPTS = 3

export function clientFor(parts: ClientParts): MicrosoftClient {
  const { cloud, directoryTenantId, clock, patienceMilliseconds = 60_000 } = parts
  const tokens: Tokens = tokensFor(parts)
  const budgets = parts.budgets ?? PUBLISHED_BUDGETS
  const paces: Record<keyof Budgets, Pace> = {
    reports: paceOf(budgets.reports),
    graph: paceOf(budgets.graph),
    manage: paceOf(budgets.manage),
  }
  const baseOf = (on: Interface) => (on === 'graph' ? cloud.graphUrl : cloud.manageUrl)
  const audienceOf = (on: Interface) => (on === 'graph' ? cloud.graphAudience : cloud.manageAudience)

  /** The answer, once it is one of success; `read` is part of the attempt, for connections break in the middle. */
  async function ask<T>(asked: Ask, read: (response: Response) => Promise<T>): Promise<T> {
    const { on, signal } = asked
    const url = addressed(asked, baseOf(on))
    let isRenewed = false
    for (let attempt = 1; ; attempt++) {
      const token = await tokens.get(audienceOf(on), signal)
      await paces[asked.isReport ? 'reports' : on].wait(signal)
      let refusal: Refusal
      try {
        const response = await parts.fetch(url, {
          method: asked.method ?? 'GET',
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            ...(asked.body && { 'content-type': 'application/json' }),
            ...asked.headers,
          },
          ...(asked.body && { body: JSON.stringify(asked.body) }),
          redirect: 'error',
          signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)]),
        })
        if (response.ok) return await read(response)
        refusal = {
          status: response.status,
          retryAfter: response.headers.get('retry-after'),
          code: await readRefusal(response),
        }
      } catch (cause) {
        signal.throwIfAborted()
        if (cause instanceof SourceFault) throw cause
        // Who did not answer in all that time is not asked again at once: others wait for this turn to end.
        const isTooSlow = cause instanceof Error && cause.name === 'TimeoutError'
        if (!isTooSlow && !asked.body && attempt < ATTEMPTS) continue
        throw new SourceFault(
          'unreachable',
          `${capital(NAMES[on])} cannot be reached, or breaks off while it answers. It is tried again.`,
          { cause },
        )
      }
      if (refusal.status === 401 && refusal.code !== 'AF10001' && !isRenewed) {
        // Run out in the middle of a page, or revoked: once, and only once, with a new one.
        isRenewed = true
        tokens.drop(audienceOf(on), token)
        continue
      }
      if (asked.expects?.(refusal)) throw new Refused(refusal)
      const fault = faultOfRefusal(refusal, {
        permission: asked.permission,
        interfaceName: NAMES[on],
        now: clock(),
      })
      // What a token may do is settled when it is given out: one that may not do this is not tried a second time.
      if (fault.kind === 'permission') tokens.drop(audienceOf(on), token)
      const wait = fault.kind === 'throttled' ? fault.retryAfterSeconds : undefined
      if (wait === undefined || wait > LONGEST_WAIT_SECONDS || attempt >= ATTEMPTS) throw fault
      await sleep(wait * 1000, undefined, { signal })
    }
  }

  return {
    directoryTenantId,
    hasAuditQueries: cloud.hasAuditQueries,
    async list(asked) {
      return ask(asked, async response => {
        const found = await readList(response, NAMES[asked.on])
        const link =
          asked.on === 'graph' ? found.members['@odata.nextLink'] : response.headers.get('nextpageuri')
        const base = baseOf(asked.on)
        const next = typeof link === 'string' && link ? checkedLink(link, asked, base) : null
        const given = found.members['@odata.deltaLink']
        // While nothing changes, this one may well lead back here.
        const delta = typeof given === 'string' && given ? ownLink(given, asked, base) : null
        return { ...found, next, delta, headers: response.headers }
      })
    },
    object: asked => ask(asked, response => readObject(response, NAMES[asked.on])),
    async roles(on, signal) {
      const token = await tokens.get(audienceOf(on), signal)
      return rolesIn(token)
    },
  }
}

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** A link that Microsoft gave is followed to Microsoft alone: the token goes with it. */
function addressed({ path, on }: Ask, base: string): string {
  if (path.startsWith('/')) return `${base}${path}`
  if (!leadsTo(path, base))
    throw new SourceFault(
      'broken-answer',
      `A link that is to be followed does not lead to ${NAMES[on]}. It was not followed; the stretch is asked for again.`,
    )
  return path
}

function checkedLink(link: string, asked: Ask, base: string): string {
  if (link === addressed(asked, base))
    throw new SourceFault(
      'broken-answer',
      `${capital(NAMES[asked.on])} gave the page itself as its next one. It was not followed. It is tried again.`,
    )
  return ownLink(link, asked, base)
}

function ownLink(link: string, { on }: Ask, base: string): string {
  if (!leadsTo(link, base))
    throw new SourceFault(
      'broken-answer',
      `${capital(NAMES[on])} gave a link to another host for its next page. It was not followed. It is tried again.`,
    )
  return link.startsWith(`${base}/`) ? link.slice(base.length) : link
}

function leadsTo(link: string, base: string): boolean {
  if (!URL.canParse(link)) return false
  const [there, here] = [new URL(link), new URL(base)]
  const folder = here.pathname.replace(/\/*$/, '/')
  return there.origin === here.origin && !there.username && there.pathname.startsWith(folder)
}

/** The token is Microsoft's to judge; what it says of itself is enough to tell what is missing. */
function rolesIn(token: string): string[] {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      roles?: unknown
    }
    return Array.isArray(claims.roles) ? claims.roles.filter(role => typeof role === 'string') : []
  } catch {
    return []
  }
}
