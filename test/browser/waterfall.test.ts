// How many requests follow one upon another until a page is there: no more than two rounds of questions about data, and
// for scripts the document, what starts the dashboard, and the page.
import type { Page } from '@playwright/test'
import { describe } from 'vitest'
import { say } from './browser.ts'
import { PAGES, type PageUnderTest } from './pages.ts'
import { tellWaterfalls, type Waterfall, watchRounds } from './rounds.ts'
import { expect, lanternfield, test } from './visit.ts'

const MOST_DATA_LAYERS = 2
/** The document, what it names, and the page's own part. */
const MOST_SCRIPT_LAYERS = 3

type Place = Pick<PageUnderTest, 'name' | 'path' | 'heading' | 'shows'>

const [tenant] = lanternfield.tenants
const PLACES: Place[] = [
  ...PAGES,
  {
    name: 'Usage, the users of a tenant',
    path: `/usage?tenant=${tenant!.serviceTenantId}`,
    heading: 'Usage',
    shows: /with a licence, .* of them billable/,
  },
  {
    name: 'Second factor',
    path: '/second-factor',
    heading: /second factor$/,
    shows: 'Use an authenticator app',
  },
  { name: 'Sign in', path: '/sign-in', heading: 'Sign in', shows: 'Forgotten your password?' },
]

describe('no request waits for more than one other', () => {
  test('when a page is opened by its address', async ({ visit }) => {
    const page = await visit({ as: 'Admin' })
    const rounds = await watchRounds(page)
    const seen: Waterfall[] = []
    for (const place of PLACES) {
      const go = () => page.goto(place.path, { waitUntil: 'commit' })
      seen.push(await rounds.during(place.name, go, isShown(page, place)))
    }
    say(tellWaterfalls('Opened by its address', seen))
    for (const { name, dataLayers, scriptLayers } of seen) {
      expect(dataLayers, name).toBeLessThanOrEqual(MOST_DATA_LAYERS)
      expect(scriptLayers, name).toBeGreaterThan(1)
      expect(scriptLayers, name).toBeLessThanOrEqual(MOST_SCRIPT_LAYERS)
    }
    // Who it is, then what the page is about. A check that saw nothing would find nothing too deep.
    expect(seen.filter(({ dataLayers }) => dataLayers === MOST_DATA_LAYERS).length).toBeGreaterThan(12)
  })

  test('when one goes there from another page', async ({ visit }) => {
    const page = await visit({ as: 'Admin' })
    const rounds = await watchRounds(page)
    const first = PLACES.find(({ path }) => path === '/account')!
    const begin = () => page.goto(first.path, { waitUntil: 'commit' })
    await rounds.during('the first page', begin, isShown(page, first))
    const seen: Waterfall[] = []
    for (const place of PLACES.filter(each => each !== first)) {
      // As a link does it: the router hears of every new address.
      const go = () => page.evaluate(`history.pushState({}, '', ${JSON.stringify(place.path)})`)
      seen.push(await rounds.during(place.name, go, isShown(page, place)))
    }
    say(tellWaterfalls('Reached from another page', seen))
    for (const { name, dataLayers, scriptLayers } of seen) {
      // Who is signed in is known by now.
      expect(dataLayers, name).toBeLessThanOrEqual(MOST_DATA_LAYERS - 1)
      expect(scriptLayers, name).toBeLessThanOrEqual(1)
    }
    expect(seen.filter(({ dataLayers }) => dataLayers === 1).length).toBeGreaterThan(10)
  })
})

const isShown =
  (page: Page, { heading, shows }: Place) =>
  async (): Promise<boolean> =>
    (await page.getByRole('heading', { level: 1, name: heading }).isVisible()) &&
    (await page.getByText(shows).filter({ visible: true }).count()) > 0 &&
    (await page.getByLabel('Loading').count()) === 0
