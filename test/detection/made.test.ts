// An account that an attacker made with a misused one: the service knows it, in whatever order it is told.
import { expect, test } from 'vitest'
import { audited, DAY, FROM, HOUR, RENTED, type Somebody, signIn, theftOf, weeksOf } from './forms/life.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const MADE: Somebody = { upn: 'svc.sync@contoso.example', id: '0000ade1-1111-4222-8333-aaaaaaaaaaf1' }
const T = FROM + 17 * DAY + 12 * HOUR
/** Vodafone Germany: a line like any other. */
const ELSEWHERE = '188.99.175.146'

const misused = [
  ...theftOf(ADA, T),
  audited(
    ADA.upn,
    T + HOUR,
    'Add user.',
    { address: RENTED, session: null },
    { RecordType: 8, Workload: 'AzureActiveDirectory', ResultStatus: 'Success', ObjectId: MADE.upn },
  ),
]
const used = [
  signIn(MADE, T + 2 * HOUR, { address: ELSEWHERE, session: 'aaaaaaaa-9999-4222-8333-444444444444' }),
]
const found = [
  { user: ADA.upn, occurredAt: T },
  { user: MADE.upn, occurredAt: T + 2 * HOUR },
]
const byTime = (a: { occurredAt: number }, b: { occurredAt: number }) => a.occurredAt - b.occurredAt

test('its use is an incident, also when the misuse is told of last, and both are linked', async () => {
  const on = await watched()
  await on.take(...told(weeksOf(ADA)))
  await on.take(...told(used))
  expect(await on.incidents()).toEqual([])
  await on.take(...told(misused))
  const incidents = (await on.incidents()).sort(byTime)
  expect(incidents).toMatchObject(found)
  const [ada, made] = incidents
  expect([await on.linkedWith(ada!.id), await on.linkedWith(made!.id)]).toEqual([
    ['svc.sync'],
    ['ada.archer'],
  ])
})

test('and when it is told of first', async () => {
  const on = await watched()
  await on.take(...told([...weeksOf(ADA), ...misused]))
  expect(await on.incidents()).toMatchObject([{ user: ADA.upn }])
  await on.take(...told(used))
  expect((await on.incidents()).sort(byTime)).toMatchObject(found)
})

test('in a history of months, whoever of the two is judged first', async () => {
  const on = await watched(undefined, { peopleAtOnce: 1 })
  await on.take(...told([...weeksOf(ADA, { days: 75 }), ...misused, ...used]))
  expect((await on.incidents()).sort(byTime)).toMatchObject(found)
})
