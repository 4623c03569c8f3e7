// What pages do while answers take long, do not come, or are refused: they say so, can be asked again, send nothing
// twice, and keep what somebody has typed.
import type { Page, Route } from '@playwright/test'
import { describe } from 'vitest'
import { PAGES } from './pages.ts'
import { callFrom, expect, lanternfield, okonjo, test } from './visit.ts'

const isAboutPage = (url: URL) =>
  url.pathname.startsWith('/console/') && !/\/(session|live)$/.test(url.pathname)

/** A refusal that is not worth trying again by itself, so that nothing has to be waited for. */
const REFUSED = { status: 429, contentType: 'application/problem+json' }
const refusal = (detail: string) => ({ ...REFUSED, body: JSON.stringify({ status: 429, detail }) })

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

describe('every page', () => {
  test('says that it is loading, then why it could not, and is there when asked again', async ({ visit }) => {
    const page = await visit({ as: 'Admin', refused: ['429 /console/'] })
    let held: Route[] = []
    let answer: 'later' | 'refusal' | 'itself' = 'later'
    await page.route(isAboutPage, route => {
      if (answer === 'later') held.push(route)
      else if (answer === 'itself') void route.continue()
      else void route.fulfill(refusal('Too much is asked at once.'))
    })
    for (const { name, path, shows } of PAGES.filter(({ path }) => path !== '/settings/nothing')) {
      held = []
      answer = 'later'
      await page.goto(path)
      await expect(page.getByRole('status', { name: 'Loading' }).first(), name).toBeVisible()
      await expect.poll(() => held.length, name).toBeGreaterThan(0)
      answer = 'refusal'
      for (const route of held) await route.fulfill(refusal('Too much is asked at once.'))
      await expect(alert(page, 'Too much is asked at once.').first(), name).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
      answer = 'itself'
      // Several parts of a page may have been refused, each with its own way to ask again.
      const again = page.getByRole('button', { name: 'Try again' })
      await expect(async () => {
        for (const button of await again.all()) await button.click({ timeout: 1000 })
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible({ timeout: 1000 })
        await expect(again).toHaveCount(0, { timeout: 1000 })
      }, name).toPass()
    }
  })

  test('is tried again by itself after a fault of the server, and by hand when even who it is could not be asked', async ({
    visit,
  }) => {
    const page = await visit({ as: 'Admin', refused: ['503 /console/', '500 /console/'] })
    let faults = 2
    await page.route('**/console/tenants', route =>
      faults-- > 0 ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    )
    await page.goto('/tenants')
    await expect(page.getByRole('table', { name: 'Tenants' })).toBeVisible()
    await page.route('**/console/session', route => route.fulfill({ status: 500, body: '' }))
    await page.goto('/tenants')
    await expect(alert(page, 'Vedette could not answer (status 500). Try again in a moment.')).toBeVisible()
    await page.unroute('**/console/session')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table', { name: 'Tenants' })).toBeVisible()
  })
})

describe('a page that was not loaded yet', () => {
  test('says so while the server is away, and is there when it is back', async ({ visit }) => {
    const page = await visit({ as: 'Full Member', isCutOff: true })
    await page.goto('/tenants')
    await expect(page.getByRole('table', { name: 'Tenants' })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click()
    await expect(alert(page, 'A part of this page could not be loaded.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alert(page, 'A part of this page could not be loaded.')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible()
    await expect(page).toHaveURL('/usage')
  })
})

describe('what somebody is typing', () => {
  test('stays when what the page knew cannot be asked again', async ({ visit }) => {
    const page = await visit({ as: 'Admin', refused: ['429 /console/'] })
    await page.clock.install()
    await page.goto('/settings/travel')
    await page.getByLabel('Sign-in name').fill('ana@contoso.com')
    await page.route(isAboutPage, route => route.fulfill(refusal('Too much is asked at once.')))
    // Whoever comes back to the window after a while has it asked anew.
    await page.clock.fastForward(60_000)
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
    await expect(alert(page, 'This may be out of date')).toBeVisible()
    await expect(page.getByLabel('Sign-in name')).toHaveValue('ana@contoso.com')
  })

  test('stays while the line is cut, and is sent once when it is back', async ({ visit }) => {
    const page = await visit({ as: 'Admin', of: okonjo, isCutOff: true })
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    const description = page.getByLabel('Description (optional)')
    await description.fill('Cut off')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(
      page.getByText('Vedette cannot be reached. Check your connection and try again.'),
    ).toBeVisible()
    await expect(description).toHaveValue('Cut off')
    await page.context().setOffline(false)
    const held: Route[] = []
    await page.route('**/console/keys', route =>
      route.request().method() === 'POST' ? void held.push(route) : route.continue(),
    )
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await create.click()
    await expect(create).toBeDisabled()
    await description.press('Enter')
    await expect.poll(() => held.length).toBe(1)
    await held[0]!.continue()
    await expect(page.getByText('it will never be shown again')).toBeVisible()
    expect(held).toHaveLength(1)
    await page.getByRole('button', { name: 'I have stored the key' }).click()
    await expect(page.getByRole('cell', { name: 'Cut off', exact: true })).toHaveCount(1)
  })

  test('stays when the session has ended meanwhile; a page where nothing is typed leads to the sign-in', async ({
    visit,
  }) => {
    const page = await visit({ as: 'Admin', of: okonjo, refused: ['401 /console/'] })
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Description (optional)').fill('After all')
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(alert(page, 'Your session has ended')).toBeVisible()
    await expect(page.getByLabel('Description (optional)')).toHaveValue('After all')
    await page.context().addCookies(cookies)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'I have stored the key' }).click()
    await expect(page.getByRole('cell', { name: 'After all', exact: true })).toBeVisible()

    await page.context().clearCookies()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click()
    await expect(page).toHaveURL(/\/sign-in\?to=/)
  })

  test('is told of when its dialog was closed before the answer came', async ({ visit }) => {
    const page = await visit({ as: 'Admin', refused: ['429 /console/'] })
    await page.goto(`/tenant/${lanternfield.tenants[0]!.serviceTenantId}`)
    const held: Route[] = []
    await page.route('**/offboard', route => void held.push(route))
    await page.getByRole('button', { name: 'Offboard' }).click()
    await page.getByLabel(/^Type /).fill(lanternfield.tenants[0]!.name)
    await page.getByRole('button', { name: 'End the watch' }).click()
    await expect.poll(() => held.length).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await held[0]!.fulfill(refusal('Not now.'))
    await expect(alert(page, 'Not now.')).toBeVisible()
    expect((await callFrom(page, 'GET', '/console/tenants')).status).toBe(200)
  })
})
