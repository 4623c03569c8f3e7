// Whatever arrives, the service answers as its own OpenAPI document says, and is none the worse for it.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCursor } from '../src/incidents/cursor.ts'
import { makeKey } from '../src/keys/secret.ts'
import {
  makeIncident,
  makeOrganization,
  makeTenant,
  type Organization,
  type Service,
  startService,
  type Tenant,
} from './harness.ts'

const BATCH = 20
const seed = Math.floor(Math.random() * 2 ** 31)

interface Document {
  paths: Record<
    string,
    {
      get: {
        parameters: { name: string; in: string; schema: Schema }[]
        responses: Record<string, { content?: Record<string, { schema: object }> }>
      }
    }
  >
}
interface Schema {
  type: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  examples?: string[]
}

interface Request {
  method: string
  target: string
  headers: [string, string][]
  body: string
}
interface Reply {
  status: number
  headers: Map<string, string>
  body: Buffer
}

let service: Service
let organization: Organization
let tenant: Tenant
let stranger: Tenant
let document: Document
let tag: string
let nextCursor: string
const validators = new Map<string, ValidateFunction>()
const accidents: unknown[] = []
const noteAccident = (error: unknown) => void accidents.push(error)

beforeAll(async () => {
  process.on('unhandledRejection', noteAccident)
  process.on('uncaughtException', noteAccident)
  service = await startService({
    settings: {
      VEDETTE_USAGE_REQUESTS_PER_MINUTE: '1000000',
      VEDETTE_INCIDENTS_REQUESTS_PER_MINUTE: '100000000',
    },
  })
  organization = await makeOrganization(service)
  tenant = await makeTenant(service, organization, { displayName: 'Northwind "Dairy" \u{1f404}' })
  stranger = await makeTenant(service, await makeOrganization(service, 'Others'))
  for (let count = 0; count < 12; count++) {
    await makeIncident(service, organization, tenant)
    service.clock.turn({ minutes: 7 })
  }
  document = (await (await service.get('/openapi.json')).json()) as Document
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  for (const [path, { get }] of Object.entries(document.paths))
    for (const [status, { content = {} }] of Object.entries(get.responses))
      for (const [type, { schema }] of Object.entries(content))
        validators.set(`${path} ${status} ${type}`, ajv.compile(schema))
  const page = await service.get('/beta/incidents?limit=5', organization.key)
  tag = page.headers.get('etag')!
  nextCursor = new URL(/<(.*)>/.exec(page.headers.get('link')!)![1]!).searchParams.get('cursor')!
})
afterAll(async () => {
  await service.close()
  process.off('unhandledRejection', noteAccident)
  process.off('uncaughtException', noteAccident)
})

const TABLES =
  'organizations organization_revisions tenants tenant_pauses directory_users incidents incident_moves daily_usage'.split(
    ' ',
  )

/** Everything an organization could notice, from the outside and from the tables. */
async function state() {
  const incidents = await service.get('/beta/incidents?limit=500', organization.key)
  const usage = await service.get('/v1/usage', organization.key)
  expect([incidents.status, usage.status]).toEqual([200, 200])
  const { reportGeneratedAt: _, ...report } = (await usage.json()) as Record<string, unknown>
  const tables: Record<string, unknown> = {}
  for (const name of TABLES) {
    const { rows } =
      await sql`select md5(string_agg(t::text, '|' order by t::text)) from ${sql.table(name)} t`.execute(
        service.database.owner,
      )
    tables[name] = rows
  }
  const keys = await service.database.owner
    .selectFrom('api_keys')
    .select(['id', 'secret_hash'])
    .orderBy('id')
    .execute()
  return { incidents: await incidents.text(), report, tables, keys }
}

// Sending

/** Sends bytes and takes all that comes back until the other side closes. */
function exchange(bytes: Buffer, { isWhole }: { isWhole: boolean }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    // What the server rightly goes on waiting for never comes.
    const giveUp = setTimeout(() => isWhole || socket.end(), 150)
    const hung = setTimeout(() => {
      socket.destroy()
      reject(new Error('no answer, and the connection was not closed'))
    }, 10_000)
    socket.on('data', chunk => received.push(chunk))
    // Reset while we were still writing: what was answered before counts.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(giveUp)
      clearTimeout(hung)
      resolve(Buffer.concat(received))
    })
  })
}

