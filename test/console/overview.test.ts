// The first page, in one answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pauseTenant } from '../../src/tenants/pause.ts'
import { makeIncident, makeTenant, move, type Service, startService } from '../harness.ts'
import { signIn } from './sign-in.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: '' } })
})
afterAll(() => service.close())

interface Overview {
  counts: Record<string, number>
  incidents: { id: string }[]
  months: { month: string; live: number; fromHistory: number; medianDwellMinutes: number | null }[]
  attention: { total: number; tenants: { displayName: string; reasons: { kind: string }[] }[] }
  watched: { tenants: number; paused: number; onTrial: number; users: number }
}
const read = async (response: Response) => {
  expect(response.status).toBe(200)
  return (await response.json()) as Overview
}

test('a fresh organization has nothing, and thirteen months of it', async () => {
  const admin = await signIn(service, { role: 'Admin' })
  const overview = await read(await admin.get('/overview'))
  expect(overview).toMatchObject({
    counts: { UNREMEDIATED: 0, CONTAINED: 0, REMEDIATED: 0, FALSE_POSITIVE: 0 },
    incidents: [],
    attention: { total: 0, tenants: [] },
    watched: { tenants: 0, paused: 0, onTrial: 0, users: 0 },
  })
  expect(overview.months.map(({ month }) => month)).toEqual([
    ...['2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10'],
    ...['2025-11', '2025-12', '2026-01', '2026-02', '2026-03'],
  ])
})

test('both roles see what is open, who needs attention and how it went', async () => {
  const admin = await signIn(service, { role: 'Admin' })
  const { organization } = admin
  const member = await signIn(service, { role: 'Full Member', organization })
  const attacked = await makeTenant(service, organization, { displayName: 'Attacked' })
  const paused = await makeTenant(service, organization, { displayName: 'Paused' })
  await makeTenant(service, organization, { displayName: 'On trial', onboardedOn: '2026-03-01' })
  await makeTenant(service, organization, { displayName: 'Quiet' })
  await organization.work(tx =>
    pauseTenant(tx, organization.id, { tenantId: paused.id, at: service.clock.read() }),
  )
  // Of three contained ones, the middle one counts; one found in history and a false alarm do not.
  for (const minutes of [10, 30, 600]) {
    const occurredAt = new Date(service.clock.read().getTime() - minutes * 60_000)
    const id = await makeIncident(service, organization, attacked, { occurredAt })
    await move(service, organization, id, 'contain')
    if (minutes === 30) await move(service, organization, id, 'remediate')
  }
  const old = await makeIncident(service, organization, attacked, {
    occurredAt: new Date('2025-12-01T00:00:00.000Z'),
    isLive: false,
  })
  await move(service, organization, old, 'contain')
  await move(service, organization, old, 'remediate')
  const alarm = await makeIncident(service, organization, attacked)
  await move(service, organization, alarm, 'mark as false positive')
  service.clock.turn({ seconds: 1 })
  const open = await makeIncident(service, organization, attacked)

  const overview = await read(await member.get('/overview'))
  expect(overview.counts).toEqual({ UNREMEDIATED: 1, CONTAINED: 2, REMEDIATED: 2, FALSE_POSITIVE: 1 })
  expect(overview.incidents.map(({ id }) => id)).toEqual([open])
  expect(overview.months.at(-1)).toEqual({
    month: '2026-03',
    live: 5,
    fromHistory: 1,
    medianDwellMinutes: 30,
  })
  expect(overview.months.at(-2)).toEqual({
    month: '2026-02',
    live: 0,
    fromHistory: 0,
    medianDwellMinutes: null,
  })
  expect(overview.attention.tenants).toMatchObject([
    { displayName: 'Attacked', reasons: [{ kind: 'incidents', open: 1, contained: 2 }] },
    { displayName: 'On trial', reasons: [{ kind: 'trial ends', on: '2026-03-15' }] },
    { displayName: 'Paused', reasons: [{ kind: 'paused', since: '2026-03-10' }] },
  ])
  expect(overview.watched).toEqual({ tenants: 3, paused: 1, onTrial: 1, users: 3 })

  const stranger = await signIn(service, { role: 'Admin' })
  expect((await read(await stranger.get('/overview'))).incidents).toEqual([])
})
