// `import` as an operator runs it: a process of its own, files in, sentences out.
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { syntheticRecords } from '../simulator/cloud/synthetic.ts'
import { makeOrganization, makeTenant, serviceForTest } from './harness.ts'
import { folderForTest, runVedette } from './processes.ts'

test('exported logs become history of the tenant that is named, and what is wrong is said', async () => {
  const service = await serviceForTest()
  const organization = await makeOrganization(service)
  const tenant = await makeTenant(service, organization)
  const folder = await folderForTest()
  const lines = syntheticRecords(tenant.directoryTenantId, 'Audit.Exchange', 60, {
    from: Date.now() - 86_400_000,
  }).map(({ record }) => JSON.stringify({ ...record, Id: randomUUID() }))
  await mkdir(join(folder, 'logs/older'), { recursive: true })
  const files: [string, string | Buffer][] = [
    ['logs/really-lines.json', lines.slice(0, 20).join('\r\n')],
    ['logs/older/cut.gz', gzipSync(lines.slice(20).join('\n')).subarray(0, -20)],
    ['logs/empty.json', ''],
    ['nothing.json', '[]'],
    ['notes.txt', 'just words'],
  ]
  for (const [name, content] of files) await writeFile(join(folder, name), content)
  const at = (name: string) => join(folder, name)
  const run = (args: string[]) => runVedette(['import', ...args], { DATABASE_URL: service.databaseUrl }).ended

  const [missing, wrong, done] = await Promise.all([
    run([at('missing.json'), '--tenant', tenant.serviceTenantId]),
    run([at('notes.txt'), '--tenant', 'abcdefgh']),
    run([at('logs'), at('nothing.json'), at('notes.txt'), '--tenant', tenant.directoryTenantId]),
  ])
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain(`${at('missing.json')} cannot be read: it does not exist.`)
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain(
    `There is no tenant abcdefgh. There is ${tenant.serviceTenantId} (${tenant.displayName}).`,
  )

  expect(done.code).toBe(1)
  expect(done.stderr).toContain(`${at('logs/empty.json')}: left out: it is empty`)
  expect(done.stderr).toContain(`${at('nothing.json')}: there are no records in it`)
  expect(done.stderr).toContain(`${at('notes.txt')}: none of the formats that are read`)
  expect(done.stderr).toContain(`${at('logs/older/cut.gz')}: the gzip data is cut off`)
  const stored = Number(/^(\d+) records are new/m.exec(done.stdout)?.[1])
  expect(stored).toBeGreaterThan(20)

  await writeFile(at('whole.ndjson'), lines.join('\n'))
  const whole = await run([at('whole.ndjson'), '--tenant', tenant.serviceTenantId.toUpperCase()])
  expect(whole.code).toBe(0)
  expect(whole.stderr).not.toContain('another directory')
  expect(whole.stdout).toContain(
    `${60 - stored} records are new to ${tenant.displayName}, ${stored} were there already, 0 could not be taken.`,
  )
  const written = await organization.work(tx =>
    tx
      .selectFrom('audit_entries')
      .select(['actor', 'person_id', 'subject', 'detail'])
      .where('action', '=', 'imported records')
      .orderBy('at', 'desc')
      .execute(),
  )
  expect(written[0]).toEqual({
    actor: 'command line',
    person_id: null,
    subject: tenant.displayName,
    detail: {
      serviceTenantId: tenant.serviceTenantId,
      file: 'whole.ndjson',
      stored: 60 - stored,
      known: stored,
      refused: 0,
    },
  })
})
