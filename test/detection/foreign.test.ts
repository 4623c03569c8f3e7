// An account of which nothing is known yet, where hardly any colleague has been: the service asks the whole directory.
import { expect, test } from 'vitest'
import { audited, DAY, FROM, HOME, HOUR, type Somebody, signIn } from './forms/life.ts'
import type { LogRecord } from './forms/record.ts'
import { told, watched } from './forms/watched.ts'

const INFO: Somebody = { upn: 'info@contoso.example', id: '0000ade1-1111-4222-8333-aaaaaaaaaaf1' }
const T = FROM + 17 * DAY + 2 * HOUR
const AT_HOME = { location: { city: 'Bonn', countryOrRegion: 'DE' }, autonomousSystemNumber: 3320 }
const ABROAD = { location: { city: 'Lagos', countryOrRegion: 'NG' }, autonomousSystemNumber: 36873 }

const colleagues = (count: number): LogRecord[] =>
  Array.from({ length: count }, (_, n) =>
    signIn(
      { upn: `c${n}@contoso.example`, id: `0000ada1-1111-4222-8333-aaaaaaaaa${100 + n}` },
      FROM + 16 * DAY + n * HOUR,
      { address: HOME, session: `${String(n).padStart(8, '0')}-1111-4222-8333-444444444444` },
      AT_HOME,
    ),
  )
const via = { address: '105.112.7.7', session: 'eeeeeeee-9999-4222-8333-444444444444' }
const used: LogRecord[] = [
  signIn(INFO, T, via, ABROAD),
  audited(INFO.upn, T + HOUR, 'New-InboxRule', via, {
    RecordType: 1,
    Parameters: [
      { Name: 'Name', Value: 'Copies' },
      { Name: 'ForwardTo', Value: 'office@mail.example' },
      { Name: 'SubjectContainsWords', Value: 'order' },
    ],
  }),
  audited(INFO.upn, T + 2 * HOUR, 'Update user.', via, {
    RecordType: 8,
    Workload: 'AzureActiveDirectory',
    ResultStatus: 'Success',
    ObjectId: INFO.upn,
    ModifiedProperties: [
      { Name: 'StrongAuthenticationPhoneAppDetail', OldValue: '[]', NewValue: '[{"DeviceName":"x"}]' },
    ],
  }),
]

test('is found in a directory of some size', async () => {
  const on = await watched()
  await on.take(...told([...colleagues(12), ...used]))
  expect(await on.incidents()).toMatchObject([{ user: INFO.upn, occurredAt: T }])
})

test('is not where colleagues have been there too, or are too few to tell', async () => {
  const on = await watched()
  await on.take(...told([...colleagues(4), ...used]))
  expect(await on.incidents()).toEqual([])
  const other = await watched(on.service)
  const there = colleagues(12).map(record => ({ ...record, ...ABROAD }))
  await other.take(...told([...there, ...used]))
  expect(await other.incidents()).toEqual([])
})
