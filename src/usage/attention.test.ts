import { expect, it } from 'vitest'
import { attentionFor } from './attention.ts'

const TODAY = '2026-03-10'
const facts = {
  onboardedOn: '2025-01-01',
  trialDays: 14,
  offboardedOn: null,
  absences: [],
  isInternal: false,
  pauses: [],
  openIncidents: 0,
  containedIncidents: 0,
}
const paused = { pauses: [{ pausedOn: '2026-03-01', resumedOn: null }] }
const one = { openIncidents: 1, containedIncidents: 2 }

it.each<[string, Partial<Parameters<typeof attentionFor>[1]>, unknown[]]>([
  ['nothing where all is well', {}, []],
  ['open incidents', one, [{ kind: 'incidents', open: 1, contained: 2 }]],
  [
    'feeds that bring nothing',
    { collecting: { feeds: 2, words: 'Consent was withdrawn.' } },
    [{ kind: 'collecting', feeds: 2, words: 'Consent was withdrawn.' }],
  ],
  ['a pause', paused, [{ kind: 'paused', since: '2026-03-01' }]],
  ['no pause that is over', { pauses: [{ pausedOn: '2026-02-01', resumedOn: '2026-02-10' }] }, []],
  [
    'a trial that ends within a week',
    { onboardedOn: '2026-03-03' },
    [{ kind: 'trial ends', on: '2026-03-17' }],
  ],
  ['no trial that ends later', { onboardedOn: '2026-03-04' }, []],
  ['no trial that is over', { onboardedOn: '2026-02-24' }, []],
  [
    'incidents before the pause',
    { ...one, ...paused },
    [
      { kind: 'incidents', open: 1, contained: 2 },
      { kind: 'paused', since: '2026-03-01' },
    ],
  ],
  ['a paused tenant of its own', { ...paused, isInternal: true }, [{ kind: 'paused', since: '2026-03-01' }]],
  [
    'only incidents of whoever has left',
    { ...paused, ...one, offboardedOn: '2026-03-05' },
    [{ kind: 'incidents', open: 1, contained: 2 }],
  ],
  ['nothing of whoever has left', { ...paused, offboardedOn: '2026-03-05' }, []],
])('attention is for %s', (_clause, some, reasons) => {
  expect(attentionFor(TODAY, { ...facts, ...some })).toEqual(reasons)
})
