// The second factor, in the browser: set up with an authenticator app, asked for at sign-in, replaced by a recovery code.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeOf } from '../authenticator.ts'
import { findings } from './axe.ts'
import { callFrom, expect, petrel, signInBy, test } from './visit.ts'

/** Somebody of their own, so that the demo's accounts stay as they are. */
async function newcomer(admin: Page) {
  const account = { email: `${randomUUID()}@petrel-street-dental.example`, password: 'correct horse battery' }
  const { answer } = await callFrom<{ link: string }>(admin, 'POST', '/console/invitations', {
    email: account.email,
    role: 'Full Member',
  })
  const token = new URL(answer.link).searchParams.get('token')
  const joined = await callFrom(admin, 'POST', '/console/invitation/join', {
    token,
    name: 'Noor Haddad',
    password: account.password,
  })
  expect(joined.status).toBe(200)
  return account
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of Noor Haddad' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
}

test('is set up, asked for at sign-in, and a recovery code stands in for it once', async ({ visit }) => {
  const admin = await visit({ as: 'Admin', of: petrel })
  await admin.goto('/settings/members')
  const account = await newcomer(admin)

  const page = await visit({ refused: ['401 /console/me', '401 /auth/two-factor/', '400 /auth/two-factor/'] })
  await page.goto('/sign-in')
  await signInBy(page, account)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.goto('/account')
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  await page.getByLabel('Your password').fill(account.password)
  await page.getByRole('button', { name: 'Continue' }).click()

  const scan = page.getByRole('dialog', { name: 'Scan with your authenticator app' })
  await expect(scan.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(await findings(page)).toEqual([])
  const secret = (await scan.locator('code').textContent())!
  await scan.getByLabel('Code from the app').fill(codeOf(secret))
  await scan.getByRole('button', { name: 'Turn on' }).click()

  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(kept.getByRole('listitem').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
  const codes = await kept.getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBeGreaterThanOrEqual(8)
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('button', { name: 'Turn off two-factor' })).toBeVisible()
  expect(await findings(page)).toEqual([])

  await signOut(page)
  await signInBy(page, account)
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  // The password alone has not signed them in.
  expect((await callFrom(page, 'GET', '/console/me')).status).toBe(401)
  const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0')
  await page.getByLabel('Code', { exact: true }).fill(wrong)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await signOut(page)
  await signInBy(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await signOut(page)
  await signInBy(page, account)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect((await callFrom(page, 'GET', '/console/me')).status).toBe(401)
})
