// A forgotten password, in the browser; and a tab that was open while the dashboard was replaced.
import { fixedSource } from '../../simulator/cloud/source.ts'
import { readable } from '../console/mail-server.ts'
import { until } from '../processes.ts'
import { expectFine } from './axe.ts'
import { install } from './installation.ts'
import { expect, lanternfield, signInBy, test } from './visit.ts'

test('a forgotten password is replaced by a link that comes by mail and works once', async ({ visit }) => {
  const { url, admin, mails } = await install(fixedSource([]))
  const before = await visit({ at: url, account: admin, refused: ['401 /console/'] })
  await before.goto('/')
  await expect(before.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  const page = await visit({ at: url, refused: ['401 /auth/sign-in/email', '404 /console/password-reset'] })
  await page.goto('/sign-in')
  await signInBy(page, { ...admin, password: 'what was it again' })
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(admin.email)
  await expectFine(page)
  for (const email of ['nobody@harbour.example', admin.email]) {
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status')).toContainText(`If ${email} has an account here`)
    if (email !== admin.email) await page.getByRole('button', { name: 'Use another address' }).click()
  }
  await expectFine(page)
  const link = await until(
    'the link is mailed',
    () => /http\S+\/reset-password\?token=[\w-]+/.exec(readable(mails))?.[0],
  )
  await page.goto(link)
  await expect(page.getByText(`For ${admin.email}.`)).toBeVisible()
  await expectFine(page)
  await page.getByLabel('New password').fill('quite another password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await before.goto('/incidents')
  await expect(before).toHaveURL(/\/sign-in/)

  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('no longer good')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
})

test('where no mail can be sent, whom to ask is said', async ({ visit }) => {
  const page = await visit({})
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page.getByText('Ask whoever runs this installation')).toBeVisible()
  await expectFine(page)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL('/sign-in')
})

/** As after an upgrade: what the open page has not loaded yet is gone, until it is loaded anew. */
for (const [what, path, then] of [
  ['a page', '/', 'Usage'],
  ['a part of a page', '/settings/api-keys', 'Overview'],
] as const)
  test(`a tab that was open across an upgrade and lacks ${what} loads itself anew`, async ({ visit }) => {
    const page = await visit({ as: 'Full Member', of: lanternfield, refused: ['404 /assets/'] })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    let isGone = (url: string) => what === 'a page' || /\/(bars|BarChart)-/.test(url)
    let reloads = 0
    await page.route('**/assets/**', (route, request) =>
      isGone(request.url()) ? route.fulfill({ status: 404, body: '' }) : route.continue(),
    )
    page.on('request', request => {
      if (!request.isNavigationRequest()) return
      reloads++
      isGone = () => false
    })
    await page.getByRole('link', { name: then, exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: then })).toBeVisible()
    await expect.poll(() => reloads).toBe(1)
    await expect(page.getByRole('img', { name: /./ }).first()).toBeVisible()
    await expect(page.getByText('This could not be shown')).toHaveCount(0)
  })
