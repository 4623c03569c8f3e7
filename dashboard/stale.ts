// A tab that was open while Vedette was upgraded: parts of the old dashboard that it has not loaded yet are gone from the
// server. Then the page is loaded anew, once, if the server is there; what is still missing after that is told.
const KEY = 'vedette reloaded at'
/** Within this time a second failure is not cured by loading anew. */
const ONCE_IN_MILLISECONDS = 60_000

const failures = new WeakSet<Error>()

/** Vite says so, whether a script or a style is missing. Asked for ahead of time (by hovering) nothing comes of it. */
export function noteFailedLoads(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    failures.add(payload)
    // Also, in the browser's words the router would know it for what it is, and load the page anew besides.
    payload.message =
      'A part of this page could not be loaded. Vedette may be out of reach, or have been upgraded just now.'
  })
}

export const isFailedLoad = (error: unknown): boolean => error instanceof Error && failures.has(error)

/** Whether loading anew may help: not when it was tried a moment ago. */
export const mayReload = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) >= ONCE_IN_MILLISECONDS

/** False, and nothing has happened, while the server is away: the browser would show an error page of its own instead. */
export async function reloadIfAnswered(): Promise<boolean> {
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer || answer.status >= 500) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  window.location.reload()
  return true
}
