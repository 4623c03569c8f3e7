// Settings, API Keys tab (spec §5.4), in the browser.
import type { Route } from '@playwright/test'
import { describe } from 'vitest'
import type { readKeys } from '../../src/console/keys.ts'
import type { Answer } from '../../src/console/route.ts'
import { findings } from './axe.ts'
import { callFrom, demo, expect, lanternfield, petrel, test } from './visit.ts'

const ask = (key: string) =>
  fetch(`${demo.apiUrl}/beta/incidents?limit=1`, { headers: { authorization: `Bearer ${key}` } })

describe('an Admin', () => {
  test('creates a key that is shown once, and deletes it, after which the API answers 401', async ({
    visit,
  }) => {
    const page = await visit({ as: 'Admin', of: petrel })
    await page.goto('/settings/api-keys')
    await expect(page.getByRole('heading', { level: 1, name: 'API Keys' })).toBeVisible()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Description (optional)').fill('Ticketing desk')
    await page.getByRole('button', { name: 'Create', exact: true }).click()

    const dialog = page.getByRole('dialog', { name: 'Your new API key' })
    await expect(dialog).toContainText('never be shown again')
    expect(await findings(page)).toEqual([])
    const key = await dialog.getByLabel('API key for “Ticketing desk”').inputValue()
    expect(key).toMatch(/^vdt_\w{49}$/)
    await dialog.getByRole('button', { name: 'Copy the key' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
    expect((await ask(key)).status).toBe(200)

    // Neither a stray key nor a stray click closes it.
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'I have stored the key' }).click()
    await expect(dialog).toBeHidden()

    const row = page.getByRole('row', { name: /Ticketing desk/ })
    await expect(row).toContainText('Mei-Ling Tsai')
    await page.reload()
    await expect(row).toBeVisible()
    expect(await page.content()).not.toContain(key.slice(4, 20))
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toContain(
      'vdt_',
    )

    await row.getByRole('button', { name: 'Delete “Ticketing desk”' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete this API key?' })
    await expect(confirm).toContainText('“Ticketing desk”')
    expect(await findings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await findings(page)).toEqual([])
    await confirm.getByRole('button', { name: 'Keep it' }).click()
    await expect(confirm).toBeHidden()
    expect((await ask(key)).status).toBe(200)

    await row.getByRole('button', { name: 'Delete “Ticketing desk”' }).click()
    await confirm.getByRole('button', { name: 'Delete the key' }).click()
    await expect(row).toHaveCount(0)
    expect((await ask(key)).status).toBe(401)
  })

  test('is asked before leaving a key that has not been stored', async ({ visit }) => {
    const page = await visit({ as: 'Admin', of: petrel })
    await page.goto('/')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Your new API key' })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel('API key')).toBeFocused()
    const asked: string[] = []
    page.on('dialog', question => {
      asked.push(question.message())
      void question.dismiss()
    })
    await page.evaluate('history.back()')
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]).toContain('never be shown again')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'I have stored the key' }).click()
    await expect(page.getByRole('row', { name: /No description/ })).toHaveCount(1)
  })

  test('cannot close the dialog while a key is being made, and copies it where there is no clipboard', async ({
    visit,
  }) => {
    const page = await visit({ as: 'Admin', of: petrel })
    // As over plain http.
    await page.addInitScript('delete Navigator.prototype.clipboard')
    await page.goto('/settings/api-keys')
    const held: Route[] = []
    await page.route('**/console/keys', route =>
      route.request().method() === 'POST' ? void held.push(route) : route.continue(),
    )
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByLabel('Description (optional)').fill('Slow line')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect.poll(() => held.length).toBe(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await held[0]!.continue()
    const dialog = page.getByRole('dialog', { name: 'Your new API key' })
    const key = await dialog.getByLabel('API key for “Slow line”').inputValue()
    await dialog.getByRole('button', { name: 'Copy the key' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    await dialog.getByRole('button', { name: 'I have stored the key' }).click()
    await page.getByRole('button', { name: 'Create API key' }).click()
    const description = page.getByLabel('Description (optional)')
    await description.press('ControlOrMeta+v')
    await expect(description).toHaveValue(key)
  })
})

describe('a Full Member', () => {
  test('sees the list and can neither create nor delete', async ({ visit }) => {
    const page = await visit({ as: 'Full Member' })
    await page.goto('/settings/api-keys')
    await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible()
    await expect(page.getByText('Only an Admin can create or delete keys.')).toBeVisible()
    for (const name of [/create/i, /delete/i]) await expect(page.getByRole('button', { name })).toHaveCount(0)
    expect(await page.content()).not.toContain(lanternfield.apiKey.slice(4, 20))
  })

  test('is refused when calling the server directly', async ({ visit }) => {
    const page = await visit({ as: 'Full Member', refused: ['403 /console/keys', '403 /console/audit'] })
    await page.goto('/settings/api-keys')
    await expect(page.getByRole('table', { name: 'API keys' })).toBeVisible()
    const { answer } = await callFrom<Answer<typeof readKeys>>(page, 'GET', '/console/keys')
    for (const [method, path, body] of [
      ['POST', '/console/keys', {}],
      ['DELETE', `/console/keys/${answer.keys[0]!.id}`],
      ['GET', '/console/audit'],
    ] as [string, string, object?][])
      expect((await callFrom(page, method, path, body)).status).toBe(403)
    expect((await ask(lanternfield.apiKey)).status).toBe(200)
  })
})
