import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { admissions } from '../../src/api/admit.ts'
import { hashKey } from '../../src/keys/secret.ts'
import { makeOrganization, makeTenant, serviceForTest } from '../harness.ts'

describe('admission', () => {
  it('says the same of one alone as of one among many', async () => {
    const service = await serviceForTest()
    const own = await makeOrganization(service)
    const other = await makeOrganization(service, 'Somebody Else')
    const tenant = await makeTenant(service, own)
    const strange = await makeTenant(service, other)
    const tenantIds = [
      undefined,
      tenant.serviceTenantId,
      tenant.directoryTenantId,
      strange.serviceTenantId,
      strange.directoryTenantId,
      randomUUID(),
      'nonesuch',
    ]
    const stranger = { keyHash: hashKey('vdt_nobody'), tenantId: undefined, route: 'usage', cost: 1 as const }
    const company = { keyHash: hashKey(other.key), tenantId: undefined, route: 'usage', cost: 0 as const }
    for (const key of [own.key, 'vdt_of_nobody'])
      for (const tenantId of tenantIds)
        for (const cost of [0, 1] as const)
          for (const size of [1, 3]) {
            const asked = { keyHash: hashKey(key), tenantId, route: 'incidents', cost }
            const admit = admissions(service.database.fast, service.clock.read)
            // A window of its own for each, so that both count from nothing.
            service.clock.turn({ seconds: 61 })
            const alone = await Promise.all(Array.from({ length: size }, () => admit(asked)))
            service.clock.turn({ seconds: 61 })
            const [among] = await Promise.all([
              Promise.all(Array.from({ length: size }, () => admit(asked))),
              admit(stranger),
              admit(company),
            ])
            const plain = (of: typeof alone) =>
              of.map(admission => admission && { ...admission, windowStartedAt: undefined })
            expect(plain(among)).toEqual(plain(alone))
          }
  })
})