function wire({ method, target, headers, body }: Request): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(given.has('host') ? [] : ['Host: vedette.example']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

function readReplies(bytes: Buffer, method: string): Reply[] {
  const replies: Reply[] = []
  let rest = bytes
  while (rest.length) {
    const end = rest.indexOf('\r\n\r\n')
    expect(
      end,
      `an answer that is not HTTP: ${JSON.stringify(rest.toString('latin1').slice(0, 200))}`,
    ).toBeGreaterThan(0)
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    const headers = new Map(
      lines.map(line => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    rest = rest.subarray(end + 4)
    if (status >= 100 && status < 200) continue
    // A request that could not be read has no method, so even HEAD may get a problem's body.
    const isBare = status === 304 || (method === 'HEAD' && (!rest.length || rest.indexOf('HTTP/1.1 ') === 0))
    const length = isBare ? 0 : Number(headers.get('content-length') ?? rest.length)
    expect(rest.length, 'a body shorter than its Content-Length').toBeGreaterThanOrEqual(length)
    replies.push({ status, headers, body: rest.subarray(0, length) })
    rest = rest.subarray(length)
  }
  return replies
}

// Judging

const opened: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

function pathOf(target: string): string {
  // A server takes a whole address as well (RFC 9112 §3.2.2).
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function judge(reply: Reply, { method, path }: { method: string; path: string | undefined }) {
  const { status, headers } = reply
  const described = path === undefined ? undefined : document.paths[path]
  const documented = Object.keys(Object.values(document.paths)[0]!.get.responses).map(Number)
  expect([...documented, 404, 405, 431].filter(one => one < 500)).toContain(status)
  if (status === 405) expect(headers.get('allow')).toBe('GET, HEAD')
  if (status === 401) expect(headers.get('www-authenticate')).toBe('Bearer')
  if (status === 304) return
  if (method === 'HEAD' && !reply.body.length) return
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const body = opened[headers.get('content-encoding') ?? '']?.(reply.body) ?? reply.body
  if (status === 200) {
    if (!described) {
      // A page of the dashboard: the same document whatever its address.
      if (type === 'text/html') expect(body.toString()).toContain('<title>Vedette')
      else expect(path).toMatch(/^\/(healthz|readyz|openapi\.json|docs.*)$/)
      return
    }
    const validate = validators.get(`${path} 200 ${type}`)
    expect(validate, `200 as ${type}`).toBeDefined()
    expect(validate?.(JSON.parse(body.toString())), JSON.stringify(validate?.errors)).toBe(true)
    return
  }
  expect(type).toBe('application/problem+json')
  const problem = JSON.parse(body.toString()) as { status: number; requestId: string; detail: string }
  // A status that no route documents still has the one shape of a problem.
  const validate = validators.get(`/v1/usage ${status} ${type}`) ?? validators.get(`/v1/usage 400 ${type}`)!
  expect(validate(problem), JSON.stringify(validate.errors)).toBe(true)
  expect(problem.status).toBe(status)
  expect(problem.requestId).toMatch(/^[\w.-]{1,64}$/)
  expect(headers.get('x-request-id') ?? problem.requestId).toBe(problem.requestId)
  expect(JSON.stringify(problem)).not.toMatch(/node_modules|\bat .*:\d+:\d+|select |pg_|postgres/i)
}

async function check(request: Request) {
  const bytes = wire(request)
  const replies = readReplies(await exchange(bytes, { isWhole: true }), request.method)
  // Node closes without a word: a proxy's business, and this is none.
  if (request.method === 'CONNECT' && !replies.length) return
  expect(replies.length).toBeGreaterThan(0)
  for (const reply of replies) {
    try {
      judge(reply, { method: request.method, path: pathOf(request.target) })
    } catch (error) {
      const said = `${reply.status} ${JSON.stringify(Object.fromEntries(reply.headers))} ${reply.body.toString().slice(0, 500)}`
      throw new Error(
        `${bytes.toString('latin1').slice(0, 2000)}\nwas answered\n${said}\n${(error as Error).message}`,
      )
    }
  }
}

async function checkBroken(bytes: Buffer) {
  const replies = readReplies(
    await exchange(bytes, { isWhole: false }),
    bytes.toString('latin1').split(' ', 1)[0]!,
  )
  for (const reply of replies) {
    try {
      judge(reply, { method: bytes.toString('latin1').split(' ', 1)[0]!, path: '/beta/incidents' })
    } catch (error) {
      const said = `${reply.status} ${JSON.stringify(Object.fromEntries(reply.headers))} ${reply.body.toString().slice(0, 500)}`
      throw new Error(
        `${JSON.stringify(bytes.toString('latin1').slice(0, 2000))}\nwas answered\n${said}\n${(error as Error).message}`,
      )
    }
  }
}

// Making things up

// Made where it is used: what the document and the data say is only known once the service runs.
const later = <T>(make: () => fc.Arbitrary<T>) => fc.constant(null).chain(make)
const wild = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    ...'\0 \r\n \u007f \u0085 \u2028 \ufeff \ufffd \u{1f600} null NaN -0 1e400 0x1f %00 %s%n'.split(' '),
    '',
    ' ',
  ),
  fc.constantFrom("' or 1=1 --", '"; drop table incidents; --', '../../etc/passwd', '<script>', '{"$gt":""}'),
  fc.integer().map(String),
  fc.double().map(String),
  fc.bigInt().map(String),
  fc.nat(300).map(length => 'x'.repeat(length)),
)
const likely = fc.date({ min: new Date('2025-12-01'), max: new Date('2026-03-10'), noInvalidDate: true })
const anyDate = fc.oneof(
  { weight: 3, arbitrary: likely },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }) },
)
const moments = fc.oneof(
  anyDate.map(date => date.toISOString()),
  anyDate.map(date => date.toISOString().slice(0, 10)),
  fc
    .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(13), fc.nat(32))
    .map(parts => parts.map((part, index) => String(part).padStart(index ? 2 : 4, '0')).join('-')),
  fc.constantFrom(
    '0000-01-01',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59.9999-23:59',
    '2026-02-30',
    '2026-03-10T12:00 01:00',
  ),
)
const cursors = fc.oneof(
  fc.tuple(anyDate, fc.uuid()).map(([createdAt, id]) => writeCursor({ createdAt, id })),
  fc
    .constantFrom(-8.64e15, 8.64e15, 0)
    .map(time => writeCursor({ createdAt: new Date(time), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' })),
  later(() => fc.constant(nextCursor)),
  later(() =>
    fc.nat(nextCursor.length - 1).map(at => `${nextCursor.slice(0, at)}A${nextCursor.slice(at + 1)}`),
  ),
)
const tenantIds = later(() =>
  fc.constantFrom(
    tenant.serviceTenantId,
    tenant.directoryTenantId,
    tenant.directoryTenantId.toUpperCase(),
    stranger.serviceTenantId,
    stranger.directoryTenantId,
    'k7m2xq9d',
  ),
)

/** What the schema allows. */
function valuesOf({
  type,
  format,
  minimum = -1e9,
  maximum = 1e9,
  minLength = 0,
  maxLength = 60,
  examples = [],
}: Schema): fc.Arbitrary<string> {
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum }).map(String)
  const texts = [
    ...(examples.length ? [fc.constantFrom(...examples)] : []),
    ...(format === 'date' ? [anyDate.map(date => date.toISOString().slice(0, 10))] : []),
  ]
  return texts.length && format
    ? fc.oneof(...texts)
    : fc.oneof(
        ...texts,
        fc.string({ minLength, maxLength }),
        fc.string({ unit: 'binary', minLength, maxLength }),
      )
}

const escaped = (text: string) => encodeURIComponent(text)
const everyByte = (text: string) =>
  [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
const formed = (text: string) => new URLSearchParams([['', text]]).toString().slice(1)
const broken = (text: string) => `${escaped(text)}%`
const spellings = fc.oneof(
  { weight: 6, arbitrary: fc.constant(escaped) },
  { weight: 4, arbitrary: fc.constantFrom(everyByte, formed, broken) },
)

function valueFor(name: string, schema: Schema, wildness: number): fc.Arbitrary<string> {
  const special =
    name === 'cursor' ? cursors : name === 'tenantId' ? tenantIds : /date|since/i.test(name) ? moments : null
  return fc.oneof(
    { weight: 2, arbitrary: valuesOf(schema) },
    { weight: 10, arbitrary: special ?? valuesOf(schema) },
    { weight: wildness, arbitrary: wild },
  )
}
const pair = later(() => {
  const known = Object.values(document.paths).flatMap(({ get }) => get.parameters)
  const odd = fc.constantFrom(...'__proto__ constructor Limit tenantid limit[] since'.split(' '), '')
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...known)
        .chain(({ name, schema }) => fc.tuple(fc.constant(name), valueFor(name, schema, 10))),
    },
    { weight: 1, arbitrary: fc.tuple(odd, wild) },
    { weight: 1, arbitrary: fc.tuple(wild, wild) },
  )
})
const query = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .array(fc.tuple(pair, spellings), { maxLength: 5 })
      .map(pairs =>
        pairs
          .map(
            ([[name, value], spell]) =>
              `${spell === broken ? name.replace(/[^\w[\]]/g, '') : spell(name)}=${spell(value)}`,
          )
          .join('&'),
      ),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{0,80}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...'& &&& = ? ??limit=1 limit limit=1#x % %% %0 + limit=1;limit=2 limit=1&limit=1'.split(' '),
      '',
    ),
  },
)
const ODD_PATHS = `
  / // /// /. /.. * x /\\ /beta /beta/ /beta/incidents/ /beta//incidents /BETA/incidents /beta/%69ncidents /v2/usage
  /beta/incidents%2f /beta%2fincidents /beta/incidents%00 /beta/incidents% /beta/incidents;x=1 /beta/./incidents
  /x/../beta/incidents /v1/usage/.. /% /%z /%zz /%ff /%c0%80 /%E0%A4%A /:id /:a( /:a(x /:a(.*) /:a(a+)+$ /( /) /* /** /a*b
  /:: /docs/:x /docs/* /docs/x /docs/%2e%2e/x http:// http://vedette.example/beta/incidents https://evil.example/v1/usage
  /healthz /readyz /openapi.json /openapi.json/ /metrics /favicon.ico /__proto__ /constructor /toString`
