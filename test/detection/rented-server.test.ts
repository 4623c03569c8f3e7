// A machine that a company rents for its administrators: the service knows from the first days of all people whose it is.
import { expect, test } from 'vitest'
import { audited, DAY, FROM, HOUR, RENTED, type Somebody, signIn, weeksOf } from './forms/life.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const ZOE: Somebody = { upn: 'zoe.zander@contoso.example', id: '0000202e-1111-4222-8333-aaaaaaaaaaf1' }

const FIREFOX_ON_WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:135.0) Gecko/20100101 Firefox/135.0'

/** On those days somebody is on the machine, and gives somebody a role. */
const administers = (who: Somebody, days: number[]) =>
  days.flatMap(day => {
    const at = FROM + day * DAY + 18 * HOUR
    const via = {
      address: RENTED,
      session: `${day.toString().padStart(8, '0')}-9${who.id.slice(10)}`,
      userAgent: FIREFOX_ON_WINDOWS,
    }
    return [
      signIn(who, at, via, {
        deviceDetail: { deviceId: '', operatingSystem: 'Windows', browser: 'Firefox 135.0' },
      }),
      audited(who.upn, at + 600_000, 'Add member to role.', via, {
        RecordType: 8,
        Workload: 'AzureActiveDirectory',
        ResultStatus: 'Success',
        ObjectId: 'cleo@contoso.example',
        ModifiedProperties: [
          { Name: 'Role.DisplayName', NewValue: '"Exchange Administrator"', OldValue: '' },
        ],
      }),
    ]
  })

const every = (from: number, until: number) =>
  Array.from({ length: Math.floor((until - from) / 3) }, (_, count) => from + 3 * count)

const history = [...weeksOf(ADA, { days: 30 }), ...weeksOf(ZOE, { days: 30 })]

test('in use from the first week on it is theirs, whichever days are told first', async () => {
  const late = await watched()
  await late.take(
    ...told([...history, ...administers(ADA, every(12, 30)), ...administers(ZOE, every(13, 30))]),
  )
  expect((await late.incidents()).map(({ user }) => user).sort()).toEqual([ADA.upn, ZOE.upn])

  const early = await watched()
  const days = [...administers(ADA, every(2, 30)), ...administers(ZOE, every(3, 30))]
  await early.take(...told(history), ...told(days).reverse())
  expect(await early.incidents()).toEqual([])
})

test('the first days are kept, also when they are told last', async () => {
  const { organization, take } = await watched()
  await take(...told(administers(ADA, every(12, 30))))
  await take(...told(administers(ADA, every(2, 8))))
  const rows = await organization.work(tx => tx.selectFrom('seen_sites').select(['site', 'days']).execute())
  expect(rows).toEqual([{ site: RENTED, days: [2, 5, 12, 15, 18].map(day => FROM / DAY + day) }])
})
