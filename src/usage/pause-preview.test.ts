import { describe, expect, it } from 'vitest'
import type { BillingFacts } from './billing.ts'
import { previewPause } from './pause-preview.ts'

const facts = (some: Partial<BillingFacts> = {}): BillingFacts => ({
  onboardedOn: '2025-01-01',
  trialDays: 14,
  offboardedOn: null,
  absences: [],
  isInternal: false,
  pauses: [],
  ...some,
})
const open = (pausedOn: string) => ({ pauses: [{ pausedOn, resumedOn: null }] })

describe('a preview', () => {
  it.each([
    ['pausing leaves the days so far', '2026-03-10', {}, 'pause', 100, 29.03],
    ['pausing on the 1st leaves nothing', '2026-03-01', {}, 'pause', 100, 0],
    ['pausing on the last day saves one', '2026-03-31', {}, 'pause', 100, 96.77],
    ['resuming brings the days to come', '2026-03-20', open('2026-03-10'), 'resume', 29.03, 67.74],
    ['resuming after months brings the rest', '2026-03-31', open('2026-01-05'), 'resume', 0, 3.23],
    ['resuming on the day it was paused undoes it', '2026-03-10', open('2026-03-10'), 'resume', 29.03, 100],
    [
      'pausing again after an earlier pause',
      '2026-03-21',
      { pauses: [{ pausedOn: '2026-03-10', resumedOn: '2026-03-15' }] },
      'pause',
      83.87,
      48.39,
    ],
    ['pausing a trial defers nothing', '2026-03-05', { onboardedOn: '2026-03-01' }, 'pause', 54.84, 0],
    ["the organization's own costs nothing", '2026-03-10', { isInternal: true }, 'pause', 0, 0],
  ])('%s', (_clause, today, some, move, before, after) => {
    const preview = previewPause(today, facts(some))
    expect(preview.move).toBe(move)
    expect(preview.before.proratingPercentageThisMonth).toBe(before)
    expect(preview.after.proratingPercentageThisMonth).toBe(after)
  })
})