const paths = fc.oneof(
  { weight: 12, arbitrary: later(() => fc.constantFrom(...Object.keys(document.paths))) },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_PATHS.trim().split(/\s+/)) },
  { weight: 1, arbitrary: fc.stringMatching(/^\/[!-~]{0,40}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^(\/[a-z%0-9A-F.:()*~-]{0,12}){1,4}$/) },
  { weight: 1, arbitrary: wild.map(text => `/${escaped(text)}`) },
)
/** A question the document allows, each parameter once at most, now and then with one value that it does not. */
const questions = later(() =>
  fc
    .constantFrom(...Object.entries(document.paths))
    .chain(([path, { get }]) =>
      fc
        .tuple(
          ...get.parameters.map(({ name, schema }) =>
            fc.option(fc.tuple(fc.constant(name), valueFor(name, schema, 1)), { nil: null }),
          ),
        )
        .map(pairs => `${path}?${new URLSearchParams(pairs.filter(pair => pair !== null))}`),
    ),
)
const targets = fc.oneof(
  questions,
  fc
    .tuple(paths, fc.option(query, { nil: null }))
    .map(([path, text]) => (text === null ? path : `${path}?${text}`)),
)

// What a header can carry at all; what it cannot is among the broken ones.
const headerText = fc.oneof(
  fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/),
  fc.stringMatching(/^[\u00a1-\u00ff!-~]{1,30}$/),
)
const SPOILT =
  'bearer K|BEARER K|Basic K|K|Bearer  K|Bearer\tK|Bearer Kx|Bearer K,|Bearer K\u00e9|Bearer K K|Bearer|BearerK|'
