// Imported records and collected ones are stored alike: the same columns from the same record, whichever way it came.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { syntheticRecords } from '../../simulator/cloud/synthetic.ts'
import { normalise } from '../../src/events/normalise.ts'
import { importRecords } from '../../src/sources/files/import.ts'
import { onboardTenant } from '../../src/tenants/onboard.ts'
import { until } from '../processes.ts'
import { collecting, fedTenant, groundForTest, serving, storedIds } from './ground.ts'

test('an imported record is stored as it is when it is collected, but for the way it came', async () => {
  const on = await groundForTest()
  const collected = await fedTenant(on, ['Audit.Exchange'])
  const directoryTenantId = randomUUID()
  const { id: importedId } = await on.work(tx =>
    onboardTenant(tx, on.organizationId, {
      directoryTenantId,
      displayName: 'Fed by hand',
      service: 'Monitoring',
      isInternal: false,
      onboardedOn: '2026-03-01',
      trialDays: 14,
      at: on.clock.read(),
    }),
  )
  const now = on.clock.read()
  const records = syntheticRecords(collected.directoryTenantId, 'Audit.Exchange', 50, {
    from: now.getTime() - 86_400_000,
  }).map(({ record }) => ({ ...record, ClientIP: '8.8.8.8', UserId: 'Mara@Dairy.example' }))

  collecting(on, [serving([records], { name: 'Audit.Exchange' })], { normalise })
  await until('all are stored', async () => (await storedIds(on, collected.id)).length === records.length)
  const done = await importRecords(on.database.db, on.organizationId, {
    tenantId: importedId,
    directoryTenantId,
    source: (async function* () {
      yield Buffer.from(records.map(record => JSON.stringify(record)).join('\n'))
    })(),
    now,
    badShown: 10,
  })
  expect(done).toMatchObject({
    stored: records.length,
    refused: 0,
    // Which is told, since whoever imports may have taken the wrong file.
    elsewhere: { records: records.length, directoryTenantId: collected.directoryTenantId },
  })

  const rowsOf = async (tenantId: string) => {
    const rows = await on.database.owner
      .selectFrom('events')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .orderBy('id')
      .execute()
    return rows.map(({ tenant_id: _, source: _by, sequence: _order, published_at: _at, ...row }) => row)
  }
  const rows = await rowsOf(importedId)
  expect(rows[0]).toMatchObject({
    address: '8.8.8.8',
    user_name: 'mara@dairy.example',
    log: 'unified',
    is_history: true,
  })
  expect(rows).toEqual(await rowsOf(collected.id))
})
