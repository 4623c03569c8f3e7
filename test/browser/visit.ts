// What the tests in the browser share: visitors, signed in or not, whose pages must be free of faults.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  expect as expectSoon,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { test as base, inject } from 'vitest'
import type { Role } from '../../src/database/types.ts'
import { launchBrowser } from './browser.ts'

export const demo = inject('demo')

/** Far above what anything takes: only on a machine with much else to do is it ever needed. */
const PATIENCE_MILLISECONDS = 30_000

/** What is said of a page that a test has failed on: enough for a dialog and what lies under it. */
const MOST_WORDS = 4000

/** Playwright's, which waits for what is not there yet. */
export const expect = expectSoon.configure({ timeout: PATIENCE_MILLISECONDS })

/** The demo's organizations, as its ready file tells of them: the first is the biggest. */
export const [lanternfield, okonjo, petrel] = demo.organizations as [
  (typeof demo.organizations)[number],
  (typeof demo.organizations)[number],
  (typeof demo.organizations)[number],
]

interface Visitor {
  /** Signed in as one; signed out when absent. */
  as?: Role
  /** Lanternfield when absent. */
  of?: typeof lanternfield
  /** Another installation than the demo. */
  at?: string
  /** Signed in as somebody the demo does not know. */
  account?: Account
  /** Places besides the installation that the test leads to. */
  elsewhere?: string[]
  colours?: 'light' | 'dark'
  width?: number
  /** Refused requests that the test is about, as 'status path-start'; any other fails it. */
  refused?: string[]
  /** The test cuts the line: then requests may fail. */
  isCutOff?: boolean
}

interface Account {
  email: string
  password: string
}

function accountOf({ as, of = lanternfield, account }: Visitor): Account | undefined {
  if (account || !as) return account
  return as === 'Admin' ? of.admin : of.fullMember
}

type Visit = (visitor: Visitor) => Promise<Page>

const inBrowser = base
  .extend('chromium', { scope: 'worker' }, () => inject('chromium'))
  .extend('browser', { scope: 'worker' }, async ({ chromium }, { onCleanup }) => {
    const browser = await launchBrowser(chromium)
    onCleanup(() => browser.close())
    return browser
  })

export const test = inBrowser.extend<{ visit: Visit }>({
  visit: async ({ task, browser }, use) => {
    const visits: { context: BrowserContext; faults: string[]; waiting: Set<Request> }[] = []
    await use(async visitor => {
      const context = await browser.newContext({
        baseURL: visitor.at ?? demo.appUrl,
        colorScheme: visitor.colours ?? 'light',
        viewport: { width: visitor.width ?? 1280, height: 800 },
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'Europe/Stockholm',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      context.setDefaultTimeout(PATIENCE_MILLISECONDS)
      const faults: string[] = []
      const waiting = new Set<Request>()
      visits.push({ context, faults, waiting })
      const account = accountOf(visitor)
      if (account) await signIn(context, account, visitor.at ?? demo.appUrl)
      const page = await context.newPage()
      watch(page, faults, visitor)
      page.on('request', request => void waiting.add(request))
      page.on('requestfinished', request => void waiting.delete(request))
      page.on('requestfailed', request => void waiting.delete(request))
      return page
    })
    const faults = visits.flatMap(visit => visit.faults)
    const seen: string[] = []
    if (task.result?.errors?.length || faults.length)
      for (const { context, waiting } of visits)
        seen.push(...(await whatWasSeen(context, task.name, waiting)))
    await Promise.all(visits.map(({ context }) => context.close()))
    if (faults.length) throw new Error(['The browser complained:', ...faults, ...seen].join('\n'))
    if (seen.length) throw new Error(['What was seen:', ...seen].join('\n'))
  },
})

/** What whoever mends the test wants to see; in words too, for whoever has nothing but what was printed. */
async function whatWasSeen(context: BrowserContext, title: string, waiting: Set<Request>): Promise<string[]> {
  const seen = [...waiting].map(request => `Still without an answer: ${request.method()} ${request.url()}`)
  for (const [index, page] of context.pages().entries()) {
    const path = join(tmpdir(), `vedette-${title.replaceAll(/\W+/g, '-').slice(0, 80)}-${index}.png`)
    await page.screenshot({ path }).then(
      () => seen.push(`What the browser showed: ${path}`),
      () => undefined,
    )
    const words = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch(() => '(it no longer answers)')
    seen.push(`In words, at ${page.url()}:`, words.slice(0, MOST_WORDS))
  }
  return seen
}

/** Without the page, which has its own tests: a cookie is all that a signed-in visitor has more. */
async function signIn(context: BrowserContext, { email, password }: Account, origin: string) {
  const response = await context.request.post('/auth/sign-in/email', {
    headers: { origin },
    data: { email, password },
  })
  if (!response.ok()) throw new Error(`${email} could not sign in: ${response.status()}`)
}

function watch(
  page: Page,
  faults: string[],
  { refused = [], at = demo.appUrl, elsewhere = [], isCutOff = false }: Visitor,
): void {
  const places = [at, ...elsewhere].map(url => new URL(url).origin)
  const isExpected = (status: number, url: string) =>
    refused.some(each => `${status} ${new URL(url).pathname}`.startsWith(each))
  page.on('pageerror', error => void faults.push(`page error: ${error.stack ?? error.message}`))
  page.on('console', message => {
    const { url } = message.location()
    // Chromium repeats every refused request here; those are judged below, by their status.
    if (message.text().startsWith('Failed to load resource: the server responded')) return
    if (isCutOff && message.text().startsWith('Failed to load resource: net::')) return
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${url})`)
  })
  page.on('requestfailed', request => {
    // The browser itself gives up what a page that is being left was waiting for.
    if (request.failure()?.errorText === 'net::ERR_ABORTED' || isCutOff) return
    faults.push(`request failed: ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', response => {
    if (response.status() >= 400 && !isExpected(response.status(), response.url()))
      faults.push(`refused: ${response.status()} ${response.request().method()} ${response.url()}`)
  })
  page.on('request', request => {
    if (/^https?:/.test(request.url()) && !places.includes(new URL(request.url()).origin))
      faults.push(`third party: ${request.url()}`)
  })
}

/** What a page's own script would get for calling the server: the status and the answer. */
export const callFrom = <T = unknown>(page: Page, method: string, path: string, body?: unknown) =>
  // As text: these tests are type-checked as what runs in Node, where there is no document.
  page.evaluate<{ status: number; answer: T }>(`(async () => {
    const response = await fetch(${JSON.stringify(path)}, {
      method: ${JSON.stringify(method)},
      ${body === undefined ? '' : `headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))}`}
    })
    return { status: response.status, answer: await response.json().catch(() => null) }
  })()`)

/** By the form, as people do. */
export async function signInBy(page: Page, { email, password }: Account) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/**
 * Until it is painted as it is now, and a moment more: what is clicked on before may move away, and a dialog takes the focus a
 * moment after it shows, and gives it back a moment after it has gone.
 */
export const comeToRest = (page: Page) =>
  page.evaluate<void>(
    `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))))`,
  )

/** Presses Tab until it is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const focused = target.and(page.locator(':focus'))
  for (let steps = 0; steps < 150; steps++) {
    if (await focused.count()) {
      await comeToRest(page)
      if (await focused.count()) return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${target}`)
}
