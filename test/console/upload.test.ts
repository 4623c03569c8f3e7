// Uploading exported logs: the answer is a stream of lines that tell how far it is.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syntheticRecords } from '../../simulator/cloud/synthetic.ts'
import type { UploadLine, UploadProgress } from '../../src/console/tenants/upload-line.ts'
import { zipOf } from '../../src/sources/files/fixtures/zip.ts'
import { makeOrganization, makeTenant, type Service, startService, type Tenant } from '../harness.ts'
import { until } from '../processes.ts'
import { type SignedIn, signIn } from './sign-in.ts'

const settings = { VEDETTE_APP_URL: '' }
let service: Service
let admin: SignedIn
let tenant: Tenant
beforeAll(async () => {
  service = await startService({ settings })
})
afterAll(() => service?.close())

const RECORDS = 5000
let lines: string[]
beforeAll(async () => {
  admin = await signIn(service, { role: 'Admin' })
  tenant = await makeTenant(service, admin.organization)
  lines = recordsOf(RECORDS)
})

const recordsOf = (count: number) =>
  syntheticRecords(tenant.directoryTenantId, 'Audit.Exchange', count, {
    from: service.clock.read().getTime() - 86_400_000,
  }).map(({ record }) => JSON.stringify({ ...record, Id: randomUUID() }))

const path = ({ serviceTenantId }: Tenant, query = '') => `/console/tenants/${serviceTenantId}/import${query}`

const upload = (
  content: string | Buffer,
  { who = admin, of = tenant, name = 'log.ndjson', headers = {} } = {},
) =>
  fetch(service.url + path(of, `?name=${name}`), {
    method: 'POST',
    headers: {
      cookie: who.cookie,
      origin: service.url,
      'content-type': 'application/octet-stream',
      ...headers,
    },
    body: content,
  })

const linesOf = async (response: Response): Promise<UploadLine[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

const progressOf = (all: UploadLine[]): UploadProgress[] =>
  all.flatMap(line => ('progress' in line ? [line.progress] : []))

const eventsOf = ({ id }: Tenant) =>
  service.database.owner
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count))

/** What the audit log says of an import, by the name of its file. */
const audited = (file: string) =>
  admin.organization.work(async tx => {
    const rows = await tx
      .selectFrom('audit_entries')
      .select('detail')
      .where('action', '=', 'imported records')
      .execute()
    return rows.map(({ detail }) => detail as Record<string, unknown>).filter(detail => detail.file === file)
  })

/** A file that is sent by and by, as over a slow line. */
function slowly(file: string, { to = service, of = tenant } = {}) {
  const name = randomUUID()
  const sending = request(to.url + path(of, `?name=${file}&upload=${name}`), {
    method: 'POST',
    headers: { cookie: admin.cookie, origin: to.url, 'content-type': 'application/octet-stream' },
  })
  sending.on('error', () => {})
  return { sending, name }
}

/** What is answered meanwhile, from when a part has been stored. */
async function listen(sending: ClientRequest) {
  const [response] = await once(sending, 'response')
  const reading = createInterface({ input: response })
  const told: UploadLine[] = []
  const ended = once(reading, 'close')
  reading.on('line', line => told.push(JSON.parse(line)))
  await until('a part is stored', () => told.some(line => 'progress' in line && line.progress.stored > 0))
  return { told, ended }
}

