// A help desk that was talked into a reset: the service has it from others' records, in whatever order they come.
import { expect, test } from 'vitest'
import { audited, DAY, FIREFOX, FROM, HOME, HOUR, type Somebody, signIn, weeksOf } from './forms/life.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const DESK: Somebody = { upn: 'desk@contoso.example', id: '0000bbb1-1111-4222-8333-aaaaaaaaaab1' }
const T = FROM + 18 * DAY + 12 * HOUR
/** Vodafone Germany: a line like any other. */
const ELSEWHERE = '188.99.175.146'

const reset = audited(
  DESK.upn,
  T,
  'Reset user password.',
  { address: HOME, session: null },
  {
    RecordType: 8,
    Workload: 'AzureActiveDirectory',
    ResultStatus: 'Success',
    ObjectId: ADA.upn,
  },
)
const intruder = [
  signIn(
    ADA,
    T + HOUR,
    { address: ELSEWHERE, session: 'aaaaaaaa-9999-4222-8333-444444444444', userAgent: FIREFOX },
    { deviceDetail: { deviceId: '', operatingSystem: 'Linux', browser: 'Firefox 135.0' } },
  ),
  audited(
    ADA.upn,
    T + HOUR + 300_000,
    'User registered security info.',
    { address: ELSEWHERE, session: null },
    {
      RecordType: 8,
      Workload: 'AzureActiveDirectory',
      ResultStatus: 'Success',
      ObjectId: ADA.upn,
    },
  ),
]

test('whoever comes in after it is found, also when the reset is told of last', async () => {
  const on = await watched()
  await on.take(...told([...weeksOf(ADA), ...weeksOf(DESK)]))
  await on.take(...told(intruder))
  expect(await on.incidents()).toEqual([])
  await on.take(...told([reset]))
  expect(await on.incidents()).toMatchObject([{ user: ADA.upn, occurredAt: T + HOUR }])
})

test('and when it is told of first', async () => {
  const on = await watched()
  await on.take(...told([...weeksOf(ADA), ...weeksOf(DESK), reset]))
  expect(await on.incidents()).toEqual([])
  await on.take(...told(intruder))
  expect(await on.incidents()).toMatchObject([{ user: ADA.upn, occurredAt: T + HOUR }])
})

test('other organizations know nothing of it', async () => {
  const on = await watched()
  const other = await watched(on.service)
  await on.take(...told([...weeksOf(ADA), ...weeksOf(DESK), reset]))
  await other.take(...told([...weeksOf(ADA), ...weeksOf(DESK)]))
  await other.take(...told(intruder))
  expect(await other.incidents()).toEqual([])
})

test('where the help desk usually sits, people are helped', async () => {
  const there = (who: Somebody, at: number, session: string, userAgent?: string) =>
    signIn(who, at, { address: ELSEWHERE, session, ...(userAgent && { userAgent }) })
  const own = (day: number) =>
    there(DESK, FROM + day * DAY + 19 * HOUR, `bbbbbbbb-000${day}-4222-8333-444444444444`)
  const resetThere = { ...reset, ClientIPAddress: ELSEWHERE, ActorIpAddress: ELSEWHERE }
  const helped = [resetThere, intruder[0]!]
  const on = await watched()
  await on.take(...told([...weeksOf(ADA), ...weeksOf(DESK), ...[1, 3, 8].map(own), ...helped]))
  const without = await watched(on.service)
  await without.take(...told([...weeksOf(ADA), ...weeksOf(DESK), ...[1, 3].map(own), ...helped]))
  expect([await on.incidents(), (await without.incidents()).map(({ user }) => user)]).toEqual([[], [ADA.upn]])
})
