// Every page, for both roles: it shows what it is for, without serious accessibility findings; for Admins, who see all there
// is on it, in light and dark, wide and narrow.
import { describe } from 'vitest'
import { expectFine, findings } from './axe.ts'
import { PAGES } from './pages.ts'
import { expect, test } from './visit.ts'

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
        if (role === 'Admin') await expectFine(page)
        else expect(await findings(page)).toEqual([])
      })
  })
