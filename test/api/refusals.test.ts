import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import {
  makeOrganization,
  type Organization,
  type Service,
  serviceForTest,
  startService,
} from '../harness.ts'

let service: Service
let organization: Organization
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000' } })
  organization = await makeOrganization(service)
})
afterAll(() => service.close())

function raw(text: string): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', chunk => {
      answer += chunk
    })
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
      resolve({ status: Number(head.split(' ', 2)[1]), head: head.toLowerCase(), body })
    })
    socket.on('error', reject)
  })
}

describe.each(routes.map(route => [route.url]))('%s', path => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers %s with 405 and Allow', async method => {
    for (const headers of [{}, { authorization: `Bearer ${organization.key}`, 'content-type': 'text/xml' }]) {
      const response = await fetch(service.url + path, {
        method,
        headers,
        ...(method !== 'OPTIONS' && { body: '<x/>' }),
      })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('GET, HEAD')
      expect(await response.json()).toMatchObject({
        type: 'urn:vedette:problem:method-not-allowed',
        status: 405,
      })
    }
  })

  it.each([
    ['a body with a length', 'Content-Length: 2', '{}'],
    ['a chunked body', 'Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'],
  ])('refuses %s on GET', async (_, header, body) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${organization.key}\r\n${header}\r\n\r\n${body}`
    const answer = await raw(request)
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('takes no body')
    expect((await raw(request.replace(organization.key, 'nonsense'))).status).toBe(401)
  })

  it('takes a Content-Length of 0', async () => {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${organization.key}\r\nContent-Length: 0\r\n\r\n`
    expect((await raw(request)).status).toBe(200)
  })

  it('refuses an absurdly long query', async () => {
    const response = await service.get(`${path}?tenantId=${'a'.repeat(9000)}`, organization.key)
    expect(response.status).toBe(400)
    const longer = await raw(`GET ${path}?tenantId=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(longer.status).toBe(431)
    expect(longer.head).toContain('application/problem+json')
  })

  it('refuses an absurdly long header', async () => {
    const answer = await raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(20_000)}\r\n\r\n`,
    )
    expect(answer.status).toBe(431)
    expect(JSON.parse(answer.body)).toMatchObject({
      type: 'urn:vedette:problem:header-too-large',
      status: 431,
    })
  })
})

describe('any other address', () => {
  it.each([
    '/beta',
    '/v1',
    '/v1/incidents',
    '/beta/usage',
    '/beta/incidents/',
    '/BETA/incidents',
    '/v1/usage/x',
  ])('%s answers 404', async path => {
    const response = await service.get(path, organization.key)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toMatchObject({ type: 'urn:vedette:problem:not-found', status: 404 })
  })

  it('that cannot be decoded answers 400', async () => {
    const answer = await raw('GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(answer.status).toBe(400)
    expect(answer.head).toContain('application/problem+json')
  })
})

it('what is not HTTP answers 400 and closes', async () => {
  for (const text of [
    'nonsense\r\n\r\n',
    'GET /v1/usage HTTP/1.1\r\nBad Header: x\r\n\r\n',
    'FROB /v1/usage HTTP/1.1\r\nHost: x\r\n\r\n',
  ])
    expect((await raw(text)).status).toBe(400)
})

describe('every answer', () => {
  it.each(['/beta/incidents', '/v1/usage', '/nowhere', '/healthz', '/openapi.json'])(
    '%s has a request id and security headers',
    async path => {
      const response = await service.get(path, organization.key)
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('x-powered-by')).toBeNull()
    },
  )

  it("carries the caller's own request id when it is a plain word", async () => {
    const ask = async (id: string) =>
      (await service.get('/v1/usage', organization.key, { 'x-request-id': id })).headers.get('x-request-id')
    expect(await ask('ticket-4711.a')).toBe('ticket-4711.a')
    for (const bad of ['a b', 'x'.repeat(65), '"><script>']) expect(await ask(bad)).not.toBe(bad)
  })

  it('speaks of strict transport only where the outside address is https', async () => {
    expect(
      (await service.get('/v1/usage', organization.key)).headers.get('strict-transport-security'),
    ).toBeNull()
    const secure = await serviceForTest({ settings: { VEDETTE_BASE_URL: 'https://api.vedette.example/' } })
    const { key } = await makeOrganization(secure)
    const response = await secure.get('/v1/usage', key)
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
  })
})