const authorizations = later(() => {
  const { key } = organization
  const changed = fc
    .tuple(fc.nat(key.length - 1), fc.constantFrom('a', 'Z', '0', '_'))
    .map(([at, letter]) => `Bearer ${key.slice(0, at)}${letter}${key.slice(at + 1)}`)
  return fc.oneof(
    fc.constantFrom(...SPOILT.split('|')).map(text => text.replaceAll('K', key)),
    fc.constantFrom(`Bearer ${key.slice(0, -1)}`, `Bearer ${makeKey(randomBytes(32))}`),
    changed,
    headerText,
  )
})
const header = (names: string, values: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...names.split(' ')), values)
const among = (values: string) => fc.constantFrom(...values.split('|'))
const framing = fc.oneof(
  header('Content-Length', among('0|00|5|1|99999999|-1|+5|x|0x5|1e3|5, 5|18446744073709551616')),
  header('Transfer-Encoding', among('chunked|gzip, chunked|identity|x|chunked, chunked|Chunked')),
)
const junkHeader: fc.Arbitrary<[string, string]> = fc.oneof(
  header(
    'Accept-Encoding',
    fc.oneof(among('br|gzip|gzip, br|*|br;q=0|identity;q=0|*;q=0|;;q=,|gzip;q=x'), headerText),
  ),
  header(
    'If-None-Match',
    fc.oneof(
      later(() => fc.constantFrom(tag, `W/${tag}`, `"x", ${tag}`, '*')),
      headerText,
    ),
  ),
  header(
    'X-Request-Id',
    fc.oneof(among(`abc|${'x'.repeat(64)}|${'x'.repeat(65)}|<script>|../x|\u00e9`), headerText),
  ),
  header(
    'Content-Type',
    among('application/json|text/plain; charset=x|multipart/form-data|;|a/b/c|\u00e9|!'),
  ),
  header(
    'Accept Range If-Match If-Modified-Since X-Forwarded-For X-HTTP-Method-Override Origin Cookie TE',
    headerText,
  ),
  header(
    'Accept-Version Upgrade Forwarded Expect Content-Encoding Content-Type Referer User-Agent',
    headerText,
  ),
  fc.tuple(
    fc
      .stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,20}$/)
      .filter(name => !/^(host|connection|authorization)$/i.test(name)),
    headerText,
  ),
)
const bodies = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('hello', '{}', '0\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n') },
)

