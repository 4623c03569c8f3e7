// What somebody reads who gave the dashboard something that cannot be taken.
import { beforeAll, expect, test } from 'vitest'
import { makeTenant, type Service, startService } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

let service: Service
let admin: SignedIn
let tenant: string

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
  admin = await signIn(service, { role: 'Admin' })
  tenant = `/tenant/${(await makeTenant(service, admin.organization)).serviceTenantId}`
  return () => service.close()
})

const GUID = '1b4e28ba-2fa1-41d2-883f-0016d3cca427'
const TRIP = { user: 'ana@contoso.com', countries: ['FR'], fromOn: '2026-03-09', untilOn: '2026-03-20' }
const DIRECTORY = /^The directory id is a GUID such as .* Entra shows it under Overview/
const APPLICATION = /^The application id is a GUID such as /

test.each<[string, object, string, RegExp]>([
  ['/onboarding/credentials', { directoryTenantId: 'contoso.com' }, 'credentials', /^credentials is missing/],
  [
    '/onboarding/credentials',
    { directoryTenantId: 'contoso.onmicrosoft.com', credentials: { clientId: GUID, secret: 'x' } },
    'directoryTenantId',
    DIRECTORY,
  ],
  ['/onboarding/credentials', { credentials: { clientId: GUID } }, 'directoryTenantId', DIRECTORY],
  [
    '/onboarding/credentials',
    { directoryTenantId: GUID, credentials: { clientId: 'Vedette', secret: 'x' } },
    'credentials.clientId',
    APPLICATION,
  ],
  [
    '/onboarding/credentials',
    { directoryTenantId: GUID, credentials: { secret: 'x' } },
    'credentials.clientId',
    APPLICATION,
  ],
  ['travel', { ...TRIP, user: 'x' }, 'user', /^Give a sign-in name such as/],
  ['travel', { ...TRIP, countries: [] }, 'countries', /^Name 1 to 30 countries/],
  ['travel', { ...TRIP, countries: ['France'] }, 'countries', /^"FRANCE" is no country code/],
  ['travel', { ...TRIP, fromOn: '9.3.2026' }, 'fromOn', /^Give days as 2026-03-01/],
  ['travel', { ...TRIP, fromOn: '2026-03-21' }, 'fromOn', /^The travel must not end before it begins/],
  ['travel', { ...TRIP, untilOn: '2036-03-21' }, 'untilOn', /^The last day must be/],
  ['networks', { network: 'x', untilOn: '2026-03-20' }, 'network', /^"x" is neither a network/],
  ['/invitations', { email: 'a@b.example', role: 'King' }, 'role', /^role is none of the values/],
  ['/invitations', { email: 'a@b.example', role: 'Admin', crown: 1 }, 'crown', /^crown is nothing that can/],
])('%s %j: says of %s what to do', async (path, body, parameter, said) => {
  const answer = await admin.change('POST', path.startsWith('/') ? path : `${tenant}/${path}`, body)
  const problem = await answer.json()
  expect(answer.status).toBe(400)
  expect(problem).toMatchObject({ parameter, detail: expect.stringMatching(said) })
})

test.each(['invitation', 'set-up'])('a link to %s without its token is not complete', async path => {
  for (const query of ['', '?token=']) {
    const answer = await fetch(`${service.url}/console/${path}${query}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      parameter: 'token',
      detail: 'This link is not complete. Open it whole, as it was given to you.',
    })
  }
})
