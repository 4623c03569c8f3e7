import { expect, it } from 'vitest'
import { type Standing, sayStanding } from './standing.ts'

type States = Standing['collecting'][number]['state'][]

const collecting = (...states: States): Standing['collecting'] => [
  { source: 'directory', state: 'well', isProblem: false },
  ...states.map(state => ({
    source: 'Audit.Exchange' as const,
    state,
    isProblem: state === 'failing' || state === 'silent',
  })),
]
const monitoring = { service: 'Monitoring', isPaused: false, offboardedOn: null } as const
const scan = { ...monitoring, service: 'Scan' } as const

const judging = { state: 'well' } as const

const CASES: [string, Omit<Standing, 'judging'> & Partial<Standing>][] = [
  ['Monitoring: watched live', { tenant: monitoring, collecting: collecting('well', 'history', 'left out') }],
  [
    'Monitoring: its history is being read',
    { tenant: monitoring, collecting: collecting('history', 'waiting') },
  ],
  [
    'Monitoring: about to be read for the first time',
    { tenant: monitoring, collecting: collecting('waiting') },
  ],
  [
    'Monitoring: watched live, but not all of its logs are in order',
    { tenant: monitoring, collecting: collecting('well', 'silent') },
  ],
  [
    'Monitoring: watched live, but what comes in is not judged',
    { tenant: monitoring, collecting: collecting('well', 'silent'), judging: { state: 'behind' } },
  ],
  [
    'Monitoring: watched live, but not everybody can be judged',
    { tenant: monitoring, collecting: collecting('well'), judging: { state: 'failing' } },
  ],
  [
    'Monitoring: none of its logs can be read at the moment',
    { tenant: monitoring, collecting: collecting('failing', 'failing', 'not licensed') },
  ],
  [
    'Monitoring: none of its logs can be read',
    { tenant: monitoring, collecting: collecting('not licensed') },
  ],
  ['Monitoring: not connected, nothing is collected', { tenant: monitoring, collecting: [] }],
  [
    'Monitoring: paused, nothing is collected',
    { tenant: { ...monitoring, isPaused: true }, collecting: collecting('paused') },
  ],
  [
    'Monitoring: no longer watched',
    { tenant: { ...monitoring, offboardedOn: '2026-11-02' }, collecting: [] },
  ],
  [
    'Scan: about to be read for the first time',
    { tenant: scan, collecting: collecting('waiting', 'waiting') },
  ],
  ['Scan: its history is being read', { tenant: scan, collecting: collecting('finished', 'history') }],
  [
    'Scan: its history was looked through once',
    { tenant: scan, collecting: collecting('finished', 'finished', 'left out') },
  ],
]

it.each(CASES)('%s', (words, page) => {
  expect(sayStanding({ judging, ...page })).toBe(words)
})
