// Answers a page's requests in rounds: whatever it asks is held until it asks nothing more, and then all of it is let
// through at once. What a page asks only after an answer thus falls into a later round than what it could ask before,
// whatever the speed of the machine.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request, Route } from '@playwright/test'

export interface Waterfall {
  name: string
  /** Rounds in which data was asked for: how many answers had to be waited for, one after the other. */
  dataLayers: number
  /** Rounds in which scripts were, and the document itself when there was one: what the page is made of. */
  scriptLayers: number
}

type Kind = 'document' | 'data' | 'script' | 'other'

/**
 * What comes into a page that is there already, and nothing waits for: charts, the map, what shows notices. By name,
 * because everything else has to come with the page (checks/sizes.ts leaves out the same).
 */
const LATE = /\/assets\/(bars|BarChart|map|sign-in-chart|d3-array|notices)-/
const PATIENCE_MILLISECONDS = 60_000
/** Long enough for timers of nought, and for what React does after painting. On a busy machine no moment may ever be idle. */
const IDLE = `new Promise(done =>
  requestIdleCallback(() => setTimeout(() => done(document.readyState !== 'loading'), 40), { timeout: 5000 }))`

function kindOf(request: Request): Kind {
  const { pathname } = new URL(request.url())
  if (request.isNavigationRequest()) return 'document'
  // The stream of what changes is no question; what a page asks because of it counts.
  if (/^\/(console|auth)\//.test(pathname)) return pathname === '/console/live' ? 'other' : 'data'
  return pathname.endsWith('.js') && !LATE.test(pathname) ? 'script' : 'other'
}

export async function watchRounds(page: Page) {
  let held: { route: Route; request: Request }[] = []
  let asked = 0
  /** By the page that is open now. What it asks for again, as it does once a minute, nothing on it waits for. */
  const askedFor = new Set<string>()
  const again = new Set<Request>()
  const underWay = new Set<Request>()
  page.on('requestfinished', request => underWay.delete(request))
  page.on('requestfailed', request => underWay.delete(request))
  await page.route('**/*', async route => {
    const request = route.request()
    const kind = kindOf(request)
    asked++
    if (kind === 'document') askedFor.clear()
    if (askedFor.has(request.url())) again.add(request)
    askedFor.add(request.url())
    if (kind === 'data' || kind === 'script') held.push({ route, request })
    else {
      // A stream never ends.
      if (request.resourceType() !== 'eventsource') underWay.add(request)
      await route.continue()
    }
  })

  /** Until nothing is on its way and the page has nothing more to do, as seen twice. */
  async function calm(): Promise<void> {
    for (let times = 0; times < 2; ) {
      const before = asked
      const isIdle = !underWay.size && (await page.evaluate<boolean>(IDLE).catch(() => false))
      if (!isIdle) await sleep(10)
      times = isIdle && asked === before && !underWay.size ? times + 1 : 0
    }
  }

  /** From going somewhere until the page is there and asks nothing more. */
  async function during(
    name: string,
    go: () => Promise<unknown>,
    isThere: () => Promise<boolean>,
  ): Promise<Waterfall> {
    const patience = AbortSignal.timeout(PATIENCE_MILLISECONDS)
    const rounds: Request[][] = []
    const documents = [] as Request[]
    const note = (request: Request) => kindOf(request) === 'document' && documents.push(request)
    page.on('request', note)
    await go()
    for (;;) {
      await calm()
      if (!held.length) {
        if (await isThere()) break
        patience.throwIfAborted()
      }
      if (!held.length) continue
      const released = held
      held = []
      rounds.push(released.map(({ request }) => request))
      for (const { route, request } of released) {
        underWay.add(request)
        await route.continue()
      }
    }
    page.off('request', note)
    const layersOf = (kind: Kind) =>
      rounds.filter(round => round.some(request => kindOf(request) === kind && !again.has(request))).length
    return {
      name,
      dataLayers: layersOf('data'),
      scriptLayers: documents.length + layersOf('script'),
    }
  }
  return { during }
}

export function tellWaterfalls(title: string, waterfalls: Waterfall[]): string {
  const line = (name: string, ...columns: (string | number)[]) =>
    `  ${columns.map(column => String(column).padStart(9)).join('')}  ${name}`
  return [
    `${title}, in layers that wait for one another:`,
    line('page', 'data', 'scripts'),
    ...waterfalls.map(({ name, dataLayers, scriptLayers }) => line(name, dataLayers, scriptLayers)),
  ].join('\n')
}
