import { expect, test } from 'vitest'
import { personOf } from './person.ts'

const nobody = { user: null, userId: null, app: null, isGuest: false }
const guid = '11111111-2222-3333-4444-555555555555'

test.each([
  ['Ada@Example.com', { user: 'ada@example.com' }],
  [
    'bob_partner.test#EXT#@example.onmicrosoft.com',
    { user: 'bob_partner.test#ext#@example.onmicrosoft.com', isGuest: true },
  ],
  ['live.com#carol@outlook.test', { user: 'carol@outlook.test', isGuest: true }],
  ['i:0#.f|membership|ada@example.com', { user: 'ada@example.com' }],
  ['urn:spo:guest#dora@partner.test', { user: 'dora@partner.test', isGuest: true }],
  [guid.toUpperCase(), { userId: guid }],
  [`User_${guid}`, { userId: guid }],
  [`ServicePrincipal_${guid}`, { app: guid }],
  ['NT AUTHORITY\\SYSTEM (w3wp)', { app: 'NT AUTHORITY\\SYSTEM (w3wp)' }],
  ['SHAREPOINT\\system', { app: 'SHAREPOINT\\system' }],
  ['app@sharepoint', { app: 'app@sharepoint' }],
  ['Microsoft Teams Sync', { app: 'Microsoft Teams Sync' }],
  ['S-1-5-18', { app: 'SYSTEM' }],
  ['spools@namprd06.prod.outlook.com', { app: 'spools@namprd06.prod.outlook.com' }],
  ['i:0h.f|membership|1003200131f31800@live.com', {}],
  ['10032002643F6746', {}],
  ['10032002643F6746@example.onmicrosoft.com', {}],
  ['S-1-5-21-1825954961-3338807533-2873504967-26087451', {}],
  ['urn:spo:anon#9f86d081884c7d65', {}],
  ['00000000-0000-0000-0000-000000000000', {}],
  ['Not Available', {}],
  ['Unknown', {}],
  ['', {}],
  [null, {}],
  [17, {}],
])('%s', (name, expected) => {
  expect(personOf(name)).toEqual({ ...nobody, ...expected })
})
