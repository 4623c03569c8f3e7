// Nobody takes it for quiet when it is only not judged: the tenant's page and the overview tell, and so do metrics.
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openPlaces } from '../../src/events/places/places.ts'
import { concludePeople } from '../../src/monitor/conclude.ts'
import { judgingMetric } from '../../src/monitor/metrics.ts'
import { rememberPeople } from '../../src/monitor/people.ts'
import { rulesInForce } from '../../src/monitor/rules-in-force.ts'
import { signIn } from '../console/sign-in.ts'
import { makeOrganization, serviceForTest } from '../harness.ts'
import { FROM, node, store, tell, tenantOf } from './ground.ts'

const { directoryTenantId, records } = tell({ seed: 5, attacks: [], people: 5, days: 3 })

interface TenantPage {
  judging: { state: string; isProblem: boolean; words: string; since: string | null }
}

interface Overview {
  attention: { tenants: { serviceTenantId: string; reasons: { kind: string; words?: string }[] }[] }
}

async function ground() {
  const service = await serviceForTest({ settings: { VEDETTE_APP_URL: '' } })
  service.clock.set(new Date(FROM))
  const organization = await makeOrganization(service)
  const tenant = await tenantOf(service, organization, directoryTenantId)
  const admin = await signIn(service, { role: 'Admin', organization })
  const judging = async () => {
    const response = await admin.get(`/tenants/${tenant.serviceTenantId}`)
    return ((await response.json()) as TenantPage).judging
  }
  const reasonsIn = async (visitor: Pick<typeof admin, 'get'>) => {
    const { attention } = (await (await visitor.get('/overview')).json()) as Overview
    const of = attention.tenants.find(({ serviceTenantId }) => serviceTenantId === tenant.serviceTenantId)
    return (of?.reasons ?? []).filter(({ kind }) => kind === 'judging')
  }
  const registry = new Registry()
  judgingMetric(registry, service.database.owner)
  const measured = async (name: string) => {
    const { values } = await registry.getSingleMetric(name)!.get()
    return values[0]?.value
  }
  return { service, organization, tenant, admin, judging, reasonsIn, measured }
}

test('records that wait are told of, as a trouble once they wait for long, until they are judged', async () => {
  const { service, organization, tenant, admin, judging, reasonsIn, measured } = await ground()
  const stranger = await signIn(service, { role: 'Admin' })
  expect(await judging()).toMatchObject({ state: 'well', isProblem: false, since: null })

  const storedAt = service.clock.read().toISOString()
  const stored = await store(service, organization, tenant, records)
  const waiting = `${stored.toLocaleString('en')} records have not been judged`
  expect(await judging()).toEqual({
    state: 'working',
    isProblem: false,
    words: `${waiting} yet.`,
    since: storedAt,
  })
  expect(await reasonsIn(admin)).toEqual([])

  service.clock.turn({ seconds: 16 * 60 })
  const behind = await judging()
  expect(behind).toMatchObject({ state: 'behind', isProblem: true, since: storedAt })
  expect(behind.words).toContain(`${waiting}: an attack among them is not seen.`)
  expect(await reasonsIn(admin)).toEqual([{ kind: 'judging', words: behind.words }])
  expect(await reasonsIn(stranger)).toEqual([])
  expect(await measured('vedette_judging_staleness_seconds')).toBeGreaterThan(16 * 60)

  await (await node(service))(organization.id, tenant.id)
  expect(await judging()).toMatchObject({ state: 'well', since: null })
  expect(await reasonsIn(admin)).toEqual([])
  expect(await measured('vedette_judging_staleness_seconds')).toBe(0)
})

test('somebody who cannot be judged keeps nobody else from it, and is named until they can', async () => {
  const { service, organization, tenant, admin, judging, reasonsIn, measured } = await ground()
  await store(service, organization, tenant, records)
  // Taken as seen, and nobody concluded about: everybody is due.
  await (await node(service, { peopleAtOnce: 0 }))(organization.id, tenant.id)
  const people = rememberPeople({ lookBackDays: 30 })
  const rules = rulesInForce()
  const reading = await openPlaces()
  const errors: object[] = []
  let unlucky = ''
  const conclude = (isBroken: boolean) =>
    organization.work(async tx =>
      concludePeople(tx, organization.id, {
        tenantId: tenant.id,
        directoryTenantId,
        most: 25,
        now: service.clock.read(),
        lookBackDays: 30,
        people: {
          ...people,
          async load(...given) {
            const loaded = await people.load(...given)
            if (!loaded || !isBroken || unlucky !== '') return loaded
            unlucky = loaded.person.user
            const [trace, ...rest] = loaded.person.traces
            const broken = { ...trace!, manner: { ...trace!.manner, habits: null as never } }
            return { ...loaded, person: { ...loaded.person, traces: [broken, ...rest] } }
          },
        },
        inForce: await rules.of(tx, organization.id, tenant.id),
        reading,
        log: { error: (fault: object) => void errors.push(fault) },
      }),
    )
  service.clock.turn({ seconds: 600 })
  expect((await conclude(true)).judged).toBeGreaterThan(1)
  expect(errors).toEqual([expect.objectContaining({ person: unlucky, tenant: tenant.id })])
  const failing = await judging()
  expect(failing).toMatchObject({ state: 'failing', isProblem: true })
  expect(failing.words).toContain(`${unlucky} could not be judged`)
  expect(await reasonsIn(admin)).toEqual([{ kind: 'judging', words: failing.words }])

  expect(await measured('vedette_people_not_judged')).toBe(1)

  await organization.work(tx =>
    tx
      .updateTable('judged_people')
      .set({ due_at: service.clock.read() })
      .where('organization_id', '=', organization.id)
      .where('user_name', '=', unlucky)
      .execute(),
  )
  await conclude(false)
  expect(await judging()).toMatchObject({ state: 'well' })
  expect(await measured('vedette_people_not_judged')).toBe(0)
})
