// An organization that asks its members for a second factor: an Admin requires it, members are led to set one up.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { codeOf } from '../authenticator.ts'
import { runVedette } from '../processes.ts'
import { expectFine } from './axe.ts'
import { callFrom, demo, expect, signInBy, tabTo, test } from './visit.ts'

const NAME = 'Guillemot Trust'
const PASSWORD = 'correct horse battery'
const REFUSED = ['403 /', '401 /console/']

/** Of its own: the demo's organizations belong to the other tests. */
async function makeOrganization() {
  const email = `${randomUUID()}@guillemot.example`
  const args = ['organization', 'create', NAME, '--admin', email, '--data', demo.dataFolder]
  const { code, stdout, stderr } = await runVedette(args).ended
  const password = /[Pp]assword\s+(\S+)/.exec(stdout)?.[1]
  if (code !== 0 || !password) throw new Error(`${stdout}${stderr}`)
  return { email, password }
}

async function newcomer(admin: Page, name: string) {
  const account = { email: `${randomUUID()}@guillemot.example`, password: PASSWORD }
  const { answer } = await callFrom<{ link: string }>(admin, 'POST', '/console/invitations', {
    email: account.email,
    role: 'Full Member',
  })
  const token = new URL(answer.link).searchParams.get('token')
  await callFrom(admin, 'POST', '/console/invitation/join', { token, name, password: account.password })
  return account
}

/** From the button that begins it to the recovery codes, which are kept. */
async function useApp(page: Page, begin: string, password: string): Promise<void> {
  await page.getByRole('button', { name: begin }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  const scan = page.getByRole('dialog', { name: 'Scan with your authenticator app' })
  const secret = (await scan.locator('code').textContent())!
  await scan.getByLabel('Code from the app').fill(codeOf(secret))
  await scan.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('is required by an Admin who has one; open pages lead to its set-up, and then on', async ({ visit }) => {
  const account = await makeOrganization()
  const admin = await visit({ account })
  await admin.goto('/settings/security')
  const require = admin.getByRole('button', { name: 'Require a second factor' })
  await expect(require).toBeDisabled()
  await expect(admin.getByText(/you would lock yourself out/)).toBeVisible()
  await expectFine(admin)
  await admin.getByRole('link', { name: 'your own account' }).click()
  await useApp(admin, 'Turn on two-factor', account.password)
  await expect(admin.getByRole('button', { name: 'Turn off two-factor' })).toBeVisible()

  const bo = await newcomer(admin, 'Bo Lindahl')
  const noor = await newcomer(admin, 'Noor Haddad')
  const page = await visit({ account: bo, refused: REFUSED })
  await page.goto('/settings/security')
  await expect(page.getByText('Only an Admin can change it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Require a second factor' })).toHaveCount(0)

  await admin.goto('/settings/security')
  await expect(admin.getByText('1 of 3 members have one.')).toBeVisible()
  await require.click()
  const dialog = admin.getByRole('dialog', { name: 'Require a second factor?' })
  await expect(dialog.getByText(/2 members have none yet/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Require it' }).click()
  await expect(admin.getByText('Required', { exact: true })).toBeVisible()

  // A page that was open: the next click leads to the set-up.
  await page.getByRole('link', { name: 'Incidents' }).click()
  await expect(heading(page, 'Set up a second factor')).toBeVisible()
  await expect(page.getByText(`${NAME} asks its members for more than a password.`)).toBeVisible()
  await expectFine(page)
  // No other page is there instead.
  await page.goto('/tenants')
  await expect(heading(page, 'Set up a second factor')).toBeVisible()
  await useApp(page, 'Use an authenticator app', PASSWORD)
  await expect(heading(page, 'Tenants')).toBeVisible()

  // A link opened while signed out leads there by way of sign-in and set-up.
  const away = await visit({ refused: REFUSED })
  await away.goto('/usage')
  await signInBy(away, noor)
  await expect(heading(away, 'Set up a second factor')).toBeVisible()
  await away.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(away, 'Sign in')).toBeVisible()

  await admin.goto('/settings/members')
  const row = (name: string) => admin.getByRole('row').filter({ hasText: name })
  await expect(row('Bo Lindahl')).toContainText('Authenticator app')
  await expect(row('Noor Haddad')).toContainText('None')
})

test('a passkey is one, and is what its owner has to sign in with', async ({ visit }) => {
  // Browsers make passkeys for names and not for addresses.
  const at = demo.appUrl.replace('127.0.0.1', 'localhost')
  const account = await makeOrganization()
  const page = await visit({ account, at, refused: REFUSED })
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Passkey name').fill('Work laptop')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Work laptop', exact: true })).toBeVisible()
  await page.goto('/settings/security')
  // By keyboard alone; changing one's mind leads back to the button.
  const require = page.getByRole('button', { name: 'Require a second factor' })
  await tabTo(page, require)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(require).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Require it' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The only member has one.')).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toBeVisible()

  // The password alone opens nothing, and sets up nothing either.
  await page.context().clearCookies()
  await page.goto('/tenants')
  await signInBy(page, account)
  await expect(heading(page, 'Show your second factor')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use an authenticator app' })).toHaveCount(0)
  expect(
    (await callFrom(page, 'POST', '/auth/two-factor/enable', { password: account.password })).status,
  ).toBe(403)
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(heading(page, 'Tenants')).toBeVisible()
})
