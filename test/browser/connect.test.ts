// Connecting tenants, how they are reached, importing logs and the health of collecting, in the browser, with a
// simulated Microsoft.
import { describe } from 'vitest'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { syntheticRecords, syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { expectFine } from './axe.ts'
import { install } from './installation.ts'
import { callFrom, expect, test } from './visit.ts'

const tenants = [1, 2].map(number => syntheticTenant({ number }))
const [first, second] = tenants.map(({ directoryTenantId }) => directoryTenantId) as [string, string]
const anHourAgo = () => Date.now() - 3_600_000

const recordsOf = (tenantId: string, count: number) =>
  syntheticRecords(tenantId, 'Audit.Exchange', count, { from: anHourAgo() })

describe('a tenant', () => {
  test('is connected by credentials, collected from, and fed with an exported log', async ({ visit }) => {
    const source = fixedSource(tenants, { [first]: recordsOf(first, 20) })
    const { url, admin, member, cloud } = await install(source)
    const page = await visit({ at: url, account: admin })
    await page.goto('/tenants')
    await expect(page.getByText('Nothing is being watched yet')).toBeVisible()
    await page.getByRole('link', { name: 'Connect a tenant' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Connect a tenant' })).toBeVisible()
    // As after a reload, or from a bookmark.
    await page.reload()
    await page.getByLabel('Directory (tenant) id').fill(first)
    await page.getByLabel('Application (client) id').fill(cloud.app.clientId)
    await page.getByText('Certificate', { exact: true }).click()
    await expect(page.getByLabel('Private key')).toBeVisible()
    await expectFine(page)
    await page.getByText('Secret', { exact: true }).click()
    await page.getByLabel('Client secret').fill('not the secret')
    await page.getByRole('button', { name: 'Check and connect' }).click()
    const refused = page.getByRole('alert').filter({ hasText: 'It is not connected yet' })
    await expect(refused.getByText('Failed').first()).toBeVisible()
    await expectFine(page)

    cloud.control.consent(first, cloud.app.clientId)
    await page.getByLabel('Client secret').fill(cloud.app.secret)
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await expect(page).toHaveURL(/\/tenant\/\w{8}$/)
    const card = page.getByRole('region', { name: 'Connection' })
    await expect(card.getByText('By an application of its own, with a secret')).toBeVisible()
    await expect(card.getByText('In order').first()).toBeVisible()

    const health = page.getByRole('table', { name: 'Collection health' })
    const exchange = health.getByRole('row', { name: /^Exchange audit/ })
    await expect(async () => {
      await page.reload()
      await expect(exchange).toContainText('Up to date', { timeout: 2000 })
      await expect(health.getByRole('row', { name: /^Users and licences/ })).toContainText('Up to date', {
        timeout: 100,
      })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByRole('group', { name: 'Judging' })).toContainText(
      /^Judging what was stored(Up to date|At work|Waiting)/,
    )
    await expectFine(page)

    await card.getByRole('button', { name: 'Import logs' }).click()
    const dialog = page.getByRole('dialog', { name: /^Import logs of / })
    const lines = recordsOf(first, 30).map(({ record }) =>
      JSON.stringify({ ...record, Id: crypto.randomUUID() }),
    )
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'audit.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from([...lines, '{"broken":', '{"broken":'].join('\n')),
    })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(
      dialog.getByText('30 records are new, 0 were there already, 2 could not be taken.'),
    ).toBeVisible()
    await expect(dialog.getByText(/^line 31: /)).toBeVisible()
    await expectFine(page)
    await dialog.getByRole('button', { name: 'Close' }).click()

    await card.getByRole('button', { name: 'Change credentials' }).click()
    const change = page.getByRole('dialog', { name: /is reached$/ })
    await change.getByLabel('Application (client) id').fill(cloud.app.clientId)
    await change.getByLabel('Client secret').fill('not the secret')
    await change.getByRole('button', { name: 'Check and change' }).click()
    await expect(change.getByText('They were not kept')).toBeVisible()
    await expectFine(page)
    await change.getByLabel('Client secret').fill(cloud.app.secret)
    await change.getByRole('button', { name: 'Check and change' }).click()
    await expect(page.getByText('The credentials are changed.')).toBeVisible()
    await expect(change).toBeHidden()

    const path = new URL(page.url()).pathname
    const colleague = await visit({ at: url, account: member, refused: ['403 /console/'] })
    await colleague.goto(path)
    await expect(colleague.getByRole('table', { name: 'Collection health' })).toBeVisible()
    await expect(colleague.getByText('An Admin can check and change how it is reached')).toBeVisible()
    for (const name of ['Check again', 'Change credentials', 'Import logs', 'Offboard'])
      await expect(colleague.getByRole('button', { name })).toHaveCount(0)
    await expectFine(colleague)
    await colleague.goto('/tenants')
    await expect(colleague.getByRole('table', { name: 'Tenants' })).toBeVisible()
    await expect(colleague.getByRole('link', { name: 'Connect a tenant' })).toHaveCount(0)
    await colleague.goto('/tenants/connect')
    await expect(colleague.getByText('Connecting tenants is for Admins')).toBeVisible()
    await expectFine(colleague)
    const at = `/console/tenants/${path.split('/').at(-1)}`
    for (const call of [`${at}/check`, `${at}/offboard`, '/console/onboarding/consent'])
      expect((await callFrom(colleague, 'POST', call, {})).status).toBe(403)

    await card.getByRole('button', { name: 'Offboard' }).click()
    const ending = page.getByRole('dialog', { name: /^End the watch over / })
    await expect(ending.getByRole('button', { name: 'End the watch' })).toBeDisabled()
    await expect(ending.getByText(/ of this month for /)).toBeVisible()
    await expectFine(page)
    const name = await page.getByRole('heading', { level: 1 }).textContent()
    await ending.getByLabel(/^Type /).fill(name!)
    await ending.getByRole('button', { name: 'End the watch' }).click()
    await expect(card.getByText('its credentials were forgotten')).toBeVisible()
    await expect(page.getByText('No longer watched since')).toBeVisible()
    await expectFine(page)

    await card.getByRole('link', { name: 'Connect it again' }).click()
    await page.getByLabel('Directory (tenant) id').fill(first)
    await page.getByLabel('Application (client) id').fill(cloud.app.clientId)
    await page.getByLabel('Client secret').fill(cloud.app.secret)
    await page.getByRole('button', { name: 'Check and connect' }).click()
    await expect(page).toHaveURL(path)
    await expect(card.getByText('By an application of its own, with a secret')).toBeVisible()
    await expect(page.getByText('No longer watched since')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  test('is connected by consent at Microsoft, and not by whoever refuses or does not administer it', async ({
    visit,
  }) => {
    const { url, admin, cloud } = await install(fixedSource(tenants))
    const page = await visit({
      at: url,
      account: admin,
      elsewhere: [cloud.loginUrl],
      refused: ['409 /console/onboarding/proven'],
    })
    await page.goto('/tenants/connect')
    await page.getByText('Scan: look through its history once').click()
    await page.getByRole('button', { name: 'Go to Microsoft' }).click()
    await page.waitForURL(new RegExp(`^${cloud.loginUrl}`))
    await page.locator(`a[href*="${second}"]`).first().click()
    await page.getByRole('link', { name: 'Accept' }).click()
    // Signed in at Microsoft as who just consented, they are asked for nothing more.
    await page.waitForURL(/\/tenants\/connected\?.*code=/)
    await expect(page.getByRole('heading', { level: 1, name: / is connected$/ })).toBeVisible()
    await expect(page.getByText('In order').first()).toBeVisible()
    await expectFine(page)
    await page.getByRole('link', { name: 'Go to the tenant' }).click()
    await expect(page.getByText('By consent to this installation’s application')).toBeVisible()
    await expect(page.getByText(/^Scan: (about to be read|its history)/)).toBeVisible()

    await page.goto('/tenants/connect')
    await page.getByRole('button', { name: 'Go to Microsoft' }).click()
    await page.locator(`a[href*="${first}"]`).first().click()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toContainText('Consent was not given')
    await expect(page.getByRole('alert')).toContainText('AADSTS65004')
    await expectFine(page)
    await page.getByRole('link', { name: 'Begin again' }).click()
    await expect(page).toHaveURL('/tenants/connect')

    const consent = async () => {
      await page.goto('/tenants/connect')
      await page.getByRole('button', { name: 'Go to Microsoft' }).click()
      await page.locator(`a[href*="${first}"]`).first().click()
      await page.getByRole('link', { name: 'Accept' }).click()
    }
    cloud.control.seat(first, {
      objectId: crypto.randomUUID(),
      userPrincipalName: 'eve@tenant1.example',
      displayName: 'Eve',
      roles: [],
    })
    await consent()
    await expect(page.getByRole('heading', { level: 1, name: 'Not connected' })).toBeVisible()
    await expect(page.getByText(/^eve@tenant1\.example does not administer this directory/)).toBeVisible()
    await expectFine(page)

    // Nobody is signed in at Microsoft any more, and they turn back there.
    cloud.control.seat(first, null)
    await consent()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toContainText('or without signing you in (AADSTS65004)')
  })
})
