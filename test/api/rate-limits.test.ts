import { describe, expect, it } from 'vitest'
import { makeOrganization, makeTenant, type Service, serviceForTest } from '../harness.ts'

const take = async (service: Service, key: string, count: number, path = '/v1/usage') => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await service.get(path, key)).status)
  return statuses
}

describe('GET /v1/usage', () => {
  it('answers 10 requests a minute and refuses the next with 429 and Retry-After', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    expect(await take(service, key, 10)).toEqual(Array(10).fill(200))
    service.clock.turn({ seconds: 18, milliseconds: 500 })
    const response = await service.get('/v1/usage', key)
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('42')
    expect(response.headers.get('ratelimit')).toBe('"usage";r=0;t=42')
    expect(await response.json()).toMatchObject({
      type: 'urn:vedette:problem:too-many-requests',
      status: 429,
    })
    service.clock.turn({ seconds: 41 })
    expect(await take(service, key, 1)).toEqual([429])
    service.clock.turn({ milliseconds: 500 })
    expect(await take(service, key, 11)).toEqual([...Array(10).fill(200), 429])
  })

  it('says on every answer what the rate is and what is left of it', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    for (const left of [9, 8]) {
      const response = await service.get('/v1/usage', key)
      expect(response.headers.get('ratelimit-policy')).toBe('"usage";q=10;w=60')
      expect(response.headers.get('ratelimit')).toBe(`"usage";r=${left};t=60`)
    }
    const refused = await service.get('/v1/usage?asOf=never', key)
    expect(refused.headers.get('ratelimit')).toBe('"usage";r=8;t=60')
  })

  it('counts per organization: another is not affected, another key of the same is', async () => {
    const service = await serviceForTest()
    const [first, second] = [await makeOrganization(service), await makeOrganization(service, 'Other')]
    expect(await take(service, first.key, 11)).toContain(429)
    expect(await take(service, second.key, 10)).toEqual(Array(10).fill(200))
    const { createKey } = await import('../../src/keys/create.ts')
    const extra = await first.work(tx =>
      createKey(tx, first.id, { description: null, createdBy: null, at: service.clock.read() }),
    )
    expect(await take(service, extra.key, 1)).toEqual([429])
  })

  it('counts per route', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    expect(await take(service, key, 11)).toContain(429)
    expect(await take(service, key, 1, '/beta/incidents')).toEqual([200])
  })

  it('counts neither what is refused nor what has no valid key', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    for (let n = 0; n < 20; n++) {
      expect((await service.get('/v1/usage?asOf=x', key)).status).toBe(400)
      expect((await service.get('/v1/usage', 'vdt_x')).status).toBe(401)
    }
    expect(await take(service, key, 10)).toEqual(Array(10).fill(200))
    expect(await take(service, key, 5)).toEqual(Array(5).fill(429))
    service.clock.turn({ minutes: 1 })
    expect(await take(service, key, 10)).toEqual(Array(10).fill(200))
  })

  it('admits exactly 10 of many at once', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    const answers = await Promise.all(Array.from({ length: 50 }, () => service.get('/v1/usage', key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })

  it('304 and HEAD count as well', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    const etag = (await service.get('/v1/usage', key)).headers.get('etag')!
    expect((await service.get('/v1/usage', key, { 'if-none-match': etag })).status).toBe(304)
    const head = await fetch(`${service.url}/v1/usage`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(head.headers.get('ratelimit')).toBe('"usage";r=7;t=60')
  })
})

describe('GET /beta/incidents', () => {
  it('answers 600 a minute', async () => {
    const service = await serviceForTest()
    const { key } = await makeOrganization(service)
    const response = await service.get('/beta/incidents', key)
    expect(response.headers.get('ratelimit-policy')).toBe('"incidents";q=600;w=60')
    expect(response.headers.get('ratelimit')).toBe('"incidents";r=599;t=60')
    const answers = await Promise.all(Array.from({ length: 600 }, () => service.get('/beta/incidents', key)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(599)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it("does not count a request for a tenant that is not the organization's", async () => {
    const service = await serviceForTest({ settings: { VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '2' } })
    const organization = await makeOrganization(service)
    const tenant = await makeTenant(service, organization)
    expect(await take(service, organization.key, 5, '/beta/incidents?tenantId=zzzzzzzz')).toEqual(
      Array(5).fill(401),
    )
    const path = `/beta/incidents?tenantId=${tenant.serviceTenantId}`
    expect(await take(service, organization.key, 3, path)).toEqual([200, 200, 429])
  })
})

it('the rates are settings', async () => {
  const service = await serviceForTest({ settings: { VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1' } })
  const { key } = await makeOrganization(service)
  expect(await take(service, key, 2)).toEqual([200, 429])
})
