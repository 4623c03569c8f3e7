import { get as httpGet } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeIncident,
  makeOrganization,
  makeTenant,
  move,
  type Organization,
  type Service,
  startService,
  type Tenant,
} from '../harness.ts'

let service: Service
let organization: Organization
let tenant: Tenant
let incident: string
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000' } })
  organization = await makeOrganization(service)
  tenant = await makeTenant(service, organization)
  for (let n = 0; n < 10; n++) incident = await makeIncident(service, organization, tenant)
})
afterAll(() => service.close())

/** As it goes over the wire: fetch would decompress it. */
const wire = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const request = { headers: { authorization: `Bearer ${organization.key}`, ...headers } }
    httpGet(service.url + path, request, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })

describe.each(['/beta/incidents', '/v1/usage'])('%s', path => {
  it('has a strong ETag and may be kept by the caller alone', async () => {
    const { headers } = await wire(path, {})
    expect(headers.etag).toMatch(/^"[\w-]+"$/)
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.vary).toBe('Authorization, Accept-Encoding')
  })

  it('answers 304 without a body while nothing has changed', async () => {
    const { headers } = await wire(path, {})
    for (const copy of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const answer = await wire(path, { 'if-none-match': String(copy) })
      expect(answer.status).toBe(304)
      expect(answer.body).toHaveLength(0)
      expect(answer.headers.etag).toBe(headers.etag)
      expect(answer.headers['content-type']).toBeUndefined()
    }
    expect((await wire(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('GET /beta/incidents', () => {
  it('has another ETag as soon as an incident changes', async () => {
    const before = await wire('/beta/incidents', {})
    await move(service, organization, incident, 'contain')
    const after = await wire('/beta/incidents', { 'if-none-match': String(before.headers.etag) })
    expect(after.status).toBe(200)
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('has another ETag when a dwell time has grown', async () => {
    const before = await wire('/beta/incidents', {})
    service.clock.turn({ minutes: 1 })
    expect((await wire('/beta/incidents', { 'if-none-match': String(before.headers.etag) })).status).toBe(200)
  })

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])(
    'Accept-Encoding: %s is answered in %s, with the same content and a tag of its own',
    async (accept, encoding, decompress) => {
      const plain = await wire('/beta/incidents', {})
      const packed = await wire('/beta/incidents', { 'accept-encoding': accept })
      expect(packed.headers['content-encoding']).toBe(encoding)
      expect(packed.headers['content-length']).toBe(String(packed.body.length))
      expect(decompress(packed.body)).toEqual(plain.body)
      expect(packed.body.length).toBeLessThan(plain.body.length / 2)
      expect(packed.headers.etag).not.toBe(plain.headers.etag)
      expect(
        (
          await wire('/beta/incidents', {
            'accept-encoding': accept,
            'if-none-match': String(packed.headers.etag),
          })
        ).status,
      ).toBe(304)
    },
  )

  it.each(['identity', 'gzip;q=0', 'deflate', ''])(
    'Accept-Encoding: %j is answered plainly',
    async accept => {
      expect(
        (await wire('/beta/incidents', { 'accept-encoding': accept })).headers['content-encoding'],
      ).toBeUndefined()
    },
  )

  it('a short answer is not worth compressing', async () => {
    const { headers } = await wire('/beta/incidents?startDate=2030-01-01', { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBeUndefined()
  })
})
