// The list of incidents and the page of one, in the browser.
import { randomUUID } from 'node:crypto'
import { describe } from 'vitest'
import { recordIncident } from '../../src/incidents/record.ts'
import { findings, overhang } from './axe.ts'
import { inDemo } from './in-demo.ts'
import { incidentsOf, type ListedIncident } from './pages.ts'
import { callFrom, expect, lanternfield, okonjo, tabTo, test } from './visit.ts'

const pathOf = ({ url }: ListedIncident) => new URL(url).pathname

/** Open ones, each for one test alone. */
const open = (await incidentsOf()).filter(({ remediationStatus }) => remediationStatus === 'UNREMEDIATED')

const statusOf = async (wanted: ListedIncident) =>
  (await incidentsOf()).find(({ id }) => id === wanted.id)?.remediationStatus

describe('the list', () => {
  test('is filtered by state, person and tenant, and its address keeps the filter', async ({ visit }) => {
    const all = await incidentsOf()
    const page = await visit({ as: 'Full Member' })
    await page.goto('/incidents')
    const rows = page.getByRole('table', { name: 'Incidents' }).locator('tbody tr')
    await expect(rows.first()).toBeVisible()

    const contained = all.filter(({ remediationStatus }) => remediationStatus === 'CONTAINED')
    await page.getByText(/^Contained \d+$/).click()
    await expect(rows).toHaveCount(contained.length)
    await page.reload()
    await expect(rows).toHaveCount(contained.length)
    await page.getByRole('button', { name: 'Clear filters' }).click()

    const [someone] = contained
    const theirs = all.filter(({ user }) => user.userPrincipalName === someone!.user.userPrincipalName)
    await page.getByLabel('Person').fill(someone!.user.userPrincipalName)
    await expect(rows).toHaveCount(theirs.length)
    await expect(rows.first()).toContainText(someone!.user.displayName)
    await page.getByRole('button', { name: 'Clear filters' }).click()

    await page.getByRole('combobox', { name: 'Tenant' }).click()
    await page.getByRole('option', { name: someone!.tenant.name }).click()
    const ofTenant = all.filter(({ tenant }) => tenant.serviceTenantId === someone!.tenant.serviceTenantId)
    await expect(page.getByText(new RegExp(`^${ofTenant.length} incidents?`))).toBeVisible()

    await rows.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/tenant\/\w{8}\/incidents\//)
    await page.getByRole('link', { name: 'All incidents' }).click()
    await expect(page).toHaveURL(`/incidents?tenant=${someone!.tenant.serviceTenantId}`)
    await page.goBack()
    await page.goBack()
    await expect(page.getByText(new RegExp(`^${ofTenant.length} incidents?`))).toBeVisible()
  })

  test('shows an incident that is recorded meanwhile, without reload', async ({ visit }) => {
    const page = await visit({ as: 'Full Member', of: okonjo })
    await page.goto('/incidents')
    await expect(page.getByText('Live: new and changed incidents appear by themselves.')).toBeVisible()
    await page.evaluate('window.isStillTheSame = true')
    const title = `Recorded by the test ${randomUUID().slice(0, 8)}`
    await expect(page.getByText(title)).toHaveCount(0)
    await recordMeanwhile(okonjo.tenants[0]!.serviceTenantId, title)
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    expect(await page.evaluate('window.isStillTheSame')).toBe(true)
  })

  test('has room for words without end, and so has the page of an incident', async ({ visit }) => {
    const page = await visit({ as: 'Full Member', of: okonjo })
    const link = `https://emea01.safelinks.protection.outlook.com/?url=${'mail.contoso.example%2F'.repeat(40)}`
    const title = `Mail forwarded ${randomUUID().slice(0, 8)} ${link}`
    await recordMeanwhile(okonjo.tenants[0]!.serviceTenantId, title, `They clicked on ${link}`)
    await page.goto('/incidents')
    const isWithin = async () => {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => overhang(page), `at ${width}`).toBe(0)
      }
    }
    await expect(page.getByRole('link', { name: title })).toBeVisible()
    await isWithin()
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('list', { name: 'History' })).toContainText('They clicked on')
    await isWithin()
    await page.emulateMedia({ media: 'print' })
    await isWithin()
  })
})

const recordMeanwhile = (serviceTenantId: string, title: string, reason = 'test') =>
  inDemo(serviceTenantId, async ({ tx, organizationId, tenantId, userId, now }) => {
    await recordIncident(
      tx,
      organizationId,
      { id: randomUUID(), tenantId, userId, occurredAt: now, isLive: true, reason, title },
      now,
    )
  })

