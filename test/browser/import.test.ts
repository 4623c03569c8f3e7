// Importing a large log on the tenant page: the bar tells what is stored, and cancelling leaves it there.
import { syntheticRecords } from '../../simulator/cloud/synthetic.ts'
import { expectFine } from './axe.ts'
import { expect, petrel, test } from './visit.ts'

const COUNT = 6000

test('an import tells how many records are stored; cancelled, it keeps them, and again adds the rest', async ({
  visit,
}) => {
  const { serviceTenantId } = petrel.tenants[0]!
  // The first are small: they are stored soon, while most of the file is still to come.
  const lines = syntheticRecords('11111111-2222-4333-8444-555555555555', 'Audit.Exchange', COUNT, {
    from: Date.now() - 3_600_000,
  }).map(({ record }, at) =>
    JSON.stringify({ ...record, Id: crypto.randomUUID(), Note: 'x'.repeat(at < 2000 ? 0 : 3000) }),
  )
  const file = Buffer.from([...lines, '{"broken":', '{"broken":'].join('\n'))
  const page = await visit({ as: 'Admin', of: petrel })
  await page.goto(`/tenant/${serviceTenantId}`)
  await page.getByRole('button', { name: 'Import logs' }).click()
  const dialog = page.getByRole('dialog', { name: /^Import logs of / })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'audit.ndjson', mimeType: 'application/x-ndjson', buffer: file })
  // As over a slow line, so that there is something to see before the end.
  const line = await page.context().newCDPSession(page)
  const slowTo = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await slowTo(file.length / 60)
  const submit = dialog.getByRole('button', { name: 'Import', exact: true })
  await submit.click()
  const words = dialog.getByText(/^[\d,]+ records? stored, .* MB read\.$/).first()
  await expect(words).toBeVisible()
  const early = await words.textContent()
  await expect(dialog.getByRole('progressbar', { name: 'Import' })).toHaveAttribute(
    'aria-valuetext',
    /records stored/,
  )
  await expect(words).not.toHaveText(early!)
  await expectFine(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const kept = dialog.getByText(/^[\d,]+ records or more had been stored, and stay\./)
  await expect(kept).toBeVisible()
  const stored = Number.parseInt((await kept.textContent())!.replaceAll(',', ''), 10)
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(COUNT)

  await slowTo(-1)
  await submit.click()
  const outcome = dialog.getByText(/ records are new, .* were there already, 2 could not be taken\.$/)
  await expect(outcome).toBeVisible()
  const [added, known] = (await outcome.textContent())!.replaceAll(',', '').match(/\d+/g)!.map(Number)
  expect(known).toBeGreaterThanOrEqual(stored)
  expect(added! + known!).toBe(COUNT)
  await expect(dialog.getByText(/^line 6001: /)).toBeVisible()
  // They are somebody else's, in truth.
  await expect(dialog.getByText(/6,000 of them are of another directory, 11111111-/)).toBeVisible()
  await expectFine(page)
})
