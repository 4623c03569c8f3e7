// Every page, for both roles: it shows what it is for, without serious accessibility findings, in light and dark, wide and
// narrow.
import type { Page } from '@playwright/test'
import { describe } from 'vitest'
import { ABOUT_COLOUR, ABOUT_WIDTH, findings } from './axe.ts'
import { PAGES } from './pages.ts'
import { expect, test } from './visit.ts'

/** The page itself never scrolls sideways; tables scroll inside their frame. */
const overhang = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

for (const role of ['Admin', 'Full Member'] as const)
  describe(role, () => {
    for (const { path, name, heading, shows, role: only } of PAGES.filter(
      each => (each.role ?? role) === role,
    ))
      test(`${name} (${only ?? 'for both roles'})`, async ({ visit }) => {
        const page = await visit({ as: role })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
        await expect(page.getByLabel('Loading')).toHaveCount(0)
        expect(await page.title()).toMatch(/ · Vedette$/)
        expect(await findings(page)).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
        expect(await findings(page, ABOUT_COLOUR)).toEqual([])
        await page.setViewportSize({ width: 375, height: 740 })
        await expect.poll(() => overhang(page)).toBe(0)
        expect(await findings(page, ABOUT_WIDTH)).toEqual([])
      })
  })
