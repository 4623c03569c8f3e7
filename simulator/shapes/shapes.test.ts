import { describe, expect, it } from 'vitest'
import { attackKinds } from '../world/attacks/attack.ts'
import { createWorld, type LoggedRecord, recordsOf } from '../world/world.ts'
import { faultsOfAudit } from './audit.ts'
import { faultsOfWhole } from './faults.ts'
import { directoryAudit, signInBeta, signInV1, subscribedSku, user } from './graph.ts'

const from = new Date('2026-03-02T00:00:00Z')
const to = new Date('2026-03-09T00:00:00Z')
const world = createWorld({
  seed: 21,
  from,
  to,
  tenants: [
    {
      people: 150,
      hasP1: true,
      attacks: attackKinds.map((kind, index) => ({
        kind,
        at: new Date(from.getTime() + (24 + index * 8) * 3_600_000),
      })),
    },
  ],
})
const tenant = world.tenants[0]!

function faultsOf({ feed, record }: LoggedRecord): string[] {
  if (feed === 'signIns' || feed === 'nonInteractiveSignIns') return faultsOfWhole(record, signInBeta)
  if (feed === 'directoryAudits') return faultsOfWhole(record, directoryAudit)
  return faultsOfAudit(record)
}

describe('the shapes Microsoft publishes', () => {
  it('hold for every record of a busy week with every attack', () => {
    const faulty = new Map<string, string>()
    const operations = new Set<string>()
    for (const logged of recordsOf(tenant, world.from, world.to)) {
      operations.add(`${logged.feed} ${logged.record.Operation ?? ''}`)
      for (const fault of faultsOf(logged))
        faulty.set(fault.replace(/\[\d+\]/g, '[]').slice(0, 120), logged.feed)
    }
    expect([...faulty]).toEqual([])
    expect(operations.size).toBeGreaterThan(45)
  })

  it('hold for users and subscriptions', () => {
    expect(tenant.users.flatMap(each => faultsOfWhole({ ...each }, user))).toEqual([])
    expect(tenant.skus.flatMap(each => faultsOfWhole({ ...each }, subscribedSku))).toEqual([])
  })

  it('find what does not hold', () => {
    const [first] = recordsOf(tenant, world.from + 9 * 3_600_000, world.from + 10 * 3_600_000)
    expect(
      faultsOfAudit({ ...first!.record, RecordType: 15, CreationTime: '2026-03-02T09:00:00Z' }),
    ).not.toEqual([])
    expect(faultsOfWhole({ id: 'x' }, signInV1).length).toBeGreaterThan(10)
    expect(faultsOfAudit({ RecordType: 999 })).toEqual(['RecordType 999 is not one that is known here'])
  })
})
