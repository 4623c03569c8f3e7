// Settings, Members tab, and joining by invitation, in the browser.
import { describe } from 'vitest'
import { findings } from './axe.ts'
import { callFrom, expect, okonjo, petrel, test } from './visit.ts'

const SIGNED_OUT = ['401 /console/me']
const PASSWORD = 'correct horse battery'

test('an Admin invites somebody, who joins by the link, gets another role, and is removed', async ({
  visit,
}) => {
  const admin = await visit({ as: 'Admin', of: petrel })
  await admin.goto('/settings/members')
  await admin.getByRole('button', { name: 'Invite a member' }).click()
  await admin.getByRole('dialog').getByLabel('Email').fill('Nadia@Petrel-Street-Dental.example')
  expect(await findings(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Make invitation' }).click()
  const shown = admin.getByRole('dialog', { name: 'Invitation for nadia@petrel-street-dental.example' })
  const link = (await shown.locator('code').textContent())!
  expect(link).toMatch(/^http.*\/join\?token=\S{20,}$/)
  expect(await findings(admin)).toEqual([])
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(admin.getByRole('table', { name: 'Pending invitations' })).toContainText('nadia@')

  const nadia = await visit({ refused: [...SIGNED_OUT, '403 /console/', '404 /console/invitation'] })
  await nadia.goto(link)
  await expect(nadia.getByRole('heading', { name: 'Join Petrel Street Dental' })).toBeVisible()
  expect(await findings(nadia)).toEqual([])
  await nadia.getByLabel('Your name').fill('Nadia Osei')
  await nadia.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await nadia.getByRole('button', { name: 'Join' }).click()
  await expect(nadia.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await nadia.goto('/settings/api-keys')
  await expect(nadia.getByText('Only an Admin can create or delete keys.')).toBeVisible()

  await admin.reload()
  const row = admin.getByRole('row', { name: /Nadia Osei/ })
  await expect(row).toBeVisible()
  await expect(admin.getByRole('table', { name: 'Pending invitations' })).toHaveCount(0)
  await admin.getByLabel('Role of Nadia Osei').selectOption('Admin')
  await expect(admin.getByText('Nadia Osei is now Admin.')).toBeVisible()
  await nadia.reload()
  await expect(nadia.getByRole('button', { name: 'Create API key' })).toBeVisible()

  await row.getByRole('button', { name: 'Remove Nadia Osei' }).click()
  expect(await findings(admin)).toEqual([])
  await admin.getByRole('button', { name: 'Remove member' }).click()
  await expect(row).toHaveCount(0)
  expect((await callFrom(nadia, 'GET', '/console/keys')).status).toBe(403)
  await nadia.reload()
  await expect(nadia.getByText('You do not belong to any organization.')).toBeVisible()

  // The link was good once.
  const late = await visit({ refused: ['404 /console/invitation'] })
  await late.goto(link)
  await expect(late.getByText('This invitation is no longer good.')).toBeVisible()
})

test('somebody with an account joins a second organization and switches between the two', async ({
  visit,
}) => {
  const admin = await visit({ as: 'Admin', of: petrel })
  await admin.goto('/settings/members')
  const { answer } = await callFrom<{ link: string }>(admin, 'POST', '/console/invitations', {
    email: okonjo.fullMember.email,
    role: 'Full Member',
  })
  const page = await visit({ refused: SIGNED_OUT })
  await page.goto(answer.link)
  await expect(page.getByText('You have an account here already.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(okonjo.fullMember.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Join Petrel Street Dental' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const menu = page.getByRole('button', { name: /^Organization: / })
  for (const name of [petrel.name, okonjo.name, petrel.name]) {
    await menu.click()
    await page.getByRole('menuitem', { name: new RegExp(name) }).click()
    await expect(menu).toHaveAccessibleName(`Organization: ${name}. Switch`)
    await page.goto('/tenants')
    const [tenant] = (name === petrel.name ? petrel : okonjo).tenants
    await expect(page.getByRole('link', { name: tenant!.name, exact: true })).toBeVisible()
  }
})

describe('the last Admin', () => {
  test('can neither be removed nor made a Full Member', async ({ visit }) => {
    const page = await visit({ as: 'Admin', refused: ['409 /console/members'] })
    await page.goto('/settings/members')
    const row = page.getByRole('row', { name: /Priya Raghunathan/ })
    await expect(row).toContainText('The last Admin stays')
    const { answer } = await callFrom<{ person: { id: string } }>(page, 'GET', '/console/me')
    const path = `/console/members/${answer.person.id}`
    expect((await callFrom(page, 'DELETE', path)).status).toBe(409)
    expect((await callFrom(page, 'PATCH', path, { role: 'Full Member' })).status).toBe(409)
  })
})

describe('a Full Member', () => {
  test('sees the members and can change nothing, also not by calling the server directly', async ({
    visit,
  }) => {
    const page = await visit({ as: 'Full Member', refused: ['403 /console/'] })
    await page.goto('/settings/members')
    await expect(page.getByRole('row', { name: /Priya Raghunathan/ })).toBeVisible()
    await expect(page.getByText('Only an Admin can invite people')).toBeVisible()
    await expect(page.getByRole('button', { name: /invite|remove/i })).toHaveCount(0)
    const { answer } = await callFrom<{ person: { id: string } }>(page, 'GET', '/console/me')
    const path = `/console/members/${answer.person.id}`
    expect((await callFrom(page, 'PATCH', path, { role: 'Admin' })).status).toBe(403)
    expect((await callFrom(page, 'DELETE', path)).status).toBe(403)
    const invitation = { email: 'friend@elsewhere.example', role: 'Admin' }
    expect((await callFrom(page, 'POST', '/console/invitations', invitation)).status).toBe(403)
    expect((await callFrom<{ role: string }>(page, 'GET', '/console/me')).answer.role).toBe('Full Member')
  })
})
