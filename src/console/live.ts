// Tells open pages that something has changed, by server-sent events: which counter moved, never what it counts.
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type Revisions, readRevisions } from './revisions.ts'
import type { ConsoleContext } from './route.ts'
import { memberOf } from './session.ts'

const POLL_MILLISECONDS = 1000
/** Whoever was removed or signed out hears nothing more after this long. Also keeps idle connections open. */
const RECHECK_MILLISECONDS = 10_000
/** Tabs that somebody looks at are few; beyond these the one that has listened longest asks once a minute instead. */
const MOST_PER_PERSON = 10
/** A listener that takes nothing is gone. */
const MOST_WAITING_BYTES = 16 * 1024

interface Listener {
  personId: string
  organizationId: string
  stream: PassThrough
}

export function mountLive(server: FastifyInstance, makeContext: () => ConsoleContext): void {
  const listeners = new Set<Listener>()
  const watch = watchRevisions(makeContext, listeners)

  server.get('/console/live', { schema: { hide: true } }, async (request, reply) => {
    const member = await memberOf(makeContext(), request)
    const stream = new PassThrough()
    const { personId, organizationId } = member
    const listener = { personId, organizationId, stream }
    const recheck = setInterval(async () => {
      const isStillMember = await memberOf(makeContext(), request).then(
        ({ memberships, hasShownFactor }) =>
          memberships.some(
            ({ organizationId, requiresSecondFactor }) =>
              organizationId === listener.organizationId && (hasShownFactor || !requiresSecondFactor),
          ),
        // While the database is out of reach nothing is told either; the next look decides.
        error => error?.status === undefined,
      )
      if (isStillMember) tell(listener, ': still here\n\n')
      else stream.end()
    }, RECHECK_MILLISECONDS)
    stream.once('close', () => {
      clearInterval(recheck)
      listeners.delete(listener)
    })
    listeners.add(listener)
    endOldest(listeners, personId)
    tell(listener, 'retry: 3000\n\n')
    await watch(listener).catch(error => {
      stream.destroy()
      throw error
    })
    return reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(stream)
  })
  // They would never end by themselves, and stopping waits for what is under way.
  server.addHook('preClose', async () => {
    for (const { stream } of listeners) stream.end()
  })
}

function endOldest(listeners: Set<Listener>, personId: string): void {
  // A set keeps the order in which they came.
  const theirs = [...listeners].filter(each => each.personId === personId && !each.stream.writableEnded)
  // Told to come back later: at once, it would only push out the next.
  for (const { stream } of theirs.slice(0, -MOST_PER_PERSON)) stream.end('retry: 60000\n\n')
}

function tell({ stream }: Listener, text: string): void {
  if (stream.writableEnded) return
  if (stream.writableLength + stream.readableLength > MOST_WAITING_BYTES) stream.destroy()
  else stream.write(text)
}

/**
 * One look a second for all organizations that somebody listens for, and none while nobody does. Returns what to do with
 * a new listener: it is told where the counters stand, so that its page can see whether it missed something.
 */
function watchRevisions(makeContext: () => ConsoleContext, listeners: Set<Listener>) {
  let isWatching = false
  const known = new Map<string, Revisions>()
  const look = async (): Promise<void> => {
    const wanted = new Set([...listeners].map(({ organizationId }) => organizationId))
    for (const organizationId of known.keys()) if (!wanted.has(organizationId)) known.delete(organizationId)
    isWatching = wanted.size > 0
    if (!isWatching) return
    const { db, log } = makeContext()
    try {
      for (const [organizationId, now] of await readRevisions(db, [...wanted])) {
        const before = known.get(organizationId)
        known.set(organizationId, now)
        for (const listener of listeners)
          if (listener.organizationId === organizationId) tellChanges(listener, before, now)
      }
    } catch (error) {
      log.debug({ err: error }, 'revisions could not be read')
    }
    setTimeout(look, POLL_MILLISECONDS).unref()
  }
  return async (listener: Listener): Promise<void> => {
    const { db } = makeContext()
    const now = (await readRevisions(db, [listener.organizationId])).get(listener.organizationId)
    if (now) {
      tellChanges(listener, undefined, now)
      // What changes from here on is found by the next look.
      if (!known.has(listener.organizationId)) known.set(listener.organizationId, now)
    }
    if (isWatching) return
    isWatching = true
    setTimeout(look, POLL_MILLISECONDS).unref()
  }
}

function tellChanges(listener: Listener, before: Revisions | undefined, now: Revisions): void {
  for (const what of ['incidents', 'usage'] as const)
    if (now[what] !== before?.[what]) tell(listener, `event: ${what}\ndata: ${now[what]}\n\n`)
}
