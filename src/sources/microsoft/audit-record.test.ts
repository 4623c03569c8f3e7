import { expect, it } from 'vitest'
import { auditRecordOf } from './audit-record.ts'

const record = {
  Id: 'a1',
  CreationTime: '2026-03-01T10:00:00',
  Operation: 'New-InboxRule',
  Parameters: [{ Name: 'MoveToFolder', Value: 'RSS Feeds' }],
  AppAccessContext: { AADSessionId: 's1' },
}

it('is the record itself, without what Graph says of its types', () => {
  const auditData = {
    '@odata.type': '#microsoft.graph.security.defaultAuditData',
    ...record,
    'Parameters@odata.type': '#Collection(microsoft.graph.security.nameValue)',
    AppAccessContext: { '@odata.type': '#x', AADSessionId: 's1' },
  }
  expect(auditRecordOf({ id: 'a1', auditData })).toEqual(record)
})

it('takes from its envelope what it lacks, and nothing else', () => {
  const { Id, CreationTime, ...rest } = record
  expect(
    auditRecordOf({
      id: 'a1',
      createdDateTime: '2026-03-01T10:00:00Z',
      operation: 'Other',
      clientIp: '192.0.2.1',
      auditData: rest,
    }),
  ).toEqual({ ...rest, Id: 'a1', CreationTime: '2026-03-01T10:00:00Z' })
  expect(auditRecordOf({ auditData: rest })).toEqual(rest)
})

it.each([undefined, null, 'text', 7, []])('is none where auditData is %j', auditData => {
  expect(auditRecordOf({ id: 'a1', auditData })).toBeNull()
})

it('does not stumble over what is nested without end', () => {
  let auditData: Record<string, unknown> = record
  for (let level = 0; level < 50_000; level++) auditData = { deeper: auditData }
  expect(auditRecordOf({ id: 'a1', auditData })).toMatchObject({ Id: 'a1' })
})
