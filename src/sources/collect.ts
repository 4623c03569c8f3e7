// The loop that collects: takes feeds whose turn it is, many at once and none of them twice, until it is stopped.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimFeeds, renewLeases } from './lease.ts'
import type { Source } from './source.ts'
import { type TurnParts, type TurnResult, type TurnSettings, takeTurn } from './turn.ts'

export interface CollectSettings extends TurnSettings {
  /** Turns at a time, in this process and of one tenant. */
  turns: number
  turnsOfTenant: number
  /** How often to look for work when there was none. */
  lookSeconds: number
}

export interface CollectParts<Client> extends TurnParts<Client> {
  sources: Source<Client>[]
  settings: CollectSettings
  /** Told of every turn that ended. */
  onTurn?(turn: {
    organizationId: string
    tenantId: string
    source: string
    result: TurnResult | null
    seconds: number
    waitedSeconds: number
  }): void
}

export interface Collecting {
  /** Lets every page under way be stored or dropped, and gives the leases back. */
  stop(): Promise<void>
}

// Between two claims, so that turns which end one by one are replaced together.
const BREATH_MILLISECONDS = 50

export function startCollecting<Client>(parts: CollectParts<Client>): Collecting {
  const { db, clock, log, settings } = parts
  const holder = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`
  const sources = new Map(parts.sources.map(source => [source.name as string, source]))
  const running = new Map<string, { turn: Promise<void>; abort: AbortController }>()
  let isStopping = false
  let endings = 0
  let wake = () => {}
  const rest = (milliseconds?: number) =>
    new Promise<void>(resolve => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const claim = async () => {
    const most = settings.turns - running.size
    if (most <= 0) return { isFull: true }
    const { leaseSeconds, turnsOfTenant: mostOfTenant } = settings
    const feeds = await claimFeeds(db, { holder, now: clock(), leaseSeconds, most, mostOfTenant })
    for (const feed of feeds) {
      const source = sources.get(feed.source)
      // Of a newer version, or of one that had more sources: left for whoever knows it.
      if (!source) continue
      const abort = new AbortController()
      if (isStopping) abort.abort()
      const begun = performance.now()
      const waitedSeconds = Math.max(0, (clock().getTime() - feed.dueAt.getTime()) / 1000)
      const turn = takeTurn(parts, feed, source, abort.signal)
        .catch(error => {
          log.error({ err: error, tenant: feed.tenantId, source: feed.source }, 'a turn could not be stored')
          return null
        })
        .then(result => {
          running.delete(feed.leaseToken)
          const seconds = (performance.now() - begun) / 1000
          const { organizationId, tenantId } = feed
          parts.onTurn?.({ organizationId, tenantId, source: feed.source, result, seconds, waitedSeconds })
          endings++
          wake()
        })
      running.set(feed.leaseToken, { turn, abort })
    }
    return { isFull: feeds.length === most }
  }

  const run = async () => {
    while (!isStopping) {
      const before = endings
      const { isFull } = await claim().catch(error => {
        log.warn({ because: (error as Error).message }, 'no turns could be claimed; trying again')
        return { isFull: false }
      })
      await sleep(BREATH_MILLISECONDS)
      // One that ended may be due again at once, or have made room.
      if (isStopping || endings > before) continue
      if (!isFull) await rest(settings.lookSeconds * 1000)
      else if (running.size >= settings.turns) await rest()
    }
  }

  let isRenewing = false
  const renewing = setInterval(
    () => {
      const tokens = [...running.keys()]
      // One at a time: two would take the same rows, each in its own order, and wait for each other.
      if (!tokens.length || isRenewing) return
      isRenewing = true
      renewLeases(db, { tokens, leaseSeconds: settings.leaseSeconds })
        .then(
          held => {
            for (const token of tokens) if (!held.has(token)) running.get(token)?.abort.abort()
          },
          error => log.warn({ because: (error as Error).message }, 'leases were not renewed; trying again'),
        )
        .finally(() => {
          isRenewing = false
        })
    },
    (settings.leaseSeconds * 1000) / 3,
  )
  renewing.unref()
  const ended = run()

  return {
    async stop() {
      isStopping = true
      wake()
      await ended
      for (const { abort } of running.values()) abort.abort()
      await Promise.all([...running.values()].map(({ turn }) => turn))
      clearInterval(renewing)
    },
  }
}