function requests(method: fc.Arbitrary<string>): fc.Arbitrary<Request> {
  return fc
    .record({
      method,
      target: targets,
      // Most with a good key, for what lies behind it.
      authorization: fc.oneof(
        { weight: 9, arbitrary: later(() => fc.constant(`Bearer ${organization.key}`)) },
        { weight: 2, arbitrary: authorizations },
        { weight: 1, arbitrary: fc.constant(null) },
      ),
      headers: fc.array(fc.oneof({ weight: 15, arbitrary: junkHeader }, { weight: 1, arbitrary: framing }), {
        maxLength: 3,
      }),
      body: bodies,
    })
    .map(({ authorization, headers, body, ...rest }) => ({
      ...rest,
      headers: [
        ...(authorization === null ? [] : [['Authorization', authorization] as [string, string]]),
        ...headers,
        ...(body && !headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name))
          ? [['Content-Length', String(body.length)] as [string, string]]
          : []),
      ],
      body,
    }))
}

const METHODS =
  'HEAD HEAD HEAD POST PUT PATCH DELETE OPTIONS TRACE PURGE PROPFIND QUERY M-SEARCH LINK CONNECT get FOO GETX'

const keyHeader = (): [[string, string]] => [['Authorization', `Bearer ${organization.key}`]]
const together = <T>(one: fc.Arbitrary<T>, test: (value: T) => Promise<void>) =>
  fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: BATCH, size: 'max' }), async values => {
    await Promise.all(values.map(test))
  })

