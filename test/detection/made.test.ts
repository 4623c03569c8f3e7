// Accounts that are made, by an attacker with a misused one or for somebody new: the service knows, in whatever order it is told.
import { expect, test } from 'vitest'
import { serviceForTest } from '../harness.ts'
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

const NGOZI: Somebody = { upn: 'ngozi.eze@contoso.example', id: '0000a602-1111-4222-8333-aaaaaaaaaaf2' }
/** Before the first of the weeks: Airtel in Nigeria, with the password alone, and a way to pass MFA. */
const BEGINS = FROM - 2 * DAY + 9 * HOUR
const abroad = { address: '105.112.7.7', session: 'aaaaaaaa-8888-4222-8333-444444444444' }
const begins = [
  signIn(NGOZI, BEGINS, abroad, {
    authenticationRequirement: 'singleFactorAuthentication',
    status: { errorCode: 0 },
    deviceDetail: { deviceId: '', operatingSystem: 'MacOs', browser: 'Safari 18.6' },
  }),
  {
    id: 'Directory_ngozi_registers',
    category: 'UserManagement',
    result: 'success',
    activityDisplayName: 'User registered security info',
    activityDateTime: new Date(BEGINS + HOUR).toISOString(),
    loggedByService: 'Authentication Methods',
    initiatedBy: { user: { id: NGOZI.id, userPrincipalName: NGOZI.upn, ipAddress: abroad.address } },
    targetResources: [{ id: NGOZI.id, userPrincipalName: NGOZI.upn, type: 'User' }],
  },
]
const provisioned = {
  id: 'Directory_ngozi_made',
  category: 'UserManagement',
  result: 'success',
  activityDisplayName: 'Add user',
  activityDateTime: new Date(BEGINS - 5 * HOUR).toISOString(),
  loggedByService: 'Core Directory',
  initiatedBy: { app: { displayName: 'Provisioning', servicePrincipalId: NGOZI.id } },
  targetResources: [{ id: NGOZI.id, userPrincipalName: NGOZI.upn, type: 'User' }],
}

test('somebody new may begin abroad, where whose account is older may not', async () => {
  const service = await serviceForTest()
  const [young, old] = [await watched(service), await watched(service)]
  const life = [...weeksOf(ADA), ...begins, ...weeksOf(NGOZI)]
  await young.take(...told([...life, provisioned]))
  await old.take(...told(life))
  expect(await young.incidents()).toEqual([])
  expect(await old.incidents()).toMatchObject([{ user: NGOZI.upn, occurredAt: BEGINS }])
})
