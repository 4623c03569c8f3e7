// The service finds in stored records what `scan` finds in files: the same attacks on the same people.
import { expect, test } from 'vitest'
import { createDetector } from '../../src/detection/detector.ts'
import { ownRules } from '../../src/detection/own-rules.ts'
import { loadRules } from '../../src/detection/sigma/language/load.ts'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { openPlaces } from '../../src/events/places/places.ts'
import { listed, makeOrganization, serviceForTest } from '../harness.ts'
import { batches, DAY, FROM, node, shuffled, store, tell, tenantOf } from './ground.ts'

test('attacks that touch several people are found for each of them, with the same beginning', async () => {
  const at = (day: number) => new Date(FROM + day * DAY + 10 * 3_600_000)
  const story = tell({
    seed: 23,
    people: 14,
    attacks: [
      { kind: 'password-spray', at: at(14) },
      { kind: 'internal-phishing', at: at(16) },
    ],
  })
  const { locate } = await openPlaces()
  const detector = createDetector({ rules: loadRules(await ownRules()) })
  for (const { activity } of story.records) {
    const read = normalise(activity.raw, { tenant: story.directoryTenantId, locate })
    if (!isRejection(read)) detector.take([read])
  }
  const expected = detector
    .conclude()
    .map(({ user, occurredAt }) => [user, new Date(occurredAt).toISOString()])
  expect(expected.length).toBeGreaterThan(1)

  const service = await serviceForTest()
  service.clock.set(new Date(FROM))
  const organization = await makeOrganization(service)
  const tenant = await tenantOf(service, organization, story.directoryTenantId)
  const judge = await node(service, { peopleAtOnce: 5 })
  const history = story.records.filter(({ activity }) => activity.at < at(13).getTime())
  const rest = story.records.filter(({ activity }) => activity.at >= at(13).getTime())
  for (const part of [[history], batches(shuffled(rest, 7), Math.ceil(rest.length / 3))].flat()) {
    await store(service, organization, tenant, part)
    await judge(organization.id, tenant.id)
  }
  const found = await listed(await service.get('/beta/incidents?limit=100', organization.key))
  expect(found.map(({ user, occurredAt }) => [user.userPrincipalName, occurredAt]).sort()).toEqual(
    expected.sort(),
  )
})
