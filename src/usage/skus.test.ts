import { describe, expect, it, test } from 'vitest'
import { isBillable, licenceOf } from './skus.ts'

describe('an account', () => {
  it.each<[billable: boolean, clause: string, skus: string[]]>([
    [false, 'without any licence', []],
    [true, 'with Microsoft 365 E3', ['SPE_E3']],
    [true, 'with Business Premium', ['SPB']],
    [true, 'with a mailbox alone', ['EXCHANGESTANDARD']],
    [true, 'with Entra ID P1 alone', ['AAD_PREMIUM']],
    [false, 'with a free product', ['FLOW_FREE']],
    [false, 'with several free products', ['FLOW_FREE', 'POWER_BI_STANDARD', 'STREAM']],
    [false, 'on an exploratory trial', ['TEAMS_EXPLORATORY']],
    [false, 'of the store', ['WINDOWS_STORE']],
    [false, 'with ad-hoc rights management', ['RIGHTSMANAGEMENT_ADHOC']],
    [true, 'with a free and a paid product', ['FLOW_FREE', 'SPE_E5']],
    [true, 'with a paid and a free product', ['SPE_E5', 'FLOW_FREE']],
    [false, 'that is a meeting room', ['MEETING_ROOM']],
    [false, 'that is a room of the newer kind', ['Microsoft_Teams_Rooms_Pro']],
    [false, 'that answers the telephone', ['PHONESYSTEM_VIRTUALUSER']],
    [false, 'that answers the telephone, with a calling plan', ['PHONESYSTEM_VIRTUALUSER', 'MCOPSTN1']],
    [false, 'with a calling plan we have no name for', ['MCOPSTN_42']],
    [true, 'with a calling plan and a desk', ['MCOPSTN2', 'O365_BUSINESS_PREMIUM']],
    [true, 'with Teams Phone, which is for people', ['MCOEV']],
    [true, 'with a product nobody has heard of', ['CONTOSO_NEW_THING']],
    [true, 'with an unknown product beside a free one', ['FLOW_FREE', 'CONTOSO_NEW_THING']],
    [false, 'with a free product in other letters', ['flow_free']],
    [true, 'with a product whose name only contains a free one', ['FLOW_FREE_PLUS']],
  ])('billable %s: %s', (billable, _clause, skus) => {
    expect(isBillable(skus)).toBe(billable)
  })
})

test.each([
  ['SPE_E3', 'Microsoft 365 E3', 'paid'],
  ['SPB', 'Microsoft 365 Business Premium', 'paid'],
  ['O365_BUSINESS_PREMIUM', 'Microsoft 365 Business Standard', 'paid'],
  ['MCOPSTN1', 'Domestic Calling Plan', 'not a person'],
  ['MCOPSTN9', 'Calling plan', 'not a person'],
  ['POWER_BI_STANDARD', 'Microsoft Fabric (Free)', 'free'],
  ['CONTOSO_NEW_THING', 'CONTOSO_NEW_THING', 'paid'],
])('%s is called %s and is %s', (sku, name, kind) => {
  expect(licenceOf(sku)).toEqual({ sku, name, kind })
})
