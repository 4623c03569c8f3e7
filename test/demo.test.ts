// `demo`, run as an operator runs it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const REPOSITORY = new URL('..', import.meta.url)
const running = new Set<ChildProcess>()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-demo-'))
})

afterEach(async () => {
  await Promise.all([...running].map(stop))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

interface Ready {
  apiUrl: string
  appUrl: string
  organizations: {
    name: string
    apiKey: string
    admin: { email: string; password: string }
    fullMember: { email: string; password: string }
    tenants: { serviceTenantId: string; directoryTenantId: string; name: string }[]
  }[]
}

interface Incident {
  id: string
  url: string
  createdAt: string
  occurredAt: string
  remediationStatus: string
  isLive: boolean
  dwellTimeMinutes: number
  tenant: { serviceTenantId: string; name: string; directoryTenantId: string }
  user: Record<string, unknown>
}

function vedette(...args: string[]) {
  // Settings of whoever runs the tests are not the test's.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'DATABASE_URL' && !name.startsWith('VEDETTE_')),
  )
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    cwd: REPOSITORY,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const told = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', text => (told.stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (told.stderr += text))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, told, ended }
}

async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function startDemo(data: string, ...args: string[]) {
  const readyFile = join(await mkdtemp(join(folder, 'ready-')), 'ready.json')
  const { child, told, ended } = vedette(
    'demo',
    '--port',
    '0',
    '--data',
    data,
    '--ready-file',
    readyFile,
    ...args,
  )
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (;;) {
    const text = await readFile(readyFile, 'utf8').catch(() => undefined)
    if (text) return { child, told, ended, ready: JSON.parse(text) as Ready }
    if (hasEnded) throw new Error(`the demo ended before it was ready: ${told.stderr}`)
    await sleep(50)
  }
}

async function ask<T>(url: string, apiKey: string): Promise<{ body: T; next: string | undefined }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } })
  expect(response.status).toBe(200)
  const next = /<([^>]+)>; *rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { body: (await response.json()) as T, next }
}

async function allIncidents(
  apiUrl: string,
  apiKey: string,
): Promise<{ incidents: Incident[]; pages: number[] }> {
  const incidents: Incident[] = []
  const pages: number[] = []
  for (let url: string | undefined = `${apiUrl}/beta/incidents`; url; ) {
    const page: { body: { incidents: Incident[] }; next: string | undefined } = await ask(url, apiKey)
    incidents.push(...page.body.incidents)
    pages.push(page.body.incidents.length)
    url = page.next
  }
  return { incidents, pages }
}

interface Feed {
  source: string
  state: string
  stored: number
  caughtUpAt: string
  gaps: unknown[]
}

