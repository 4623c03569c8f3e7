import { describe, expect, test } from 'vitest'
import { TECHNIQUES } from '../incidents/techniques.ts'
import { activitiesOf } from './activities.ts'
import { tellStory } from './story.ts'

const now = new Date('2026-11-15T03:10:00.000Z')
const { organizations } = tellStory({ seed: 1, today: now })
const all = organizations.flatMap(({ tenants }) =>
  tenants.flatMap(({ incidents, users, directoryTenantId }) =>
    incidents.map(incident => {
      const account = { ...users.find(({ id }) => id === incident.userId)!, directoryTenantId }
      return { incident, account, told: activitiesOf(incident, account, { now }) }
    }),
  ),
)
const EXAMPLE_ADDRESS = /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^2001:db8:/

describe('the timeline of an incident', () => {
  test('is the same whenever it is told', () => {
    for (const { incident, account, told } of all.slice(0, 20))
      expect(activitiesOf(incident, account, { now })).toEqual(told)
  })

  test('begins for the attacker at the moment the incident occurred', () => {
    for (const { incident, told } of all)
      expect(told.activities.find(({ actor }) => actor === 'attacker')!.at).toEqual(incident.occurredAt)
  })

  test('shows ordinary sign-ins before, and nothing of the future', () => {
    for (const { incident, told } of all) {
      const own = told.activities.filter(({ actor, at }) => actor === 'user' && at < incident.occurredAt)
      expect(own.length).toBeGreaterThan(5)
      expect(told.activities.every(({ at }) => at <= now)).toBe(true)
      const moments = told.activities.map(({ at }) => at.getTime())
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    }
  })

  test('names every kind of attack, each with techniques that are known by name', () => {
    expect(new Set(all.map(({ incident }) => incident.attack.kind)).size).toBe(10)
    const used = new Set(
      all.flatMap(({ told }) => told.activities.flatMap(({ technique }) => technique ?? [])),
    )
    expect([...used].filter(technique => !TECHNIQUES[technique])).toEqual([])
  })

  test('uses only addresses that are set aside for examples', () => {
    const used = all.flatMap(({ told }) => told.activities.flatMap(({ address }) => address ?? []))
    expect(used.filter(address => !EXAMPLE_ADDRESS.test(address))).toEqual([])
  })

  test('gives each sign-in the record behind it, of the same account, moment and address', () => {
    for (const { account, told } of all)
      for (const { kind, raw, at, address } of told.activities)
        if (kind === 'sign-in')
          expect(raw).toMatchObject({
            userId: account.id,
            createdDateTime: at.toISOString(),
            ipAddress: address,
          })
  })

  test('comes with reasons, what was done among them, and with the way of the record that settled it', () => {
    for (const { incident, told } of all) {
      const { facts, settled } = told
      const acts = told.activities.filter(({ actor }) => actor === 'attacker')
      expect(new Set(facts.why).size).toBe(facts.why.length)
      expect(facts.why.join()).toContain(incident.attack.origin.network)
      for (const { kind, title, at } of acts)
        if (kind !== 'sign-in' && at <= incident.createdAt) expect(facts.why).toContain(title)
      expect(facts.lastSeenAt).toEqual(acts.at(-1)!.at)
      expect(acts.map(({ at }) => at)).toContainEqual(settled.at)
      const way = [settled.at, settled.publishedAt!, settled.storedAt, incident.createdAt].map(Number)
      expect(way).toEqual(way.toSorted((a, b) => a - b))
    }
  })
})
