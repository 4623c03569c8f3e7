// Applications that prove themselves by a certificate, against the simulated cloud: what they sign, and what is refused.
import { createHash, verify, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import { syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { clientFor } from '../../src/sources/microsoft/client.ts'
import { cloudFrom } from '../../src/sources/microsoft/clouds.ts'
import { type SignedIn, signIn } from '../console/sign-in.ts'
import { type Service, serviceForTest, startService } from '../harness.ts'
import { connectByConsent } from './consent.ts'
import { type MadeCertificate, makeCertificate } from './make-certificate.ts'

const tenants = [1, 2, 3].map(number => syntheticTenant({ number }))
const ids = tenants.map(({ directoryTenantId }) => directoryTenantId)
const root = makeCertificate({ name: 'root' })
const own = makeCertificate({ name: 'own', by: root })
const other = makeCertificate({ name: 'other' })
const old = makeCertificate({ name: 'old', until: new Date(Date.now() - 86_400_000) })
let cloud: RunningCloud
let service: Service
let admin: SignedIn

beforeAll(async () => {
  cloud = await startCloud({
    source: fixedSource(tenants),
    budgets: null,
    app: { certificates: [own.certificate, old.certificate] },
  })
  service = await startService({ settings: settings() })
  // By the wall, as certificates are.
  service.clock.set(new Date())
  admin = await signIn(service, { role: 'Admin' })
})
afterAll(async () => {
  await service?.close()
  await cloud?.close()
})

const settings = () => ({
  VEDETTE_APP_URL: '',
  VEDETTE_MICROSOFT_LOGIN_URL: cloud.loginUrl,
  VEDETTE_MICROSOFT_GRAPH_URL: cloud.graphUrl,
  VEDETTE_MICROSOFT_MANAGE_URL: cloud.manageUrl,
})

// biome-ignore lint/suspicious/noExplicitAny: what the wire brings is what the tests are about
const body = async (response: Response): Promise<any> => response.json()

const connect = async (certificate: string, privateKey?: string) =>
  admin.change('POST', '/onboarding/credentials', {
    directoryTenantId: ids[0],
    credentials: { clientId: cloud.app.clientId, certificate, ...(privateKey && { privateKey }) },
  })

const clientWith = ({ certificate, privateKey }: MadeCertificate, asked?: typeof fetch) =>
  clientFor({
    cloud: cloudFrom({
      cloud: 'global',
      loginUrl: cloud.loginUrl,
      graphUrl: cloud.graphUrl,
      manageUrl: cloud.manageUrl,
    }),
    directoryTenantId: ids[0]!,
    credentials: { clientId: cloud.app.clientId, certificate, privateKey },
    fetch: asked ?? fetch,
    clock: () => new Date(),
  })

test('what is signed names the certificate, the application and the endpoint, for a few minutes, as Microsoft documents it', async () => {
  const forms: URLSearchParams[] = []
  const client = clientWith(own, async (url, init) => {
    forms.push(new URLSearchParams(String(init?.body)))
    return fetch(url, init)
  })
  expect(await client.roles('graph', AbortSignal.timeout(10_000))).toContain('AuditLog.Read.All')
  expect(forms).toHaveLength(1)
  const form = forms[0]!
  expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  expect(form.has('client_secret')).toBe(false)
  const [header, payload, signature] = form.get('client_assertion')!.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const certificate = new X509Certificate(own.certificate)
  expect(read(header!)).toMatchObject({
    alg: 'PS256',
    typ: 'JWT',
    'x5t#S256': createHash('sha256').update(certificate.raw).digest('base64url'),
  })
  const claims = read(payload!)
  expect(claims).toMatchObject({
    iss: cloud.app.clientId,
    sub: cloud.app.clientId,
    aud: `${cloud.loginUrl}/${ids[0]}/oauth2/v2.0/token`,
  })
  expect(claims.jti).toMatch(/.{16}/)
  expect(claims.exp - claims.iat).toBeGreaterThan(0)
  expect(claims.exp - claims.iat).toBeLessThanOrEqual(600)
  expect(
    verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      { key: certificate.publicKey, padding: 6, saltLength: 32 },
      Buffer.from(signature!, 'base64url'),
    ),
  ).toBe(true)
})

test.each([
  ['that the application does not have', other],
  ['that has run out since', old],
])('a certificate %s is told as such', async (_what, made) => {
  await expect(clientWith(made).roles('graph', AbortSignal.timeout(10_000))).rejects.toMatchObject({
    kind: 'secret',
    message: expect.stringMatching(/not one of the application, or has run out/),
  })
})

describe('a tenant', () => {
  test.each([
    ['whose certificate has run out', () => connect(old.certificate, old.privateKey), /ran out on \d{4}-/],
    ['whose key belongs elsewhere', () => connect(own.certificate, other.privateKey), /does not belong/],
    [
      'whose key is under a password',
      () =>
        connect(
          own.certificate,
          own.key.export({
            type: 'pkcs8',
            format: 'pem',
            cipher: 'aes-256-cbc',
            passphrase: 'x',
          }) as string,
        ),
      /password/,
    ],
  ])('%s is not connected, and nothing is kept', async (_what, given, words) => {
    const response = await given()
    expect(response.status).toBe(400)
    expect(await body(response)).toMatchObject({
      parameter: 'certificate',
      detail: expect.stringMatching(words),
    })
    expect((await body(await admin.get('/tenants'))).tenants).toEqual([])
  })

  test('whose certificate is not the application’s is not connected', async () => {
    const { tenant, findings } = await body(await connect(other.certificate, other.privateKey))
    expect(tenant).toBeNull()
    expect(findings.items[0]).toMatchObject({
      state: 'failed',
      says: expect.stringMatching(/not one of the application/),
    })
  })

  test('is connected by one text with key and chain, which says until when it is good', async () => {
    const { tenant, findings } = await body(
      await connect(own.privateKey + root.certificate + own.certificate),
    )
    expect(findings.isUsable).toBe(true)
    const shown = await (await admin.get(`/tenants/${tenant.serviceTenantId}/connection`)).text()
    expect(JSON.parse(shown).connection).toMatchObject({
      kind: 'certificate',
      expiresAt: new X509Certificate(own.certificate).validToDate.toISOString(),
    })
    expect(shown).not.toContain('PRIVATE')
  })

  test('is connected by consent to an application that proves itself by a certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vedette-certificate-'))
    const file = join(folder, 'app.pem')
    await writeFile(file, own.privateKey + own.certificate + root.certificate)
    const node = await serviceForTest({
      settings: {
        ...settings(),
        VEDETTE_MICROSOFT_CLIENT_ID: cloud.app.clientId,
        VEDETTE_MICROSOFT_CERTIFICATE: file,
      },
    })
    const who = await signIn(node, { role: 'Admin' })
    expect((await body(await connectByConsent(who, ids[1]!))).findings.isUsable).toBe(true)
    await rm(folder, { recursive: true })
  })
})
