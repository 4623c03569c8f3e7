// Connecting tenants from the dashboard, against the simulated cloud: credentials, changing, ending, uploads.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixedSource } from '../../simulator/cloud/source.ts'
import { type RunningCloud, startCloud } from '../../simulator/cloud/start.ts'
import { syntheticRecords, syntheticTenant } from '../../simulator/cloud/synthetic.ts'
import { auditOf } from '../console/audit-of.ts'
import { type SignedIn, signIn } from '../console/sign-in.ts'
import { type Service, startService } from '../harness.ts'

let cloud: RunningCloud
let service: Service
let admin: SignedIn
let member: SignedIn
let stranger: SignedIn
const tenants = [1, 2, 3, 4].map(number => syntheticTenant({ number }))
const ids = tenants.map(({ directoryTenantId }) => directoryTenantId)

beforeAll(async () => {
  cloud = await startCloud({ source: fixedSource(tenants), isConsented: false, budgets: null })
  service = await startService({
    settings: {
      VEDETTE_APP_URL: '',
      VEDETTE_MICROSOFT_LOGIN_URL: cloud.loginUrl,
      VEDETTE_MICROSOFT_GRAPH_URL: cloud.graphUrl,
      VEDETTE_MICROSOFT_MANAGE_URL: cloud.manageUrl,
      VEDETTE_MICROSOFT_CLIENT_ID: cloud.app.clientId,
      VEDETTE_MICROSOFT_CLIENT_SECRET: cloud.app.secret,
    },
  })
  admin = await signIn(service, { role: 'Admin' })
  member = await signIn(service, { role: 'Full Member', organization: admin.organization })
  stranger = await signIn(service, { role: 'Admin' })
})
afterAll(async () => {
  await service.close()
  await cloud.close()
})

// biome-ignore lint/suspicious/noExplicitAny: what the wire brings is what the tests are about
const body = async (response: Response): Promise<any> => response.json()

