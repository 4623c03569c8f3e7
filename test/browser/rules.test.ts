// Settings, Detection rules, in the browser: what is said of a rule that is saved, and what stands in each.
import type { Route } from '@playwright/test'
import { expectFine } from './axe.ts'
import { expect, petrel, test } from './visit.ts'

test('a rule that can never match says so wherever it is looked at, and what it counts for is told', async ({
  visit,
}) => {
  const page = await visit({ as: 'Admin' })
  await page.goto('/settings/rules')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  const text = dialog.getByLabel('Rule')
  const rule = (await text.inputValue())
    .replace(/^title: .*/, 'title: For another log')
    .replace('m365', 'windows')
  await text.fill(rule)
  const warning =
    'No log that Vedette collects is product windows, service exchange: this rule will never match.'
  // A tenant without records, whichever tests ran before.
  await dialog.getByLabel('Tenant').selectOption('Umberleigh Pottery')
  await dialog.getByRole('button', { name: 'Run' }).click()
  await expect(dialog.getByRole('status')).toContainText(warning)
  await expect(dialog.getByRole('status')).toContainText('there was nothing to look at')
  await dialog.getByRole('button', { name: 'Add the rule' }).click()
  await expect(
    page.getByText('It counts from the next time people are judged, also in what they did before.'),
  ).toBeVisible()
  await page.reload()
  await page.getByLabel('Find rules').fill('another log')
  const row = page.getByRole('row', { name: /For another log/ })
  await expect(row).toContainText(warning)
  await expectFine(page)
  await row.getByRole('button', { name: 'Try For another log' }).click()
  const tried = page.getByRole('dialog', { name: 'Dry run' })
  await tried.getByRole('button', { name: 'Run' }).click()
  await expect(tried.getByRole('status')).toContainText(warning)
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Delete For another log' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the rule' }).click()
  await expect(row).toHaveCount(0)
})

test('every member can read what a rule looks for, and is back where they were', async ({ visit }) => {
  const page = await visit({ as: 'Full Member' })
  await page.goto('/settings/rules')
  await page.getByLabel('Find rules').fill('T1114.003')
  const read = page.getByRole('button', { name: /^Read / }).first()
  const title = (await read.getAttribute('aria-label'))!.slice('Read '.length)
  await read.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rule as it was written' })
  const text = dialog.getByRole('region', { name: 'Rule' })
  await expect(text).toContainText(`title: ${title}`)
  await expect(text).toContainText('detection:')
  await expect(text).toContainText('falsepositives:')
  await expect(dialog.getByRole('button', { name: 'Copy YAML' })).toBeVisible()
  await expectFine(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(read).toBeFocused()
  await expect(page.getByRole('button', { name: /^(Switch|Try|Edit|Delete) / })).toHaveCount(0)
})

test('switches pressed faster than the server answers all count', async ({ visit }) => {
  const page = await visit({ as: 'Admin', of: petrel })
  await page.goto('/settings/rules')
  await page.getByLabel('Find rules').fill('T1114.003')
  await page
    .getByRole('button', { name: /^Switch / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Where the rule looks' })
  const everywhere = dialog.getByRole('switch', { name: 'On for this organization' })
  const tenant = dialog.getByRole('switch', { name: petrel.tenants[0]!.name })
  const held: Route[] = []
  await page.route('**/console/rule-switches', route => void held.push(route))
  const letGo = async (count: number) => {
    for (let at = 0; at < count; at++) {
      await expect.poll(() => held.length).toBeGreaterThan(at)
      await held[at]!.continue()
    }
    await expect(dialog.getByText('Saving…')).toHaveCount(0)
    held.length = 0
  }
  await tenant.press('Space')
  await everywhere.press('Space')
  await everywhere.press('Space')
  await expect(everywhere).toBeChecked()
  await expect(tenant).not.toBeChecked()
  await letGo(3)
  await expect(everywhere).toBeChecked()
  await expect(tenant).not.toBeChecked()
  await tenant.press('Space')
  await letGo(1)
  await expect(tenant).toBeChecked()
})
