// The newer pages by keyboard alone: no mouse is used here. What has the focus is seen, dialogs keep it and give it back.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { syntheticRecords, syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { install } from './installation.ts'
import { expect, lanternfield, petrel, tabTo, test } from './visit.ts'

/** Whether something shows where the keyboard is: the element itself, or what stands for it. */
const FOCUS_SEEN = `(() => {
  const focused = document.activeElement
  const shows = element => {
    if (!element) return false
    const style = getComputedStyle(element)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  }
  // A field is seen by its border, which takes a moment to change; a switch or a box by what is drawn for it.
  const probe = document.createElement('span')
  probe.style.color = 'var(--input-bd-focus)'
  focused.parentElement.append(probe)
  const wanted = getComputedStyle(probe).color
  probe.remove()
  const isMarked = ({ borderTopColor, borderTopWidth }) =>
    borderTopWidth !== '0px' && borderTopColor === wanted
  return [focused, focused.nextElementSibling, focused.parentElement].some(
    element => shows(element) || (element && isMarked(getComputedStyle(element))),
  )
})()`

async function reach(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await expect.poll(() => page.evaluate<boolean>(FOCUS_SEEN), `focus is seen on ${target}`).toBe(true)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Days are typed as the browser's own language writes them, whatever the page's: month, day, year. */
async function writeDay(page: Page, target: Locator, day: string): Promise<void> {
  await reach(page, target)
  const [year, month, date] = day.split('-')
  await page.keyboard.type(`${month}${date}${year}`)
  await expect(target).toHaveValue(day)
}

/** However often Tab is pressed, one stays inside; Escape leads back to where one was. */
async function expectTrapped(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await press(page, opener)
  await expect(dialog).toBeVisible()
  for (let steps = 0; steps < 12; steps++) {
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press(steps % 3 ? 'Tab' : 'Shift+Tab')
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name })

test('rules are added, tried, switched off and deleted', async ({ visit }) => {
  const page = await visit({ as: 'Admin', of: petrel, refused: ['400 /console/rules'] })
  await page.goto('/settings/rules')
  const add = button(page, 'Add rule')
  const dialog = page.getByRole('dialog', { name: 'Add a rule' })
  await expectTrapped(page, add, dialog)
  await page.keyboard.press('Enter')
  const text = dialog.getByLabel('Rule')
  await expect(text).toBeFocused()
  const rule = await text.inputValue()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('title: [')
  await press(page, button(dialog, 'Add the rule'))
  await expect(dialog.getByRole('alert')).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.keyboard.press('Escape')
  await expect(button(question, 'Go on writing')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(text).toHaveValue('title: [')
  await page.keyboard.press('Escape')
  await press(page, button(question, 'Leave without saving'))
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await write(page, text, '')
  await page.keyboard.insertText(rule.replace(/^title: .*/, 'title: Typed by hand'))
  await press(page, button(dialog, 'Run'))
  await expect(dialog.getByRole('status')).toContainText('It would have matched')
  await press(page, button(dialog, 'Add the rule'))
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()

  await write(page, page.getByLabel('Find rules'), 'typed by hand')
  const own = page.getByRole('row', { name: /Typed by hand/ })
  const switches = page.getByRole('dialog', { name: 'Where the rule looks' })
  const open = button(own, 'Switch Typed by hand')
  await expectTrapped(page, open, switches)
  await press(page, open)
  await press(page, switches.getByRole('switch', { name: 'On for this organization' }), 'Space')
  await expect(switches.getByRole('switch', { name: 'On for this organization' })).not.toBeChecked()
  await press(page, button(switches, 'Done'))
  await expect(open).toBeFocused()
  await expect(own).toContainText('Off')
  await expectTrapped(page, button(own, 'Try Typed by hand'), page.getByRole('dialog', { name: 'Dry run' }))

  await press(page, button(own, 'Delete Typed by hand'))
  await press(page, button(page.getByRole('dialog'), 'Delete the rule'))
  await expect(own).toHaveCount(0)
  // Its button is gone: one goes on in the page, not at its top.
  await expect(page.locator('#content')).toBeFocused()
})

test('travel and networks are declared and withdrawn', async ({ visit }) => {
  const page = await visit({ as: 'Admin', of: petrel, refused: ['400 /console/tenant/'] })
  await page.goto('/settings/travel')
  const choice = page.getByLabel('Tenant')
  await reach(page, choice)
  const first = await choice.inputValue()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('No travel is declared for this tenant.')).toBeVisible()
  await expect(choice).toBeFocused()
  await page.keyboard.press('Home')
  await expect(choice).toHaveValue(first)

  await write(page, page.getByLabel('Sign-in name'), 'nobody')
  await write(page, page.getByLabel('Countries'), 'NO, SE')
  await writeDay(page, page.getByLabel('Until and including'), inDays(9))
  await press(page, button(page, 'Declare travel'))
  await expect(page.getByRole('alert')).toContainText('Give a sign-in name')
  // What was typed is still there to be mended.
  await expect(page.getByLabel('Countries')).toHaveValue('NO, SE')
  await write(page, page.getByLabel('Sign-in name'), 'ana@petrel.example')
  await press(page, button(page, 'Declare travel'))
  const travel = page.getByRole('table', { name: 'Declared travel' })
  await expect(travel.getByRole('row', { name: /ana@petrel\.example/ })).toContainText('NO, SE')

  await write(page, page.getByLabel('Network', { exact: true }), '203.0.113.0/24')
  await writeDay(page, page.getByLabel('Trusted until'), inDays(30))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Trusted networks' })).toContainText('203.0.113.0/24')
  for (const what of ['ana@petrel.example', '203.0.113.0/24']) {
    await press(page, button(page, `Withdraw ${what}`))
    await expect(button(page, `Withdraw ${what}`)).toHaveCount(0)
  }
})

test('the audit log is filtered and exported', async ({ visit }) => {
  const page = await visit({ as: 'Admin', of: petrel })
  await page.goto('/settings/audit-log')
  const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  await reach(page, page.getByRole('combobox', { name: 'Action' }))
  await page.keyboard.type('signed in')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Action' })).toHaveValue('signed in')
  await expect(rows.filter({ hasNotText: 'signed in' })).toHaveCount(0)
  await writeDay(page, page.getByLabel('Until', { exact: true }), inDays(1))
  await expect(rows.first()).toBeVisible()
  const download = page.waitForEvent('download')
  await press(page, page.getByRole('link', { name: 'Export CSV' }))
  expect(await readFile(await (await download).path(), 'utf8')).toContain('signed in')
  await press(page, button(page, 'Clear all'))
  await expect(rows.filter({ hasText: 'exported the audit log' })).not.toHaveCount(0)
})

test('a count of the usage report leads to the users behind it, and back', async ({ visit }) => {
  const page = await visit({ as: 'Full Member' })
  await page.goto('/usage')
  const { name } = lanternfield.tenants[0]!
  const row = page.getByRole('table', { name: /^Usage on/ }).getByRole('row', { name: new RegExp(name) })
  const count = row.getByRole('button').first()
  const drawer = page.getByRole('dialog', { name: new RegExp(name) })
  await expectTrapped(page, count, drawer)
  await page.keyboard.press('Enter')
  await expect(drawer.getByRole('table')).toBeVisible()
  await reach(page, drawer.getByLabel('Show'))
  await page.keyboard.press('End')
  await expect(drawer.getByLabel('Show')).toHaveValue('not billable')
  await write(page, drawer.getByLabel('Search users'), 'nobody of that name')
  await expect(drawer.getByText('No user is like that.')).toBeVisible()
  await press(page, button(drawer, 'Close'))
  await expect(drawer).toBeHidden()
  await expect(count).toBeFocused()
})

test('a tenant is connected, fed with a file and offboarded', async ({ visit }) => {
  const tenant = syntheticTenant({ number: 1 })
  const { directoryTenantId } = tenant
  const { url, admin, cloud } = await install(fixedSource([tenant]))
  cloud.control.consent(directoryTenantId, cloud.app.clientId)
  const page = await visit({ at: url, account: admin, refused: ['400 /console/onboarding/'] })
  await page.goto('/tenants')
  await press(page, page.getByRole('link', { name: 'Connect a tenant' }))
  await reach(page, page.getByRole('radio', { name: /^Monitoring/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Scan/ })).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await press(page, page.getByRole('checkbox', { name: 'It is our own tenant' }), 'Space')
  const directory = page.getByLabel('Directory (tenant) id')
  await write(page, directory, 'no id')
  await write(page, page.getByLabel('Application (client) id'), cloud.app.clientId)
  await write(page, page.getByLabel('Client secret'), cloud.app.secret)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeVisible()
  await write(page, directory, directoryTenantId)
  await press(page, button(page, 'Check and connect'))
  await expect(page).toHaveURL(/\/tenant\/\w{8}$/)
  await expect(page.getByRole('table', { name: 'Collection health' })).toBeVisible()
  await reach(page, page.getByRole('group', { name: 'Each log' }))

  const card = page.getByRole('region', { name: 'Connection' })
  const dialog = page.getByRole('dialog')
  await expectTrapped(page, button(page, 'Pause'), dialog)
  await expectTrapped(page, button(card, 'Change credentials'), dialog)
  await expectTrapped(page, button(card, 'Offboard'), dialog)
  await expectTrapped(page, button(card, 'Import logs'), dialog)
  await page.keyboard.press('Enter')
  const chooser = page.waitForEvent('filechooser')
  await press(page, dialog.getByLabel('File'))
  const from = Date.now() - 3_600_000
  const lines = syntheticRecords(directoryTenantId, 'Audit.Exchange', 3, { from }).map(({ record }) =>
    JSON.stringify({ ...record, Id: crypto.randomUUID() }),
  )
  await (await chooser).setFiles({
    name: 'audit.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('\n')),
  })
  await press(page, dialog.getByRole('button', { name: 'Import', exact: true }))
  await expect(dialog.getByText(/3 records are new/)).toBeVisible()
  await page.keyboard.press('Escape')

  await press(page, button(card, 'Offboard'))
  const name = await page.locator('h1').textContent()
  await expect(dialog.getByLabel(/^Type /)).toBeFocused()
  await page.keyboard.type(name!)
  await page.keyboard.press('Enter')
  await expect(card.getByText('its credentials were forgotten')).toBeVisible()
})