/** Every log of the tenant, once all are well and were read later than before. */
async function wellFed(
  { appUrl, organizations }: Ready,
  serviceTenantId: string,
  before: Feed[] = [],
): Promise<Feed[]> {
  const signedIn = await fetch(`${appUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: appUrl, 'content-type': 'application/json' },
    body: JSON.stringify(organizations[0]!.admin),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
  for (;;) {
    const response = await fetch(`${appUrl}/console/tenants/${serviceTenantId}`, { headers: { cookie } })
    const { collecting } = (await response.json()) as { collecting: Feed[] }
    const isRead = ({ source, state, caughtUpAt }: Feed) =>
      state === 'well' && caughtUpAt > (before.find(feed => feed.source === source)?.caughtUpAt ?? '')
    // The directory is read every quarter of an hour; queries of older history are left out.
    const isElse = ({ source, state }: Feed) => source === 'directory' || state === 'left out'
    if (collecting.every(feed => isElse(feed) || isRead(feed))) return collecting
    await sleep(100)
  }
}

describe('demo', () => {
  test('fills a fresh folder, answers, stops, and keeps its data when started again', async () => {
    const data = join(folder, 'kept')
    // What is alive goes on between two looks at it; it has a test of its own.
    const first = await startDemo(data, '--seed', '7', '--no-cloud')
    const { apiUrl, appUrl, organizations } = first.ready
    expect(Object.keys(first.ready)).toEqual(['apiUrl', 'appUrl', 'organizations'])
    expect(organizations.length).toBeGreaterThanOrEqual(2)

    const seen = new Map<string, Incident[]>()
    for (const organization of organizations) {
      const { name, apiKey, admin, fullMember, tenants } = organization
      expect(Object.keys(organization)).toEqual(['name', 'apiKey', 'admin', 'fullMember', 'tenants'])
      for (const told of [name, apiKey, admin.email, admin.password, fullMember.email, fullMember.password])
        expect(first.told.stdout).toContain(told)

      const { incidents, pages } = await allIncidents(apiUrl, apiKey)
      seen.set(name, incidents)
      expect(new Set(incidents.map(({ id }) => id)).size).toBe(incidents.length)
      expect(pages.slice(0, -1).every(length => length === 100)).toBe(true)
      const newestFirst = incidents.toSorted((a, b) =>
        a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.id < b.id ? 1 : -1,
      )
      expect(incidents.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id))
      expect(new Set(incidents.map(({ remediationStatus }) => remediationStatus)).size).toBe(4)
      for (const { id, url, tenant, dwellTimeMinutes, createdAt, occurredAt } of incidents) {
        expect(tenants).toContainEqual(tenant)
        expect(url).toBe(`${appUrl}/tenant/${tenant.serviceTenantId}/incidents/${id}`)
        expect(dwellTimeMinutes).toBeGreaterThanOrEqual(0)
        expect(occurredAt <= createdAt && createdAt <= new Date().toISOString()).toBe(true)
      }

      const { body: usage } = await ask<{
        organizationName: string
        totalTenants: number
        tenants: Record<string, unknown>[]
      }>(`${apiUrl}/v1/usage`, apiKey)
      expect(usage.organizationName).toBe(name)
      expect(usage.totalTenants).toBe(usage.tenants.length)
      const known = tenants.map(({ serviceTenantId }) => serviceTenantId)
      for (const { serviceTenantId, totalLicensedUsers } of usage.tenants) {
        expect(known).toContain(serviceTenantId)
        expect(totalLicensedUsers).toBeGreaterThan(0)
      }
    }
    expect(Math.max(...[...seen.values()].map(({ length }) => length))).toBeGreaterThan(150)
    expect(new Set([...seen.values()].flat().map(({ isLive }) => isLive))).toEqual(new Set([true, false]))

    const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
    const { body: old } = await ask<{ asOf: string; totalTenants: number }>(
      `${apiUrl}/v1/usage?asOf=${yearAgo}`,
      organizations[0]!.apiKey,
    )
    expect(old.asOf).toBe(yearAgo)
    expect(old.totalTenants).toBeGreaterThan(5)

    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.told.stderr).toBe('')

    const again = await startDemo(data, '--seed', '7', '--no-cloud')
    for (const [place, { name, apiKey, admin, tenants }] of again.ready.organizations.entries()) {
      const before = organizations[place]!
      expect(name).toBe(before.name)
      expect(tenants).toEqual(before.tenants)
      expect(apiKey).not.toBe(before.apiKey)
      expect(admin.email).toBe(before.admin.email)
      expect(admin.password).not.toBe(before.admin.password)
      for (const key of [before.apiKey, apiKey]) {
        const { incidents } = await allIncidents(again.ready.apiUrl, key)
        expect(
          incidents.map(({ id, remediationStatus, createdAt }) => [id, remediationStatus, createdAt]),
        ).toEqual(
          seen.get(name)!.map(({ id, remediationStatus, createdAt }) => [id, remediationStatus, createdAt]),
        )
      }
    }
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)

    const otherSeed = vedette('demo', '--port', '0', '--data', data, '--seed', '8')
    expect(await otherSeed.ended).toBe(1)
    expect(otherSeed.told.stderr).toContain('is not of the demo with seed 8')
  }, 180_000)

  test('has a tenant in a fictional cloud, which is collected, also when started again', async () => {
    const data = join(folder, 'alive')
    const first = await startDemo(data, '--speed', '20')
    expect(first.told.stdout).toMatch(/From about \d\d:\d\d UTC on, one of its people/)
    const { organizations, apiUrl } = first.ready
    const live = organizations[0]!.tenants.find(({ name }) => name === 'Yarrowdale Physiotherapy')!
    const { body: usage } = await ask<{ tenants: { serviceTenantId: string; totalLicensedUsers: number }[] }>(
      `${apiUrl}/v1/usage`,
      organizations[0]!.apiKey,
    )
    const counted = usage.tenants.find(({ serviceTenantId }) => serviceTenantId === live.serviceTenantId)!
    expect(counted.totalLicensedUsers).toBeGreaterThan(20)

    const before = await wellFed(first.ready, live.serviceTenantId)
    expect(before.find(({ source }) => source === 'Audit.Exchange')!.stored).toBeGreaterThan(100)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const again = await startDemo(data, '--speed', '20')
    expect(again.ready.organizations[0]!.tenants).toEqual(organizations[0]!.tenants)
    const turned = await wellFed(again.ready, live.serviceTenantId, before)
    expect(turned.flatMap(({ gaps }) => gaps)).toEqual([])
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  }, 240_000)

  test('refuses a folder that holds an organization of its owner', async () => {
    const data = join(folder, 'real')
    const create = vedette(
      'organization',
      'create',
      'A Real Company',
      '--admin',
      'owner@company.example',
      '--data',
      data,
    )
    expect(await create.ended).toBe(0)
    const { told, ended } = vedette('demo', '--port', '0', '--data', data)
    expect(await ended).toBe(1)
    expect(told.stderr).toContain('"A Real Company" is not of the demo')
    expect(told.stderr).toContain('--data')
  }, 120_000)

  test.each(['-1', '1.5', 'one', '', '1000000000'])('refuses --seed=%s', async seed => {
    const { told, ended } = vedette('demo', `--seed=${seed}`)
    expect(await ended).toBe(2)
    expect(told.stderr).toContain('--seed must be a whole number')
  })

  test.each(['0', '601', '1.5', 'fast'])('refuses --speed=%s', async speed => {
    const { told, ended } = vedette('demo', `--speed=${speed}`)
    expect(await ended).toBe(2)
    expect(told.stderr).toContain('--speed must be a whole number')
  })

  test('explains itself', async () => {
    const { told, ended } = vedette('demo', '--help')
    expect(await ended).toBe(0)
    for (const option of ['--port', '--data', '--seed', '--speed', '--no-cloud', '--ready-file'])
      expect(told.stdout).toContain(option)
  })
})
