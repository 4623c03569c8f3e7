// Signing in, in the browser.
import { describe } from 'vitest'
import { dataFolderForTest, serve, until } from '../processes.ts'
import { findings } from './axe.ts'
import { incidentPath } from './pages.ts'
import { demo, expect, lanternfield, signInBy, test } from './visit.ts'

const SIGNED_OUT = ['401 /console/me']

describe('the accounts that the demo prints', () => {
  for (const role of ['admin', 'fullMember'] as const)
    test(`${role} signs in`, async ({ visit }) => {
      const page = await visit({ refused: SIGNED_OUT })
      await page.goto('/')
      await expect(page).toHaveURL('/sign-in')
      await signInBy(page, lanternfield[role])
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
      await page.getByRole('button', { name: /^Account of / }).click()
      await expect(page.getByText(role === 'admin' ? '· Admin' : '· Full Member')).toBeVisible()
    })
})

test('a link to an incident, opened while signed out, leads there after sign-in', async ({ visit }) => {
  const page = await visit({ refused: SIGNED_OUT })
  await page.goto(incidentPath)
  await expect(page).toHaveURL(/^[^?]*\/sign-in\?/)
  await signInBy(page, lanternfield.fullMember)
  await expect(page).toHaveURL(incidentPath)
  await expect(page.getByRole('region', { name: 'Where it stands' })).toBeVisible()
})

test('a wrong password is refused in words that do not say whether the account exists', async ({ visit }) => {
  const page = await visit({ refused: [...SIGNED_OUT, '401 /auth/sign-in/email'] })
  await page.goto('/sign-in')
  const said: string[] = []
  for (const email of [lanternfield.admin.email, 'nobody@lanternfield.example']) {
    await signInBy(page, { email, password: 'not the password' })
    await expect(page.getByRole('alert')).toBeVisible()
    said.push((await page.getByRole('alert').textContent())!)
    await page.reload()
  }
  expect(said[0]).toBe(said[1])
  await expect(page).toHaveURL('/sign-in')
})

test('a link cannot lead elsewhere after sign-in', async ({ visit }) => {
  for (const to of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    const page = await visit({ refused: SIGNED_OUT })
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
    await signInBy(page, lanternfield.fullMember)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    expect(new URL(page.url()).origin).toBe(demo.appUrl)
  }
})

test('the page is legible in light and dark, wide and narrow', async ({ visit }) => {
  const page = await visit({ refused: SIGNED_OUT })
  await page.goto('/sign-in')
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(await findings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 640 })
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
})

test('the set-up link of an empty installation makes its organization and first Admin, once', async ({
  visit,
}) => {
  const installation = await serve(['--data', await dataFolderForTest()])
  const link = await until(
    'the link is printed',
    () => /http\S+\/set-up\?token=\S+/.exec(installation.stdout())?.[0],
  )
  const page = await visit({ at: installation.url })
  await page.goto(link)
  await page.getByLabel('Organization').fill('Harbour Services')
  await page.getByLabel('Your name').fill('Ada Harbour')
  await page.getByLabel('Email').fill('ada@harbour.example')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Nothing is being watched yet')).toBeVisible()
  await page.goto('/settings/api-keys')
  await expect(page.getByText('There are no API keys yet')).toBeVisible()
  await expect(page.getByText(`${installation.url}/beta/incidents?limit=3`)).toBeVisible()
  await page.goto('/incidents')
  await expect(page.getByText('Nothing is being watched yet')).toBeVisible()

  const late = await visit({ at: installation.url, refused: ['404 /console/set-up', ...SIGNED_OUT] })
  await late.goto(link)
  await expect(late.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
})
