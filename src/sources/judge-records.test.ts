import { expect, it } from 'vitest'
import { normalise } from '../events/normalise.ts'
import { judgeRecords } from './judge-records.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const judge = (...records: unknown[]) => judgeRecords(records, { normalise, directoryTenantId: 't', now })
const reasons = (...records: unknown[]) => judge(...records).rejected.map(({ reason }) => reason)
const good = {
  Id: '1',
  CreationTime: '2026-03-10T11:00:00',
  Operation: 'FileAccessed',
  RecordType: 6,
  UserId: 'a@b.example',
}

it('keeps the good ones beside the bad', () => {
  const { kept, rejected } = judge(good, {}, { ...good, Id: '2' })
  expect(kept.map(({ id }) => id)).toEqual(['1', '2'])
  expect(rejected).toHaveLength(1)
})

it.each([
  ['is not an object', 'text'],
  ['is not an object', null],
  ['is not an object', [1]],
  ['has no time', { ...good, CreationTime: 'never' }],
  ['is from before the year 2000', { ...good, CreationTime: '1601-01-01T00:00:00' }],
  ['is more than a day in the future', { ...good, CreationTime: '2999-12-31T23:59:59' }],
  ['is larger than 4 MB', { ...good, text: 'x'.repeat(5_000_000) }],
])('refuses as "%s"', (reason, record) => {
  expect(reasons(record)).toEqual([reason])
})

it('refuses what is nested without end instead of failing on it', () => {
  let deep: object = {}
  for (let n = 0; n < 5000; n++) deep = { deep }
  expect(reasons({ ...good, deep })).toEqual(['is nested more than 200 levels deep'])
})

it('refuses alone the record that normalising fails on', () => {
  const failing = (record: unknown, options: object) => {
    if ((record as { Id: string }).Id === '2') throw new Error('boom')
    return normalise(record, options)
  }
  const { kept, rejected } = judgeRecords([good, { ...good, Id: '2' }], {
    normalise: failing,
    directoryTenantId: 't',
    now,
  })
  expect(kept).toHaveLength(1)
  expect(rejected).toMatchObject([{ reason: 'could not be understood' }])
})

it('shows the beginning of what it refused, short and without secrets', () => {
  const { rejected } = judge({ Operation: 'Update', clientSecret: 'hunter2', text: 'x'.repeat(9_000_000) })
  expect(rejected[0]!.sample).toMatch(/^Operation: Update, clientSecret: …, text: x{60}$/)
})
