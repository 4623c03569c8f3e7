// The records behind the acts of an incident that detection has found, and what its attacker is known by.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type {
  readIncidentPage,
  readIncidentRecord,
  readIncidentRecords,
} from '../../src/console/incidents/incident.ts'
import type { Answer } from '../../src/console/route.ts'
import { DAY, FROM, node, store, tell, tenantOf } from '../detection/ground.ts'
import { listed, type Service, startService } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

type Page = Answer<typeof readIncidentPage>

const at = new Date(FROM + 15 * DAY + 10 * 3_600_000)
const story = tell({ seed: 11, attacks: [{ kind: 'token-theft', at }] })

let service: Service
let member: SignedIn
let stranger: SignedIn
let path: string
let page: Page
beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
  service.clock.set(new Date(FROM))
  member = await signIn(service, { role: 'Full Member' })
  stranger = await signIn(service, { role: 'Admin' })
  const tenant = await tenantOf(service, member.organization, story.directoryTenantId)
  await store(service, member.organization, tenant, story.records)
  await (await node(service))(member.organization.id, tenant.id)
  const [incident] = await listed(await service.get('/beta/incidents', member.organization.key))
  path = `/tenant/${tenant.serviceTenantId}/incidents/${incident!.id}`
  page = (await (await member.get(path)).json()) as Page
})
afterAll(() => service.close())

const recordsOf = async (activityId: string) =>
  (await (await member.get(`${path}/activities/${activityId}/records`)).json()) as Answer<
    typeof readIncidentRecords
  >

it('an act that stands for several records lists as many, and each can be opened', async () => {
  const several = page.activities.filter(({ records }) => records > 1)
  expect(several.map(({ actor }) => actor)).toContain('attacker')
  // Two logs may call their copies of one event by the same id.
  const raws = Map.groupBy(story.records, ({ activity }) => activity.id)
  for (const activity of several) {
    const { records } = await recordsOf(activity.id)
    expect(records, activity.title).toHaveLength(activity.records)
    expect(records[0]!.at).toBe(activity.at)
    const last = records.at(-1)!
    const opened = await member.get(`${path}/activities/${activity.id}?record=${encodeURIComponent(last.id)}`)
    const { record } = (await opened.json()) as Answer<typeof readIncidentRecord>
    expect(raws.get(last.id)!.map(({ activity }) => activity.raw)).toContainEqual(record)
  }
})

it('no record belongs to two acts', async () => {
  const all = await Promise.all(page.activities.map(({ id }) => recordsOf(id)))
  const ids = all.flatMap(({ records }) => records.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(page.activities.length)
  expect(new Set(ids).size).toBe(ids.length)
})

it('records of other acts and for other organizations are as ones that do not exist', async () => {
  const [one, other] = page.activities.map(({ id }) => id)
  const { records } = await recordsOf(other!)
  for (const [who, where] of [
    [stranger, `${path}/activities/${one}/records`],
    [member, `${path}/activities/${randomUUID()}/records`],
    [member, `${path}/activities/nothing/records`],
    [member, `${path}/activities/${one}?record=${encodeURIComponent(records[0]!.id)}`],
    [member, `${path}/activities/${one}?record=%00`],
  ] as const)
    expect([400, 404], where).toContain((await who.get(where)).status)
})

it('names the attacker’s addresses and sessions, and marks a session that is the owner’s too', async () => {
  const { attacker, attack, activities } = page
  expect(attacker.addresses).toEqual(attack!.addresses)
  expect(attacker.addresses.length).toBeGreaterThan(0)
  expect(attacker.lastSeenAt).toBe(attack!.lastSeenAt)
  // Stolen: detection does not call it the attacker's, as its owner goes on in it.
  expect(attack!.sessions).toEqual([])
  expect(attacker.sessions).toMatchObject([{ isOwners: true }])
  expect(activities.some(({ actor }) => actor === 'user')).toBe(true)
})
