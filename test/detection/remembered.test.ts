// The service remembers of a person what `scan` does, rules over several records among it.
import { expect, test } from 'vitest'
import type { Person } from '../../src/detection/behaviour/memory/ledger.ts'
import { createDetector } from '../../src/detection/detector.ts'
import { ownRules } from '../../src/detection/own-rules.ts'
import { loadRules } from '../../src/detection/sigma/language/load.ts'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { openPlaces } from '../../src/events/places/places.ts'
import { rememberPeople } from '../../src/monitor/people.ts'
import { rulesInForce } from '../../src/monitor/rules-in-force.ts'
import { makeOrganization, serviceForTest } from '../harness.ts'
import { DAY, FROM, store, tell, tenantOf } from './ground.ts'

test('rules over several records match the same people in the service as in a scan', async () => {
  const story = tell({
    seed: 23,
    people: 14,
    attacks: [
      { kind: 'password-spray', at: new Date(FROM + 14 * DAY + 10 * 3_600_000) },
      { kind: 'mfa-fatigue', at: new Date(FROM + 16 * DAY + 10 * 3_600_000) },
    ],
  })
  const loaded = loadRules(await ownRules())
  const isCorrelation = new Set(loaded.correlations.map(({ id }) => id))
  const told = ({ traces }: Person) =>
    traces
      .flatMap(({ id, particulars }) => (particulars?.matches ?? []).map(match => `${id} ${match.id}`))
      .filter(each => isCorrelation.has(each.slice(each.lastIndexOf(' ') + 1)))
      .sort()

  const reading = await openPlaces()
  const detector = createDetector({ rules: loaded })
  for (const { activity } of story.records) {
    const read = normalise(activity.raw, { tenant: story.directoryTenantId, locate: reading.locate })
    if (!isRejection(read)) detector.take([read])
  }
  detector.conclude()
  const scanned = new Map(detector.people().map(person => [person.user, told(person)]))
  const matched = [...scanned].filter(([, matches]) => matches.length > 0)
  expect(matched.length).toBeGreaterThan(0)

  const service = await serviceForTest()
  service.clock.set(new Date(FROM))
  const organization = await makeOrganization(service)
  const tenant = await tenantOf(service, organization, story.directoryTenantId)
  await store(service, organization, tenant, story.records)
  const people = rememberPeople({ lookBackDays: 60 })
  for (const [user, expected] of matched) {
    const remembered = await organization.work(async tx => {
      const { rules } = await rulesInForce().of(tx, organization.id, tenant.id)
      return people.load(tx, organization.id, {
        tenantId: tenant.id,
        directoryTenantId: story.directoryTenantId,
        names: [user],
        newestAt: new Date(FROM + 20 * DAY),
        historyFrom: null,
        through: Number.MAX_SAFE_INTEGER,
        rules,
        reading,
      })
    })
    expect([user, told(remembered!.person)]).toEqual([user, expected])
  }
})