describe('whatever is asked', () => {
  it('with GET is answered as the document says', async () => {
    const before = await state()
    await fc.assert(together(requests(fc.constant('GET')), check), { numRuns: 250, seed })
    expect(await state()).toEqual(before)
  })

  it('with any other method is answered as the document says, and changes nothing', async () => {
    const before = await state()
    const methods = fc.constantFrom(...METHODS.split(' '))
    await fc.assert(together(requests(methods), check), { numRuns: 80, seed })
    expect(await state()).toEqual(before)
  })

  const lengthy: [string, (length: number) => { target?: string; headers?: [string, string][] }][] = [
    ['a query', length => ({ target: `/beta/incidents?tenantId=${'x'.repeat(length)}` })],
    ['a path', length => ({ target: `/${'x'.repeat(length)}` })],
    ['a path of many parts', length => ({ target: '/x'.repeat(length / 2) })],
    ['a parameter name', length => ({ target: `/v1/usage?${'x'.repeat(length)}=1` })],
    ['many parameters', length => ({ target: `/v1/usage?${'a=1&'.repeat(length / 4)}` })],
    ['a header', length => ({ headers: [['X-Junk', 'x'.repeat(length)]] })],
    ['a header name', length => ({ headers: [['x'.repeat(length), '1']] })],
    ['an Authorization header', length => ({ headers: [['Authorization', `Bearer ${'x'.repeat(length)}`]] })],
    [
      'many headers',
      length => ({ headers: Array.from({ length: length / 8 }, (_, index) => [`h${index}`, 'x']) }),
    ],
    [
      'an If-None-Match of many tags',
      length => ({ headers: [['If-None-Match', '"x", '.repeat(length / 5)]] }),
    ],
    [
      'an Accept-Encoding of many names',
      length => ({ headers: [['Accept-Encoding', 'x,'.repeat(length / 2)]] }),
    ],
  ]

  it.each(lengthy)('with %s of any length is answered', async (_what, make) => {
    for (const length of [1000, 8000, 15_000, 16_300, 16_400, 17_000, 70_000, 300_000])
      for (const isKnown of [true, false]) {
        const { headers = [], ...rest } = make(length)
        const key = isKnown ? keyHeader() : []
        await check({
          method: 'GET',
          target: '/beta/incidents',
          body: '',
          ...rest,
          headers: [...key, ...headers],
        })
      }
  })

  it.each([
    'GET /%',
    'HEAD /%',
    'GET /nowhere',
    'HEAD /nowhere',
    'POST /v1/usage',
    'GET /v1/usage',
    'GET /healthz',
  ])('with %s and a body that cannot be told from what follows is answered once', async line => {
    for (const framing of [
      'Transfer-Encoding: x',
      'Transfer-Encoding: chunked\r\n\r\nzz',
      'Content-Length: 0\r\n\r\njunk',
    ]) {
      const bytes = Buffer.from(`${line} HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n`)
      const [first, ...more] = readReplies(await exchange(bytes, { isWhole: false }), line.split(' ', 1)[0]!)
      expect(first?.status, framing).toBeDefined()
      // What follows a whole request is another request.
      if (!framing.endsWith('junk'))
        expect(
          more.map(({ status }) => status),
          framing,
        ).toEqual([])
    }
  })

  it('with a body on GET is refused, whatever its length', async () => {
    for (const length of [1, 100, 70_000, 3_000_000]) {
      const body = 'x'.repeat(length)
      const bytes = wire({
        method: 'GET',
        target: '/v1/usage',
        headers: [...keyHeader(), ['Content-Length', String(length)]],
        body,
      })
      const [reply] = readReplies(await exchange(bytes, { isWhole: true }), 'GET')
      expect(reply?.status).toBe(400)
      judge(reply!, { method: 'GET', path: '/v1/usage' })
    }
  })
})

