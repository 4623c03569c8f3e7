import { expect, it } from 'vitest'
import { sayDetail } from './detail.ts'

it('says states, days and figures in words, and leaves ids out', () => {
  expect(
    sayDetail({ serviceTenantId: 'x', from: 'UNREMEDIATED', to: 'FALSE_POSITIVE', reason: 'A trip' }),
  ).toBe('from: Open · to: False positive · reason: A trip')
  expect(sayDetail({ countries: ['NO', 'SE'], untilOn: '2026-12-01', note: null })).toBe(
    'countries: NO, SE · until: 2026-12-01',
  )
  expect(sayDetail({ percentageBefore: 100, percentageAfter: 40 })).toBe(
    'percentage before: 100 · percentage after: 40',
  )
})