describe('an incident', () => {
  test('tells what happened, and shows the record behind an act', async ({ visit }) => {
    const page = await visit({ as: 'Full Member' })
    await page.goto(pathOf(open[0]!))
    await expect(page.getByText('The attacker may still be in this account')).toBeVisible()
    await expect(page.getByRole('img', { name: /^Map: / })).toBeVisible()
    await expect(page.getByText(/^Since .*:\d\d CES?T,/)).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Show UTC' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Since .*:\d\d UTC,/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Times are in UTC.')).toBeVisible()
    const act = page
      .getByRole('list', { name: 'Timeline' })
      .getByRole('button', { name: /^Record of: / })
      .first()
    await act.click()
    const dialog = page.getByRole('dialog', { name: 'Record as it was collected' })
    await dialog.getByRole('button', { name: 'Copy JSON' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(Object.keys(JSON.parse(copied)).length).toBeGreaterThan(3)
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(act).toBeFocused()
  })

  test('is moved by a Full Member with a reason, which the API and the history show', async ({ visit }) => {
    const incident = open[1]!
    const page = await visit({ as: 'Full Member', refused: ['403 /console/tenant'] })
    await page.goto(pathOf(incident))
    await page.getByRole('button', { name: 'Mark as contained' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark as contained' })
    await dialog.getByRole('button', { name: 'Mark as contained' }).click()
    await expect(dialog.getByText('the reason must not be empty')).toBeVisible()
    expect(await statusOf(incident)).toBe('UNREMEDIATED')
    await dialog.getByLabel('Reason').fill('Sessions revoked in Entra')
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Mark as contained' }).click()
    await expect(page.getByText('Marked as contained: the attacker is out')).toBeVisible()
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Sessions revoked in Entra')
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Tomás Echeverría')
    expect(await statusOf(incident)).toBe('CONTAINED')

    await page.getByRole('button', { name: 'Mark as remediated' }).click()
    await page.getByLabel('Reason').fill('Password reset')
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as remediated' }).click()
    await expect(page.getByText('Only an Admin can reopen an incident.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)
    // The sentence stood there before, too.
    await expect.poll(() => statusOf(incident)).toBe('REMEDIATED')

    const path = `/console${pathOf(incident)}/moves`
    const move = { move: 'reopen', reason: 'I should not be able to', movesSeen: 3 }
    expect((await callFrom(page, 'POST', path, move)).status).toBe(403)
    expect(await statusOf(incident)).toBe('REMEDIATED')

    const admin = await visit({ as: 'Admin' })
    await admin.goto(pathOf(incident))
    await admin.getByRole('button', { name: 'Reopen' }).click()
    await admin.getByLabel('Reason').fill('They are back')
    await admin.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
    await expect(admin.getByText('The attacker may still be in this account')).toBeVisible()
    expect(await statusOf(incident)).toBe('UNREMEDIATED')
    // The other reader's page follows by itself.
    await expect(page.getByText('The attacker may still be in this account')).toBeVisible()
  })

  test('of another organization, by a link, is as one that does not exist', async ({ visit }) => {
    const page = await visit({ as: 'Admin', of: okonjo, refused: ['404 /console/tenant'] })
    const told: string[] = []
    for (const path of [
      pathOf(open[0]!),
      pathOf(open[0]!).replace(open[0]!.id, randomUUID()),
      `/tenant/${okonjo.tenants[0]!.serviceTenantId}/incidents/${open[0]!.id}`,
    ]) {
      await page.goto(path)
      const nothing = page.getByText('There is nothing at this address')
      await expect(nothing).toBeVisible()
      await expect(page).toHaveTitle('Nothing here · Vedette')
      told.push((await nothing.locator('..').textContent())!)
      await expect(page.getByText(open[0]!.user.displayName)).toHaveCount(0)
    }
    expect(new Set(told).size).toBe(1)
  })
})

test('by keyboard alone one signs in, opens an incident and changes its state', async ({ visit }) => {
  const incident = open[2]!
  const page = await visit({ refused: ['401 /console/me'] })
  await page.goto('/sign-in')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(lanternfield.admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(lanternfield.admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incidents' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/incidents')
  await tabTo(page, page.getByLabel('Person'))
  await page.keyboard.type(incident.user.userPrincipalName)
  await expect(page).toHaveURL(/\?person=/)
  await expect(page.getByLabel('Person')).toBeFocused()
  const theirs = (await incidentsOf()).filter(
    ({ user }) => user.userPrincipalName === incident.user.userPrincipalName,
  )
  await expect(page.getByRole('table', { name: 'Incidents' }).locator('tbody tr')).toHaveCount(theirs.length)
  const link = page.locator(`a[href="${pathOf(incident)}"]`)
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pathOf(incident))
  const heading = page.getByRole('heading', { level: 1 })
  await expect(page.getByText(incident.user.userPrincipalName).first()).toBeVisible()
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle(`${await heading.textContent()} · Vedette`)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Incidents' })).toBeFocused()
  await expect(page).toHaveTitle('Incidents · Vedette')
  await page.goForward()

  await tabTo(page, page.getByRole('button', { name: 'Mark as false positive' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The user confirms a business trip')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Mark as false positive' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('A false alarm: there was no attacker')).toBeVisible()
  expect(await statusOf(incident)).toBe('FALSE_POSITIVE')
})