describe('what is not HTTP', () => {
  const good = later(() =>
    fc.constant(wire({ method: 'GET', target: '/beta/incidents?limit=1', headers: keyHeader(), body: '' })),
  )
  // In every one KEY stands for a good Authorization header, and FIRST for a good first line and Host.
  const LISTED = [
    ...[
      '',
      '\r\n',
      '\r\n\r\n',
      '\n\n',
      '\0',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ],
    ...[
      'GET',
      'GET /',
      'GET / HTTP/1.1',
      'GET / HTTP/1.1\r\n\r\n',
      'SSH-2.0-x\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ],
    ...['0.9', '1.0', '1.1', '2.0', '9.9', ' 1.1', '1.1 ', 'x'].map(
      version => `GET /v1/usage HTTP/${version}\r\nKEY\r\n`,
    ),
    ...[
      '\0',
      '\x01\x1f',
      '\xe9',
      '/v1/us age',
      '/v1/usage\t',
      ' /v1/usage',
      '/v1/usage?asOf=\xff\xfe',
      '',
    ].map(target => `GET ${target} HTTP/1.1\r\nHost: x\r\nKEY\r\n`),
    ...[
      'Host: y',
      'no colon',
      ': no name',
      'A : b',
      'A: b\r\n folded',
      'A: \0',
      'A: \x01\x7f',
      '\xe9: b',
      'A: b\nC: d',
    ].map(line => `FIRST${line}\r\nKEY\r\n`),
    ...[
      'Expect: 100-continue',
      'Expect: a-miracle',
      'Connection: upgrade\r\nUpgrade: websocket',
      'Connection: x, , close',
    ].map(line => `FIRST${line}\r\nKEY\r\n`),
    'FIRSTContent-Length: 5\r\nContent-Length: 6\r\nKEY\r\nhello',
    'FIRSTContent-Length: 5\r\nTransfer-Encoding: chunked\r\nKEY\r\n0\r\n\r\n',
    'FIRSTTransfer-Encoding: chunked\r\nKEY\r\nzz\r\n',
    'FIRSTTransfer-Encoding: chunked\r\nKEY\r\nffffffffffffffffff\r\n',
    'FIRSTExpect: 100-continue\r\nContent-Length: 5\r\nKEY\r\n',
    'POST /v1/usage HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nKEY\r\n5\r\nhel',
    'POST /v1/usage HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\nKEY\r\nhello',
    'CONNECT vedette.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'FIRSTKEY\r\nFIRSTKEY\r\n',
    'FIRSTKEY\r\njunk',
  ]
  const listed = later(() =>
    fc.constantFrom(...LISTED).map(text => {
      const [[name, value]] = keyHeader()
      const filled = text.replaceAll('FIRST', 'GET /v1/usage HTTP/1.1\r\nHost: x\r\n')
      return Buffer.from(filled.replaceAll('KEY\r\n', `${name}: ${value}\r\n`), 'latin1')
    }),
  )
  const mutated = fc
    .tuple(
      good,
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    .map(([bytes, changes]) => {
      const copy = Buffer.from(bytes)
      for (const [where, byte] of changes) copy[Math.floor(where * (copy.length - 1))] = byte
      return copy
    })
  const cut = fc
    .tuple(good, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([bytes, part]) => bytes.subarray(0, Math.floor(bytes.length * part)))
  const junk = fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes))

  it('is refused or dropped, and changes nothing', async () => {
    const before = await state()
    await fc.assert(
      together(
        fc.oneof({ weight: 3, arbitrary: listed }, { weight: 3, arbitrary: mutated }, cut, junk),
        checkBroken,
      ),
      { numRuns: 60, seed },
    )
    expect(await state()).toEqual(before)
  })
})

describe('after all that', () => {
  it('nothing went wrong unseen, and the service still answers', async () => {
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(accidents).toEqual([])
    expect((await service.get('/readyz')).status).toBe(200)
    expect((await service.get('/v1/usage', organization.key)).status).toBe(200)
  })
})
