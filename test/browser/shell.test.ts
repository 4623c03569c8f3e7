// What surrounds every page, in the browser.
import { expect, test } from './visit.ts'

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
