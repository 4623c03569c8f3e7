// New second factors for everybody: the service has it from others' records, and forgets it in time.
import { expect, test } from 'vitest'
import { forgetNotes } from '../../src/monitor/forget.ts'
import { serviceForTest } from '../harness.ts'
import { audited, DAY, FIREFOX, FROM, HOME, HOUR, type Somebody, signIn, weeksOf } from './forms/life.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const DESK: Somebody = { upn: 'desk@contoso.example', id: '0000bbb1-1111-4222-8333-aaaaaaaaaab1' }
const COLLEAGUES: Somebody[] = Array.from({ length: 7 }, (_, number) => ({
  upn: `colleague${number}@contoso.example`,
  id: `0000ccc${number}-1111-4222-8333-aaaaaaaaaac1`,
}))
const T = FROM + 18 * DAY + 12 * HOUR
/** Vodafone Germany: a line like any other. */
const ELSEWHERE = '188.99.175.146'

const inDirectory = (by: Somebody, at: number, operation: string, of: Somebody, address: string) =>
  audited(
    by.upn,
    at,
    operation,
    { address, session: null },
    { RecordType: 8, Workload: 'AzureActiveDirectory', ResultStatus: 'Success', ObjectId: of.upn },
  )
const reset = inDirectory(DESK, T, 'Reset user password.', ADA, HOME)
const newPhone = [
  signIn(
    ADA,
    T + HOUR,
    { address: ELSEWHERE, session: 'aaaaaaaa-9999-4222-8333-444444444444', userAgent: FIREFOX },
    { deviceDetail: { deviceId: '', operatingSystem: 'Linux', browser: 'Firefox 135.0' } },
  ),
  inDirectory(ADA, T + HOUR + 300_000, 'User registered security info.', ADA, ELSEWHERE),
]
const rollOut = COLLEAGUES.map((who, place) =>
  inDirectory(who, T - 2 * DAY + place * HOUR, 'User registered security info.', who, HOME),
)
const history = [...weeksOf(ADA), ...weeksOf(DESK)]

test('whoever is part of it is no attacker for that', async () => {
  const alone = await watched()
  await alone.take(...told([...history, reset, ...newPhone]))
  expect(await alone.incidents()).toMatchObject([{ user: ADA.upn, occurredAt: T + HOUR }])
  const together = await watched()
  await together.take(...told([...history, reset, ...rollOut]))
  await together.take(...told(newPhone))
  expect(await together.incidents()).toEqual([])
})

test('it is noted for the days in which it matters, and nobody else sees it', async () => {
  const service = await serviceForTest()
  const { organization, take } = await watched(service)
  const { organization: neighbour } = await watched(service)
  await take(...told(rollOut))
  const noted = ({ work }: typeof organization) =>
    work(tx => tx.selectFrom('renewals').select('user_name').orderBy('user_name').execute())
  expect(await noted(organization)).toEqual(COLLEAGUES.map(({ upn }) => ({ user_name: upn })))
  expect(await noted(neighbour)).toEqual([])
  const forget = (days: number) =>
    organization.work(tx => forgetNotes(tx, organization.id, new Date(T + days * DAY)))
  await forget(40)
  expect(await noted(organization)).toHaveLength(COLLEAGUES.length)
  await forget(90)
  expect(await noted(organization)).toEqual([])
})
