// Hears from the server when something has changed, and has the pages ask anew. Without it they ask once a minute.
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useRef, useState } from 'react'
import { useMe } from './me.ts'

const COUNTERS = ['incidents', 'usage'] as const
const RECONNECT_MILLISECONDS = 15_000

/** Where each organization's counters stood when its pages were last asked for. */
const seen = new Map<string, string>()

/** True while connected. */
export const LiveContext = createContext(false)
export const useIsLive = () => use(LiveContext)

const lines = new Set<{ follow(): void; close(): void }>()

/** Before the session ends: whatever asks later is refused. */
export const hangUp = () => {
  for (const line of lines) line.close()
}

/** When it did not end after all. */
export const pickUp = () => {
  for (const line of lines) line.follow()
}

/** Listens while somebody is signed in. Queries whose key begins with 'incidents' or 'usage' are asked anew when that counter moves. */
export function useLive(): boolean {
  const queries = useQueryClient()
  const { organization, revisions } = useMe()
  const [isLive, setLive] = useState(false)
  const known = useRef(revisions)
  known.current = revisions
  useEffect(() => {
    const keyOf = (counter: string) => `${organization.id} ${counter}`
    // Whatever a page has asked, it asked after this was known.
    for (const counter of COUNTERS)
      if (known.current && !seen.has(keyOf(counter))) seen.set(keyOf(counter), String(known.current[counter]))
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(timer)
      source?.close()
      source = undefined
      setLive(false)
    }
    const open = () => {
      close()
      source = new EventSource('/console/live')
      source.onopen = () => setLive(true)
      source.onerror = () => {
        setLive(false)
        // The browser reconnects by itself unless it was refused, as after signing out elsewhere.
        if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, RECONNECT_MILLISECONDS)
      }
      for (const counter of COUNTERS)
        source.addEventListener(counter, ({ data }) => {
          if (seen.get(keyOf(counter)) === data) return
          seen.set(keyOf(counter), data)
          void queries.invalidateQueries({ queryKey: [counter] })
        })
    }
    // Browsers allow few connections to one server: pages nobody looks at give theirs back.
    const follow = () => (document.visibilityState === 'visible' ? open() : close())
    follow()
    const line = { follow, close }
    lines.add(line)
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      lines.delete(line)
      close()
    }
  }, [queries, organization.id])
  return isLive
}
