import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Admission } from './admit.ts'
import { overLimit, policyHeader, rateHeader } from './rate-limit.ts'

const NOW = new Date('2026-03-10T12:00:00.000Z')
const policy = { name: 'usage', perMinute: 10 }

const admission = (used: number, startedSecondsAgo = 0): Admission => ({
  keyId: 'key',
  organizationId: 'organization',
  tenantId: null,
  incidentsRevision: 0,
  usageRevision: 0,
  used,
  windowStartedAt: new Date(NOW.getTime() - startedSecondsAgo * 1000),
})

const refusal = (used: number, startedSecondsAgo = 0) =>
  overLimit(policy, admission(used, startedSecondsAgo), NOW)

describe('the rate headers', () => {
  it('name the policy, its quota and its window', () => {
    expect(policyHeader(policy)).toEqual(['ratelimit-policy', '"usage";q=10;w=60'])
    expect(policyHeader({ name: 'incidents', perMinute: 600 })[1]).toBe('"incidents";q=600;w=60')
  })

  it.each([
    [0, 0, '"usage";r=10;t=60'],
    [1, 0, '"usage";r=9;t=60'],
    [9, 0.001, '"usage";r=1;t=60'],
    [10, 1, '"usage";r=0;t=59'],
    [11, 30, '"usage";r=0;t=30'],
    [1000, 30.5, '"usage";r=0;t=30'],
    [1, 58.999, '"usage";r=9;t=2'],
    [1, 59, '"usage";r=9;t=1'],
    [1, 59.999, '"usage";r=9;t=1'],
    [1, 60, '"usage";r=9;t=0'],
    [1, 3600, '"usage";r=9;t=0'],
    [1, -5, '"usage";r=9;t=60'],
  ])('after %i requests in a window begun %d seconds ago are %s', (used, ago, header) => {
    expect(rateHeader(policy, admission(used, ago), NOW)).toBe(header)
  })
})

describe('a request', () => {
  it.each([0, 1, 9, 10])('that is the %ith of its window passes', used => {
    expect(refusal(used)).toBeUndefined()
  })

  it.each([
    [11, 0, '60'],
    [11, 0.5, '60'],
    [12, 30, '30'],
    [11, 59, '1'],
    [11, 59.999, '1'],
    [11, 60, '1'],
    [11, 600, '1'],
    [1_000_000, -100, '60'],
  ])('that is the %ith of a window begun %d seconds ago is told to wait %s seconds', (used, ago, seconds) => {
    const problem = refusal(used, ago)
    expect(problem).toMatchObject({ status: 429, headers: { 'retry-after': seconds } })
    expect(problem?.message).toContain(`10 requests`)
    expect(problem?.message).toContain(`in ${seconds} second`)
  })

  it('is refused exactly when nothing was left for it, and told a whole number from 1 to 60', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: -120_000, max: 120_000 }), (used, ago) => {
        const problem = refusal(used, ago / 1000)
        expect(problem !== undefined).toBe(used > 10)
        if (problem) expect(problem.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/)
      }),
    )
  })
})
