// A misused account that writes to many: the service knows who may have fallen to it, in whatever order it is told.
import { expect, test } from 'vitest'
import { audited, DAY, FIREFOX, FROM, HOUR, RENTED, type Somebody, signIn, weeksOf } from './forms/life.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const ZOE: Somebody = { upn: 'zoe.zander@contoso.example', id: '0000202e-1111-4222-8333-aaaaaaaaaaf1' }
const T = FROM + 17 * DAY + 12 * HOUR
/** A rented machine at OVH. */
const ELSEWHERE = '51.77.4.4'

const stolen = { address: RENTED, session: 'ffffffff-9999-4222-8333-444444444444', userAgent: FIREFOX }
const misused = [
  signIn(ZOE, T - 60_000, stolen, {
    deviceDetail: { deviceId: '', operatingSystem: 'Linux', browser: 'Firefox 135.0' },
  }),
  audited(ZOE.upn, T - 30_000, 'New-InboxRule', stolen, {
    RecordType: 1,
    Parameters: [
      { Name: 'Name', Value: '..' },
      { Name: 'MoveToFolder', Value: 'RSS Feeds' },
      { Name: 'MarkAsRead', Value: 'True' },
      { Name: 'SubjectOrBodyContainsWords', Value: 'invoice;payment' },
    ],
  }),
  ...Array.from({ length: 16 }, (_, n) => audited(ZOE.upn, T + n * 3000, 'Send', stolen)),
]
const lured = [
  signIn(ADA, T + 2 * HOUR, { address: ELSEWHERE, session: 'aaaaaaaa-9999-4222-8333-444444444444' }),
]
const weeks = (days?: number) => [ADA, ZOE].flatMap(who => weeksOf(who, { ...(days && { days }) }))

const found = [
  { user: ZOE.upn, occurredAt: T - 60_000 },
  { user: ADA.upn, occurredAt: T + 2 * HOUR },
]
const byTime = (a: { occurredAt: number }, b: { occurredAt: number }) => a.occurredAt - b.occurredAt

test('whoever fell to it is found, also when the misuse is told of last, and both are linked', async () => {
  const on = await watched()
  await on.take(...told(weeks()))
  await on.take(...told(lured))
  expect(await on.incidents()).toEqual([])
  await on.take(...told(misused))
  const incidents = (await on.incidents()).sort(byTime)
  expect(incidents).toMatchObject(found)
  const [zoe, ada] = incidents
  expect([await on.linkedWith(zoe!.id), await on.linkedWith(ada!.id)]).toEqual([
    ['ada.archer'],
    ['zoe.zander'],
  ])
})

test('and when it is told of first', async () => {
  const on = await watched()
  await on.take(...told([...weeks(), ...misused]))
  expect(await on.incidents()).toMatchObject([{ user: ZOE.upn }])
  await on.take(...told(lured))
  expect((await on.incidents()).sort(byTime)).toMatchObject(found)
})

test('in a history of months, whoever of the two is judged first', async () => {
  const on = await watched(undefined, { peopleAtOnce: 1 })
  await on.take(...told([...weeks(75), ...misused, ...lured]))
  expect((await on.incidents()).sort(byTime)).toMatchObject(found)
})

test('other organizations know nothing of it', async () => {
  const on = await watched()
  const other = await watched(on.service)
  await on.take(...told([...weeks(), ...misused]))
  await other.take(...told([...weeks(), ...lured]))
  expect(await other.incidents()).toEqual([])
})

test('nor is it told of who comes to a machine that colleagues had come to before', async () => {
  const on = await watched()
  const before = [6, 3].map((days, n) =>
    signIn(
      { upn: `cas${n}@contoso.example`, id: `0000ca5${n}-1111-4222-8333-aaaaaaaaaaa1` },
      T - days * DAY,
      { address: ELSEWHERE, session: `cccccccc-999${n}-4222-8333-444444444444` },
    ),
  )
  await on.take(...told([...weeks(), ...before, ...misused]))
  await on.take(...told(lured))
  expect(await on.incidents()).toMatchObject([{ user: ZOE.upn }])
})
