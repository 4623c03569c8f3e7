// `npm run screenshots`: a picture of each page of the dashboard, from the demo, for the documents.
import { mkdir, rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext } from '@playwright/test'
import { launchBrowser, provideBrowser, say } from '../test/browser/browser.ts'
import { buildDashboard, type Demo, startDemo } from '../test/browser/set-up.ts'

const FOLDER = new URL('../docs/screenshots/', import.meta.url)
const SETTLE_MILLISECONDS = 700

interface Picture {
  name: string
  path: string
  isSignedOut?: boolean
  /** A button to press first. */
  press?: string
  colours?: 'dark'
  width?: number
  height?: number
}

const picturesOf = (incident: string, tenant: string, watched: string): Picture[] => [
  { name: 'sign-in', path: '/sign-in', isSignedOut: true },
  { name: 'forgotten-password', path: '/forgotten-password', isSignedOut: true },
  { name: 'overview', path: '/' },
  { name: 'overview-dark', path: '/', colours: 'dark' },
  { name: 'incidents', path: '/incidents' },
  { name: 'incidents-narrow', path: '/incidents', width: 390, height: 844 },
  { name: 'incident', path: incident, height: 1500 },
  { name: 'incident-dark', path: incident, colours: 'dark', height: 1500 },
  { name: 'incident-narrow', path: incident, width: 390, height: 844 },
  { name: 'tenants', path: '/tenants' },
  { name: 'connect-tenant', path: '/tenants/connect', height: 1250 },
  { name: 'tenant', path: tenant },
  { name: 'tenant-health', path: watched, height: 1800 },
  { name: 'import', path: watched, press: 'Import logs' },
  { name: 'usage', path: '/usage' },
  { name: 'usage-dark', path: '/usage', colours: 'dark' },
  { name: 'api-keys', path: '/settings/api-keys' },
  { name: 'members', path: '/settings/members' },
  { name: 'security', path: '/settings/security' },
  { name: 'detection-rules', path: '/settings/rules' },
  { name: 'travel-and-networks', path: '/settings/travel' },
  { name: 'audit-log', path: '/settings/audit-log' },
  { name: 'account', path: '/account' },
]

interface Incident {
  url: string
  remediationStatus: string
  user: { displayName: string }
}

/** One that is still open, so that the page has something to decide. */
async function chooseIncident({ apiUrl, organizations }: Demo): Promise<Incident> {
  const response = await fetch(`${apiUrl}/beta/incidents?limit=500`, {
    headers: { authorization: `Bearer ${organizations[0]!.apiKey}` },
  })
  const { incidents } = (await response.json()) as { incidents: Incident[] }
  return incidents.find(({ remediationStatus }) => remediationStatus === 'UNREMEDIATED') ?? incidents[0]!
}

/** The one that is alive in the demo's cloud: its logs are being collected. */
async function watchedTenant(admin: BrowserContext): Promise<string> {
  const response = await admin.request.get('/console/tenants')
  const { tenants } = (await response.json()) as {
    tenants: { serviceTenantId: string; displayName: string }[]
  }
  return `/tenant/${tenants.find(({ displayName }) => displayName.startsWith('Yarrowdale'))!.serviceTenantId}`
}

/** Signed in once for all pictures, with a few things done, so that the keys and the audit log have something to tell. */
async function beAdmin(browser: Browser, { appUrl, organizations }: Demo): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: appUrl, extraHTTPHeaders: { origin: appUrl } })
  await context.request.post('/auth/sign-in/email', { data: organizations[0]!.admin })
  const made: { id: string }[] = []
  for (const description of ['Ticketing system', 'Billing export', 'Trial of the SIEM connector']) {
    const response = await context.request.post('/console/keys', { data: { description } })
    made.push(await response.json())
  }
  await context.request.delete(`/console/keys/${made.at(-1)!.id}`)
  const { serviceTenantId } = organizations[0]!.tenants[0]!
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  await context.request.post(`/console/tenant/${serviceTenantId}/travel`, {
    data: {
      user: 'zoe.nystrom@alderbrook-timber.example',
      countries: ['NO'],
      fromOn: day(0),
      untilOn: day(9),
    },
  })
  await context.request.post(`/console/tenant/${serviceTenantId}/networks`, {
    data: { network: '203.0.113.0/24', note: 'New branch office', untilOn: day(180) },
  })
  await context.request.post('/console/invitations', {
    data: { email: 'ines.valdez@lanternfield.example', role: 'Full Member' },
  })
  return context
}

async function take(browser: Browser, demo: Demo, admin: BrowserContext, picture: Picture): Promise<void> {
  const { name, path, isSignedOut, press, colours = 'light', width = 1280, height = 800 } = picture
  const context = await browser.newContext({
    baseURL: demo.appUrl,
    viewport: { width, height },
    colorScheme: colours,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...(!isSignedOut && { storageState: await admin.storageState() }),
  })
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByLabel('Loading').first().waitFor({ state: 'hidden' })
  if (press) await page.getByRole('button', { name: press }).click()
  // Charts draw themselves a moment after their data.
  await page.waitForTimeout(SETTLE_MILLISECONDS)
  const file = fileURLToPath(new URL(`${name}.png`, FOLDER))
  await page.screenshot({ path: file })
  await context.close()
  say(`${name}.png  ${Math.round((await stat(file)).size / 1000)} kB`)
}

const executable = provideBrowser()
await buildDashboard()
const { demo, stop } = await startDemo({ hasCloud: true })
try {
  const browser = await launchBrowser(executable)
  const admin = await beAdmin(browser, demo)
  const incident = new URL((await chooseIncident(demo)).url).pathname
  const only = process.argv.slice(2)
  if (!only.length) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const tenant = `/tenant/${demo.organizations[0]!.tenants[0]!.serviceTenantId}`
  for (const picture of picturesOf(incident, tenant, await watchedTenant(admin)))
    if (!only.length || only.includes(picture.name)) await take(browser, demo, admin, picture)
  await browser.close()
} finally {
  await stop()
}
