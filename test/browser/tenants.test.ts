// Tenants, usage and the overview, in the browser: the same numbers as the API's.
import { readFile } from 'node:fs/promises'
import { describe } from 'vitest'
import type { UsageReport } from '../../src/usage/usage.ts'
import { findings } from './axe.ts'
import { incidentsOf } from './pages.ts'
import { callFrom, demo, expect, lanternfield, okonjo, petrel, test } from './visit.ts'

async function reportOf({ apiKey } = lanternfield, asOf = ''): Promise<UsageReport> {
  const response = await fetch(`${demo.apiUrl}/v1/usage${asOf && `?asOf=${asOf}`}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  return (await response.json()) as UsageReport
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('tenants', () => {
  test('are found by name and by either id, and their page shows both', async ({ visit }) => {
    const page = await visit({ as: 'Full Member' })
    const tenant = lanternfield.tenants.find(({ name }) => name === 'Glasswing Optics')!
    await page.goto('/tenants')
    const rows = page.getByRole('table', { name: 'Tenants' }).locator('tbody tr')
    for (const wanted of ['glasswing', tenant.serviceTenantId, tenant.directoryTenantId]) {
      await page.getByLabel('Search').fill(wanted)
      await expect(rows).toHaveCount(1)
    }
    await rows.getByRole('link', { name: 'Glasswing Optics' }).click()
    await expect(page).toHaveURL(`/tenant/${tenant.serviceTenantId}`)
    await page.getByRole('button', { name: 'Copy directory tenant id' }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(tenant.directoryTenantId)
  })

  test('that are paused are counted alike here and on the overview', async ({ visit }) => {
    const { tenants } = await reportOf()
    const paused = tenants.filter(({ isPaused }) => isPaused).length
    expect(paused).toBeGreaterThan(0)
    const page = await visit({ as: 'Full Member' })
    await page.goto('/tenants')
    const told = page.getByText(/^\d+ tenants watched, /)
    await expect(told).toContainText(`${paused} paused`)
    const [watched] = /^\d+/.exec((await told.textContent())!)!
    await page.goto('/')
    const card = page.getByRole('region', { name: 'What is being watched' })
    await expect(card).toContainText(new RegExp(`${watched} tenants with `))
    await expect(card).toContainText(`${paused} tenant`)
  })

  test('are paused and resumed by an Admin, who is told before what it does to the bill', async ({
    visit,
  }) => {
    const page = await visit({ as: 'Admin', of: petrel })
    const [tenant] = petrel.tenants
    const isPaused = async () => (await reportOf(petrel)).tenants[0]!.isPaused
    await page.goto(`/tenant/${tenant!.serviceTenantId}`)
    await expect(page.getByText('Monitoring: not connected, nothing is collected')).toBeVisible()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Pause ${tenant!.name}?` })
    await expect(dialog.getByRole('table', { name: /bill/ })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await isPaused()).toBe(false)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await dialog.getByRole('button', { name: 'Pause tenant' }).click()
    await expect(page.getByText(`${tenant!.name} is paused.`)).toBeVisible()
    await expect(page.getByText('Monitoring: paused, nothing is collected')).toBeVisible()
    expect(await isPaused()).toBe(true)
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByRole('button', { name: 'Resume tenant' }).click()
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
    expect(await isPaused()).toBe(false)
  })

  test('are not paused by a Full Member, also not by calling the server directly', async ({ visit }) => {
    const page = await visit({ as: 'Full Member', refused: ['403 /console/tenants'] })
    const { serviceTenantId } = lanternfield.tenants.find(({ name }) => name === 'Glasswing Optics')!
    await page.goto(`/tenant/${serviceTenantId}`)
    await expect(page.getByText('An Admin can pause this tenant.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
    for (const move of ['pause', 'resume'])
      expect((await callFrom(page, 'POST', `/console/tenants/${serviceTenantId}/${move}`)).status).toBe(403)
  })

  test('of another organization are as ones that do not exist', async ({ visit }) => {
    const page = await visit({ as: 'Admin', of: okonjo, refused: ['404 /console/tenants'] })
    for (const id of [lanternfield.tenants[0]!.serviceTenantId, 'zzzzzzzz']) {
      await page.goto(`/tenant/${id}`)
      await expect(page.getByText('There is nothing at this address')).toBeVisible()
    }
  })
})

describe('usage', () => {
  test("shows the API's numbers for any day, and the same in its file", async ({ visit }) => {
    const asOf = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10)
    const report = await reportOf(lanternfield, asOf)
    const page = await visit({ as: 'Full Member' })
    await page.goto('/usage')
    await page.getByLabel('As of (UTC)').fill(asOf)
    await expect(page).toHaveURL(`/usage?asOf=${asOf}`)
    const table = page.getByRole('table', { name: /^Usage on / })
    await expect(table.locator('tbody tr')).toHaveCount(report.totalTenants)
    for (const tenant of report.tenants.slice(0, 3)) {
      const cells = table.getByRole('row', { name: new RegExp(`^${tenant.displayName} `) }).getByRole('cell')
      await expect(cells.filter({ hasText: /^\d+$/ })).toHaveText([
        String(tenant.totalLicensedUsers),
        String(tenant.billableUsersThisMonth),
      ])
    }
    const total = sum(report.tenants.map(tenant => tenant.totalLicensedUsers)).toLocaleString('en-GB')
    await expect(table.locator('tfoot')).toContainText(total)

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    for (const tenant of report.tenants) expect(text).toContain(tenant.directoryTenantId)
    const xlsx = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download XLSX' }).click()
    expect((await readFile(await (await xlsx).path())).subarray(0, 2).toString()).toBe('PK')

    await table.getByRole('button', { name: /licensed: show the users of Alderbrook Timber$/ }).click()
    const drawer = page.getByRole('dialog', { name: /^Alderbrook Timber, / })
    await expect(drawer.getByRole('table').locator('tbody tr').first()).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
})

describe('the overview', () => {
  test('counts as the API does, and each count leads to its incidents', async ({ visit }) => {
    const incidents = await incidentsOf(petrel)
    const page = await visit({ as: 'Full Member', of: petrel })
    await page.goto('/')
    for (const [status, label] of [
      ['REMEDIATED', 'Remediated'],
      ['FALSE_POSITIVE', 'False positive'],
    ] as const) {
      const count = incidents.filter(({ remediationStatus }) => remediationStatus === status).length
      await page.getByRole('link', { name: new RegExp(`^${label} ${count} incident`) }).click()
      await expect(page).toHaveURL(`/incidents?status=${status}`)
      await expect(page.getByText(new RegExp(`^${count} incidents?`))).toBeVisible()
      await page.goBack()
    }
  })
})
