// Settings, Audit log, in the browser.
import { readFile } from 'node:fs/promises'
import { describe } from 'vitest'
import { callFrom, expect, okonjo, test } from './visit.ts'

describe('an Admin', () => {
  test('sees who did what, filters it, pages through it and exports it', async ({ visit }) => {
    const page = await visit({ as: 'Admin', of: okonjo })
    await page.goto('/settings/audit-log')
    for (let count = 0; count < 30; count++) {
      const { answer } = await callFrom<{ id: string }>(page, 'POST', '/console/keys', {
        description: `${count ? '' : '=1+1 '}Told ${count}`,
      })
      await callFrom(page, 'DELETE', `/console/keys/${answer.id}`)
    }
    await page.reload()
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
    // Others may be at work in the organization.
    const own = rows.filter({ hasText: /Told \d/ })
    await expect(own.first()).toContainText('Adaeze Okonjo')
    await expect(own.first()).toContainText('deleted an API key')
    await expect(own.first()).toContainText('Told 29')
    await expect(rows).toHaveCount(50)
    await page.getByRole('button', { name: 'Show older entries' }).click()
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(60)

    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'made an API key' }).click()
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(rows.filter({ hasNotText: 'made an API key' })).toHaveCount(0)
    await expect(own).toHaveCount(30)
    await page.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'Adaeze Okonjo' }).click()
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(rows.filter({ hasNotText: 'Adaeze Okonjo' })).toHaveCount(0)
    await expect(own).toHaveCount(30)

    await page.reload()
    await expect(own).toHaveCount(30)
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Adaeze Okonjo')

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^vedette-audit-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
    const told = lines.filter(line => /Told \d/.test(line))
    expect(told).toHaveLength(30)
    expect(told.at(-1)).toContain(`made an API key,'=1+1 Told 0,`)
    expect(lines.slice(1).filter(line => !line.includes('made an API key'))).toEqual([])

    await page.getByLabel('From', { exact: true }).fill('2031-01-01')
    await expect(page.getByText('Nothing in the log fits these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(rows.filter({ hasText: 'exported the audit log' }).first()).toBeVisible()
  })
})

describe('a Full Member', () => {
  test('finds no way to it, and is told why at its address', async ({ visit }) => {
    const page = await visit({ as: 'Full Member', of: okonjo })
    await page.goto('/settings')
    await expect(page.getByRole('link', { name: 'API Keys' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
    await page.goto('/settings/audit-log')
    await expect(page.getByText('The audit log is for Admins')).toBeVisible()
  })
})
