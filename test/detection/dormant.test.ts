// An account that was quiet for longer than people are looked back at: the service still knows that it is not new.
import { expect, test } from 'vitest'
import { audited, DAY, FIREFOX, FROM, HOUR, type Somebody, signIn, weeksOf } from './forms/life.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const ZOE: Somebody = { upn: 'zoe.zander@contoso.example', id: '0000202e-1111-4222-8333-aaaaaaaaaaf1' }
const T = FROM + 80 * DAY + 12 * HOUR
/** Airtel in Nigeria, and Vodafone in the Germany of everybody else. */
const ABROAD = '105.112.7.7'
const NEARBY = '188.99.175.146'

const wokenAt = (address: string) => {
  const via = { address, session: 'aaaaaaaa-9999-4222-8333-444444444444', userAgent: FIREFOX }
  return [
    signIn(ADA, T, via, {
      deviceDetail: { deviceId: '', operatingSystem: 'Linux', browser: 'Firefox 135.0' },
    }),
    ...Array.from({ length: 40 }, (_, n) => audited(ADA.upn, T + 600_000 + n * 3000, 'Send', via)),
  ]
}

test('abroad it is taken over', async () => {
  const on = await watched()
  await on.take(...told([...weeksOf(ADA, { days: 3 }), ...weeksOf(ZOE, { days: 80 })]))
  expect(await on.incidents()).toEqual([])
  await on.take(...told(wokenAt(ABROAD)))
  expect(await on.incidents()).toMatchObject([{ user: ADA.upn, occurredAt: T }])
})

test('in its country its owner may be back', async () => {
  const on = await watched()
  await on.take(...told([...weeksOf(ADA, { days: 3 }), ...weeksOf(ZOE, { days: 80 })]))
  await on.take(...told(wokenAt(NEARBY)))
  expect(await on.incidents()).toEqual([])
})

test('and who was never there is new', async () => {
  const on = await watched()
  await on.take(...told(weeksOf(ZOE, { days: 80 })))
  await on.take(...told(wokenAt(ABROAD)))
  expect(await on.incidents()).toEqual([])
})