describe('by credentials', () => {
  const credentials = () => ({ clientId: cloud.app.clientId, secret: cloud.app.secret })

  test('nothing is kept of credentials that open nothing', async () => {
    const answer = await body(
      await admin.change('POST', '/onboarding/credentials', {
        directoryTenantId: ids[1],
        credentials: { ...credentials(), secret: 'wrong' },
      }),
    )
    expect(answer.tenant).toBeNull()
    expect(answer.findings.items[0].state).toBe('failed')
    const rows = await admin.organization.work(tx =>
      tx.selectFrom('tenants').selectAll().where('directory_tenant_id', '=', ids[1]!).execute(),
    )
    expect(rows).toEqual([])
  })

  test('what is missing is named, and the tenant connected once that is said to be fine', async () => {
    cloud.control.consent(ids[1]!, cloud.app.clientId, ['ActivityFeed.Read', 'User.Read.All'])
    const given = { directoryTenantId: ids[1], displayName: 'Mine', credentials: credentials() }
    const first = await body(await admin.change('POST', '/onboarding/credentials', given))
    expect(first.tenant).toBeNull()
    expect(first.findings.items.find((item: { name: string }) => item.name === 'Products').says).toMatch(
      /Organization\.Read\.All/,
    )
    const second = await body(
      await admin.change('POST', '/onboarding/credentials', { ...given, isIncompleteFine: true }),
    )
    expect(second.tenant.serviceTenantId).toBeTruthy()
    expect((await admin.change('POST', '/onboarding/credentials', given)).status).toBe(409)
  })

  test('secrets are sealed in the database and never answered', async () => {
    const rows = await admin.organization.work(tx =>
      tx.selectFrom('tenant_connections').selectAll().where('kind', '=', 'secret').execute(),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(cloud.app.secret)
    expect(rows[0]!.sealed!.includes(Buffer.from(cloud.app.secret))).toBe(false)
    const [tenant] = await admin.organization.work(tx =>
      tx
        .selectFrom('tenants')
        .select('service_tenant_id')
        .where('directory_tenant_id', '=', ids[1]!)
        .execute(),
    )
    const shown = await (await member.get(`/tenants/${tenant!.service_tenant_id}/connection`)).text()
    expect(shown).toContain('"kind":"secret"')
    expect(shown).not.toContain(cloud.app.secret)
    expect(shown).not.toContain('sealed')
  })

  test('changed credentials are checked first, and those that do not work are not kept', async () => {
    const { tenants: list } = await body(await admin.get('/tenants'))
    const { serviceTenantId } = list.find(
      (each: { directoryTenantId: string }) => each.directoryTenantId === ids[1],
    )
    const at = `/tenants/${serviceTenantId}`
    const wrong = { credentials: { ...credentials(), secret: 'wrong' } }
    expect(await body(await admin.change('POST', `${at}/connection`, wrong))).toMatchObject({
      isSaved: false,
    })
    expect((await body(await admin.change('POST', `${at}/check`))).findings.items[0].state).toBe('ok')
    cloud.control.consent(ids[1]!, cloud.app.clientId)
    const right = { credentials: credentials() }
    expect(await body(await admin.change('POST', `${at}/connection`, right))).toMatchObject({ isSaved: true })
    expect((await body(await admin.change('POST', `${at}/check`))).findings.isUsable).toBe(true)
  })

  test('what is not well formed is refused in words', async () => {
    for (const [given, words] of [
      [{ directoryTenantId: 'x', credentials: credentials() }, /directory id/],
      [{ directoryTenantId: ids[2], credentials: { clientId: cloud.app.clientId } }, /secret/],
      [{ directoryTenantId: ids[2], credentials: { clientId: cloud.app.clientId, certificate: 'x' } }, /PEM/],
    ] as const) {
      const response = await admin.change('POST', '/onboarding/credentials', given)
      expect(response.status).toBe(400)
      expect((await body(response)).detail).toMatch(words)
    }
  })
})

describe('ending', () => {
  test('takes the tenant’s name to confirm, forgets the credentials and says so in the audit log', async () => {
    cloud.control.consent(ids[3]!, cloud.app.clientId)
    const { tenant } = await body(
      await admin.change('POST', '/onboarding/credentials', {
        directoryTenantId: ids[3],
        credentials: { clientId: cloud.app.clientId, secret: cloud.app.secret },
      }),
    )
    const at = `/tenants/${tenant.serviceTenantId}`
    expect((await body(await admin.get(`${at}/offboard-preview`))).billableStatus).toBe('Trial')
    expect((await admin.change('POST', `${at}/offboard`, { displayName: 'other' })).status).toBe(400)
    expect((await admin.change('POST', `${at}/offboard`, { displayName: tenant.displayName })).status).toBe(
      200,
    )
    expect((await body(await admin.get(`${at}/connection`))).connection).toBeNull()
    expect((await admin.change('POST', `${at}/offboard`, { displayName: tenant.displayName })).status).toBe(
      409,
    )
    const actions = (await auditOf(admin.organization)).map(({ action }) => action)
    for (const action of ['connected a tenant', 'changed how a tenant is reached', 'offboarded a tenant'])
      expect(actions).toContain(action)
  })
})

describe('who may', () => {
  test('members look, Admins act, and strangers find nothing', async () => {
    const { tenants: list } = await body(await admin.get('/tenants'))
    const at = `/tenants/${list[0].serviceTenantId}`
    expect((await member.get('/onboarding')).status).toBe(403)
    expect((await member.change('POST', '/onboarding/consent', {})).status).toBe(403)
    expect((await member.change('POST', `${at}/offboard`, { displayName: 'x' })).status).toBe(403)
    expect((await member.change('POST', `${at}/check`)).status).toBe(403)
    expect((await upload(member, list[0].serviceTenantId, '{}')).status).toBe(403)
    expect((await stranger.get(`${at}/connection`)).status).toBe(404)
    expect((await upload(stranger, list[0].serviceTenantId, '{}')).status).toBe(404)
  })
})

const upload = (who: SignedIn, serviceTenantId: string, content: string) =>
  fetch(`${service.url}/console/tenants/${serviceTenantId}/import?name=log.ndjson`, {
    method: 'POST',
    headers: { cookie: who.cookie, origin: service.url, 'content-type': 'application/octet-stream' },
    body: content,
  })

describe('uploads', () => {
  test('are stored as history, and a second time adds nothing', async () => {
    const { tenants: list } = await body(await admin.get('/tenants'))
    const { serviceTenantId, directoryTenantId } = list[0]
    const records = syntheticRecords(directoryTenantId, 'Audit.Exchange', 300, {
      from: service.clock.read().getTime() - 86_400_000,
    }).map(({ record }) => JSON.stringify(record))
    const content = [...records, '{"broken":', '{"no":"record"}'].join('\n')
    const outcome = async (response: Response) => {
      const last = (await response.text()).trimEnd().split('\n').at(-1)!
      return JSON.parse(last).imported
    }
    const first = await outcome(await upload(admin, serviceTenantId, content))
    expect(first).toMatchObject({ stored: 300, known: 0, refused: 2 })
    expect(first.bad.map(({ line }: { line: number }) => line)).toEqual([301, 302])
    expect(await outcome(await upload(admin, serviceTenantId, content))).toMatchObject({
      stored: 0,
      known: 300,
    })
    const rows = await admin.organization.work(tx =>
      tx.selectFrom('events').select(['is_history', 'source']).execute(),
    )
    expect(rows).toHaveLength(300)
    expect(rows.every(row => row.is_history && row.source === 'import')).toBe(true)
  })
})