describe('an upload', () => {
  test('is answered with lines that rise to what was stored, and nothing holds them back', async () => {
    const content = `${lines.join('\n')}\n{"broken":\n`
    const response = await upload(content)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('content-encoding')).toBeNull()
    const all = await linesOf(response)
    expect(all.at(-1)).toMatchObject({ imported: { stored: RECORDS, known: 0, refused: 1 } })
    const told = progressOf(all)
    expect(told).toHaveLength(all.length - 1)
    expect(told.length).toBeGreaterThan(4)
    for (const [at, { bytes, bytesRead, stored }] of told.entries()) {
      expect(bytes).toBe(Buffer.byteLength(content))
      expect(bytesRead).toBeLessThanOrEqual(bytes!)
      expect(bytesRead).toBeGreaterThanOrEqual(told[at - 1]?.bytesRead ?? 0)
      expect(stored).toBeGreaterThanOrEqual(told[at - 1]?.stored ?? 0)
    }
    expect(new Set(told.map(({ stored }) => stored)).size).toBeGreaterThan(4)
    expect(told.at(-1)).toMatchObject({ stored: RECORDS, refused: 1, bytesRead: Buffer.byteLength(content) })
    expect(await audited('log.ndjson')).toEqual([
      {
        serviceTenantId: tenant.serviceTenantId,
        file: 'log.ndjson',
        stored: RECORDS,
        known: 0,
        refused: 1,
      },
    ])

    const again = await linesOf(await upload(content))
    expect(again.at(-1)).toMatchObject({ imported: { stored: 0, known: RECORDS } })
    expect(progressOf(again).some(({ known }) => known > 0 && known < RECORDS)).toBe(true)
  })

  test('tells how far it is while it is being sent, in its lines and to whoever asks', async () => {
    const { sending, name } = slowly('slow')
    const own = recordsOf(3000)
    sending.write(`${own.slice(0, 1500).join('\n')}\n`)
    const [response] = await once(sending, 'response')
    const reading = createInterface({ input: response })[Symbol.asyncIterator]()
    const next = async () => JSON.parse((await reading.next()).value!) as UploadLine
    let line = await next()
    while (!('progress' in line && line.progress.stored)) line = await next()
    expect(line.progress).toMatchObject({ bytes: null, stored: 1000 })

    const at = `/tenants/${tenant.serviceTenantId}/import/${name}`
    const asked = async (who: SignedIn) => (await who.get(at)).json() as Promise<{ progress: unknown }>
    expect(await asked(admin)).toEqual({ progress: line.progress })
    const member = await signIn(service, { role: 'Full Member', organization: admin.organization })
    expect((await member.get(at)).status).toBe(403)
    const stranger = await signIn(service, { role: 'Admin' })
    expect((await stranger.get(at)).status).toBe(404)
    const elsewhere = await makeTenant(service, stranger.organization)
    expect(await (await stranger.get(`/tenants/${elsewhere.serviceTenantId}/import/${name}`)).json()).toEqual(
      {
        progress: null,
      },
    )

    sending.end(own.slice(1500).join('\n'))
    while ('progress' in line) line = await next()
    expect(line).toMatchObject({ imported: { stored: 3000, refused: 0 } })
    expect(await asked(admin)).toEqual({ progress: null })
  })

  test('that is cut off leaves what was stored, is in the audit log, and sent again adds the rest', async () => {
    const other = await makeTenant(service, admin.organization)
    const own = recordsOf(3000)
    const { sending } = slowly('cut', { of: other })
    sending.write(`${own.slice(0, 1500).join('\n')}\n`)
    await until('a part is stored', async () => (await eventsOf(other)) > 0)
    sending.destroy()
    await until('it is written down', async () => (await audited('cut')).length > 0)
    const stored = await eventsOf(other)
    expect(stored).toBe(1000)
    expect(await audited('cut')).toEqual([expect.objectContaining({ stored, brokeOff: true })])
    const whole = await linesOf(await upload(own.join('\n'), { of: other }))
    expect(whole.at(-1)).toMatchObject({ imported: { stored: 3000 - stored, known: stored } })
    expect(await eventsOf(other)).toBe(3000)
  })

  test('as a zip is told of by what of it was read, not by what was laid down', async () => {
    const own = recordsOf(3000)
    const zip = zipOf({
      'logs/': '',
      'logs/a.ndjson': own.slice(0, 2000).join('\n'),
      'b.json': `[${own.slice(2000)}]`,
    })
    const all = await linesOf(await upload(zip))
    expect(all.at(-1)).toMatchObject({ imported: { stored: 3000, refused: 0 } })
    const read = progressOf(all).map(({ bytesRead }) => bytesRead)
    expect(read.filter(bytes => bytes > 0 && bytes < zip.length / 2).length).toBeGreaterThan(0)
    expect(read).toEqual(read.toSorted((one, other) => one - other))
  })

  test('that fails in the middle says so in its last line', async () => {
    const { sending } = slowly('failing')
    sending.write(`${recordsOf(1500).join('\n')}\n`)
    const { told, ended } = await listen(sending)
    await service.database.owner.schema.alterTable('events').renameTo('events_away').execute()
    try {
      sending.write(`${recordsOf(1500).join('\n')}\n`)
      await ended
    } finally {
      await service.database.owner.schema.alterTable('events_away').renameTo('events').execute()
    }
    expect(told.at(-1)).toMatchObject({ problem: { status: 500, requestId: expect.any(String) } })
    expect(JSON.stringify(told.at(-1))).not.toMatch(/events/)
    // The rest is taken and let go of, so that a browser gets to read this.
    await new Promise<void>(resolve => sending.end('x'.repeat(8 * 1024 * 1024), resolve))
    await until('it is written down', async () => (await audited('failing')).length > 0)
    expect(await audited('failing')).toEqual([expect.objectContaining({ stored: 1000, brokeOff: true })])
  })

  test('under way when Vedette stops is ended with a line that says so', async () => {
    const node = await startService({ databaseUrl: service.databaseUrl, clock: service.clock, settings })
    const { sending } = slowly('stopped', { to: node })
    sending.write(`${recordsOf(1500).join('\n')}\n`)
    const { told, ended } = await listen(sending)
    const closed = node.close()
    const more = setInterval(() => sending.write(`${recordsOf(200).join('\n')}\n`), 20)
    await ended
    clearInterval(more)
    sending.destroy()
    await closed
    expect(told.at(-1)).toMatchObject({ problem: { status: 503, detail: expect.stringMatching(/again/) } })
  })
})

describe('refused before it is read', () => {
  test('from another page, as another type, and beyond 20 GB', async () => {
    expect((await upload('{}', { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403)
    const typed = await fetch(service.url + path(tenant), {
      method: 'POST',
      headers: { cookie: admin.cookie, origin: service.url, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(typed.status).toBe(400)
    const large = request(service.url + path(tenant), {
      method: 'POST',
      headers: {
        cookie: admin.cookie,
        origin: service.url,
        'content-type': 'application/octet-stream',
        'content-length': 21 * 1024 ** 3,
      },
    })
    large.flushHeaders()
    const [response] = await once(large, 'response')
    expect(response.statusCode).toBe(400)
    large.destroy()
    const stranger = await signIn(service, { role: 'Admin', organization: await makeOrganization(service) })
    expect((await upload('{}', { who: stranger })).status).toBe(404)
  })
})
