// What surrounds every page, in the browser.
import { expect, tabTo, test } from './visit.ts'

test('the navigation leads to every place and says where one is', async ({ visit }) => {
  const page = await visit({ as: 'Full Member' })
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const [label, path] of [
    ['Incidents', '/incidents'],
    ['Tenants', '/tenants'],
    ['Usage', '/usage'],
    ['Settings', '/settings/api-keys'],
    ['Overview', '/'],
  ] as const) {
    await navigation.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(path)
    await expect(navigation.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
    await expect(navigation.locator('[aria-current=page]')).toHaveCount(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('on a narrow screen the navigation is behind a button', async ({ visit }) => {
  const page = await visit({ as: 'Full Member', width: 375 })
  await page.goto('/')
  const usage = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' })
  await expect(usage).not.toBeInViewport()
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await usage.click()
  await expect(page).toHaveURL('/usage')
  await expect(usage).not.toBeInViewport()
})

test('on a narrow screen the keyboard passes a closed menu by, and leaves an open one with Escape', async ({
  visit,
}) => {
  const page = await visit({ as: 'Full Member', width: 375 })
  await page.goto('/usage')
  const open = page.getByRole('button', { name: 'Open the menu' })
  const overview = page.getByRole('link', { name: 'Overview', includeHidden: true })
  await expect(open).toHaveAttribute('aria-expanded', 'false')
  await expect(overview).toBeAttached()
  await overview.focus()
  await expect(overview).not.toBeFocused()
  await open.press('Enter')
  await tabTo(page, overview)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await expect(open).toHaveAttribute('aria-expanded', 'false')
})

test('times are told in UTC on every page, once somebody has chosen so on any', async ({ visit }) => {
  const page = await visit({ as: 'Full Member' })
  await page.goto('/usage')
  const account = page.getByRole('button', { name: 'Account of Tomás Echeverría' })
  await account.click()
  await page.getByRole('menuitem', { name: 'Show times in UTC' }).click()
  await page.goto('/incidents')
  await expect(page.getByText('Times are in UTC.')).toBeVisible()
  await account.click()
  await page.getByRole('menuitem', { name: 'Show times in Europe/Stockholm' }).click()
  await expect(page.getByText('Times are in Europe/Stockholm.')).toBeVisible()
})

test('an address that is none says so inside the frame, with the way on', async ({ visit }) => {
  const page = await visit({ as: 'Full Member', refused: ['404 /incident'] })
  await page.goto('/incident')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incidents' }).click()
  await expect(page).toHaveURL('/incidents')
})

test('on a narrow screen the row of settings shows where one is', async ({ visit }) => {
  const page = await visit({ as: 'Admin', width: 375 })
  await page.goto('/settings/audit-log')
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  await expect(tabs.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 0.9 })
  await expect(tabs.getByRole('link', { name: 'API Keys' })).not.toBeInViewport()
})

test('the colours follow the system until one chooses, and the choice is remembered', async ({ visit }) => {
  const page = await visit({ as: 'Full Member', colours: 'dark' })
  await page.goto('/settings/api-keys')
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: 'Use light colours' }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Use dark colours' })).toBeVisible()
})

test('the first stop of the keyboard skips to the content', async ({ visit }) => {
  const page = await visit({ as: 'Full Member' })
  await page.goto('/settings/api-keys')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to the content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()
})

test('signing out ends the session', async ({ visit }) => {
  const page = await visit({ as: 'Full Member', refused: ['401 /console/me'] })
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Account of Tomás Echeverría' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/settings/api-keys')
  await expect(page).toHaveURL(/\/sign-in\?to=/)
})
