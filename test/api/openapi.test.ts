import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '../../src/api/routes.ts'
import {
  makeIncident,
  makeOrganization,
  makeTenant,
  type Organization,
  type Service,
  startService,
} from '../harness.ts'

interface Described {
  openapi: string
  servers: unknown
  paths: Record<string, { get: Operation }>
}
interface Operation {
  parameters: { name: string; in: string; required: boolean; description: string }[]
  responses: Record<
    string,
    { content?: Record<string, { schema: object; example?: unknown }>; headers?: object }
  >
}

let service: Service
let organization: Organization
let document: Described
const ajv = new Ajv2020({ strict: false })
formats.default(ajv)

beforeAll(async () => {
  service = await startService()
  organization = await makeOrganization(service)
  await makeIncident(service, organization, await makeTenant(service, organization))
  document = (await (await service.get('/openapi.json')).json()) as Described
})
afterAll(() => service.close())

it('is OpenAPI 3.1 and describes exactly the routes there are', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(document.paths).sort()).toEqual(routes.map(route => route.url).sort())
})

describe.each(routes)('$url', route => {
  const operation = () => document.paths[route.url]!.get
  const schemaFor = (status: number, type: string) => operation().responses[status]!.content![type]!.schema

  it('names every parameter, all optional', () => {
    expect(operation().parameters.map(({ name }) => name)).toEqual(Object.keys(route.parameters))
    for (const parameter of operation().parameters)
      expect(parameter).toMatchObject({ in: 'query', required: false })
  })

  it('gives an example that fits its own schema', () => {
    const { schema, example } = operation().responses[200]!.content!['application/json']!
    expect(example).toBeDefined()
    expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true)
  })

  it('holds for its answers', async () => {
    const answer = await service.get(route.url, organization.key)
    expect(ajv.validate(schemaFor(200, 'application/json'), await answer.json()), ajv.errorsText()).toBe(true)
    for (const [path, key] of [
      [`${route.url}?what=1`, organization.key],
      [route.url, 'none'],
    ] as const) {
      const refusal = await service.get(path, key)
      const schema = schemaFor(refusal.status, 'application/problem+json')
      expect(ajv.validate(schema, await refusal.json()), ajv.errorsText()).toBe(true)
    }
  })

  it('describes what its headers say', () => {
    expect(Object.keys(operation().responses[200]!.headers!)).toEqual(
      expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'ETag']),
    )
    expect(Object.keys(operation().responses[429]!.headers!)).toContain('Retry-After')
  })
})

describe('the reference page', () => {
  it('is served whole from here', async () => {
    const page = await service.get('/docs/')
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    const script = await service.get('/docs/js/scalar.js')
    expect(script.status).toBe(200)
    expect(script.headers.get('content-type')).toContain('javascript')
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'")
  })
})
