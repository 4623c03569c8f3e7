// How long a reader waits for the list of incidents in a real Chromium, against a page of the same bundle without data.
import type { Browser, BrowserContext } from '@playwright/test'
import { launchBrowser, provideBrowser } from '../test/browser/browser.ts'
import { buildDashboard } from '../test/browser/set-up.ts'
import { median } from './ratio.ts'
import { say } from './say.ts'
import type { Row } from './table.ts'

/** A service with so many incidents in one organization, and somebody signed in to it. */
export interface Side {
  url: string
  cookie: string
  count: number
  /** One of its tenants and one of its people, who have incidents. */
  tenant: string
  person: string
}

const ROUNDS = 7
/** An address where nothing is: the whole frame, signed in, and nothing asked for besides. */
const BARE = { path: '/settings/nothing', selector: 'h1' }
const LIST = { path: '/incidents', selector: 'table[aria-label="Incidents"] tbody tr a' }

export async function inChromium(large: Side, small: Side): Promise<Row[]> {
  const executable = provideBrowser()
  await buildDashboard()
  say('opening the list in Chromium')
  const browser = await launchBrowser(executable)
  try {
    const [at, beside] = [await contextOf(browser, large), await contextOf(browser, small)]
    const spent = { large: [] as number[], small: [] as number[], bare: [] as number[] }
    // The first round fills the browser's cache.
    for (let round = 0; round <= ROUNDS; round++) {
      const times = {
        large: await timeUntil(at, LIST),
        bare: await timeUntil(at, BARE),
        small: await timeUntil(beside, LIST),
      }
      if (round === 0) continue
      for (const name of ['large', 'small', 'bare'] as const) spent[name].push(times[name])
    }
    const milliseconds = (name: keyof typeof spent) => `${median(spent[name]).toFixed(0)} ms`
    const against = (name: 'small' | 'bare') =>
      median(spent.large.map((time, round) => time / spent[name][round]!))
    const what = `in Chromium, until the list of ${large.count.toLocaleString('en')} can be used`
    return [
      {
        what,
        measured: milliseconds('large'),
        compared: `a page without data ${milliseconds('bare')}`,
        figure: against('bare'),
        unit: '×',
      },
      {
        what,
        measured: milliseconds('large'),
        compared: `at ${small.count.toLocaleString('en')} ${milliseconds('small')}`,
        figure: against('small'),
        unit: '×',
        target: { atMost: 2 },
      },
    ]
  } finally {
    await browser.close()
  }
}

async function contextOf(browser: Browser, { url, cookie }: Side): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  await context.addCookies(
    cookie.split('; ').map(pair => {
      const [name, value] = pair.split('=', 2) as [string, string]
      return { name, value, url }
    }),
  )
  return context
}

/** By the page's own clock, from when it was asked for until what it is for stands there. */
async function timeUntil(
  context: BrowserContext,
  { path, selector }: { path: string; selector: string },
): Promise<number> {
  const page = await context.newPage()
  try {
    await page.addInitScript(`window.isUsable = new Promise(resolve => {
      const look = () =>
        document.querySelector(${JSON.stringify(selector)})
          ? resolve(performance.now())
          : requestAnimationFrame(look)
      look()
    })`)
    await page.goto(path, { waitUntil: 'commit' })
    return await page.evaluate<number>('window.isUsable')
  } finally {
    await page.close()
  }
}
