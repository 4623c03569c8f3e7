// Subscriptions that tenants buy, with the ids that Graph shows for them.

export interface Sku {
  skuId: string
  partNumber: string
  /** A few of its service plans: id and name. */
  plans: readonly (readonly [string, string])[]
}

const exchangePlan2 = ['efb87545-963c-4e0d-99df-69c6916d9eb0', 'EXCHANGE_S_ENTERPRISE'] as const
const exchangePlan1 = ['9aaf7827-d63c-4b61-89c3-182f06f82e5c', 'EXCHANGE_S_STANDARD'] as const
const teams = ['57ff2da0-773e-42df-b2af-ffb7a2317929', 'TEAMS1'] as const
const sharePoint2 = ['5dbe027f-2339-4123-9542-606e4d348a72', 'SHAREPOINTENTERPRISE'] as const
const sharePoint1 = ['c7699d2e-19aa-44de-8edf-1736da088ca1', 'SHAREPOINTSTANDARD'] as const
const entraP1 = ['41781fb2-bc02-4b7c-bd55-b576c07bb09d', 'AAD_PREMIUM'] as const
const entraP2 = ['eec0eb4f-6444-4f95-aba0-50c24d67f998', 'AAD_PREMIUM_P2'] as const
const intune = ['c1ec4a95-1f05-45b3-a911-aa3fa01094f5', 'INTUNE_A'] as const

export const skus = {
  e5: {
    skuId: '06ebc4ee-1bb5-47dd-8120-11324bc54e06',
    partNumber: 'SPE_E5',
    plans: [exchangePlan2, teams, sharePoint2, entraP1, entraP2, intune],
  },
  e3: {
    skuId: '05e9a617-0261-4cee-bb44-138d3ef5d965',
    partNumber: 'SPE_E3',
    plans: [exchangePlan2, teams, sharePoint2, entraP1, intune],
  },
  officeE3: {
    skuId: '6fd2c87f-b296-42f0-b197-1e91e994b900',
    partNumber: 'ENTERPRISEPACK',
    plans: [exchangePlan2, teams, sharePoint2],
  },
  businessPremium: {
    skuId: 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46',
    partNumber: 'SPB',
    plans: [exchangePlan1, teams, sharePoint1, entraP1, intune],
  },
  businessStandard: {
    skuId: 'f245ecc8-75af-4f8e-b61f-27d8114de5f3',
    partNumber: 'O365_BUSINESS_PREMIUM',
    plans: [exchangePlan1, teams, sharePoint1],
  },
  businessBasic: {
    skuId: '3b555118-da6a-4418-894f-7df1e2096870',
    partNumber: 'O365_BUSINESS_ESSENTIALS',
    plans: [exchangePlan1, teams, sharePoint1],
  },
  frontline: {
    skuId: '66b55226-6b4f-492c-910c-a3b7a3c9d993',
    partNumber: 'SPE_F1',
    plans: [['4a82b400-a79f-41a4-b4e2-e94f5787b113', 'EXCHANGE_S_DESKLESS'], teams, entraP1, intune],
  },
  exchangeOnly: {
    skuId: '4b9405b0-7788-4568-add1-99614e613b69',
    partNumber: 'EXCHANGESTANDARD',
    plans: [exchangePlan1],
  },
  flowFree: {
    skuId: 'f30db892-07e9-47e9-837c-80727f46fd3d',
    partNumber: 'FLOW_FREE',
    plans: [['50e68c76-46c6-4674-81f9-75456511b170', 'FLOW_P2_VIRAL']],
  },
  powerBiFree: {
    skuId: 'a403ebcc-fae0-4ca2-8c8c-7a907fd6c235',
    partNumber: 'POWER_BI_STANDARD',
    plans: [['2049e525-b859-401b-b2a0-e0a31c4b1fe4', 'BI_AZURE_P0']],
  },
  visio: {
    skuId: 'c5928f49-12ba-48f7-ada3-0d743a3601d5',
    partNumber: 'VISIOCLIENT',
    plans: [['663a804f-1c30-4ff0-9915-9db84f0d1cea', 'VISIO_CLIENT_SUBSCRIPTION']],
  },
} as const satisfies Record<string, Sku>

export type SkuName = keyof typeof skus
