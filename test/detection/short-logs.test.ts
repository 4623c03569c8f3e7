// Two days of a log, in which nobody has a past: a password that opens an old mail protocol is found all the same.
import { expect, test } from 'vitest'
import { compareWithTruth, judgeSimulated } from './simulated.ts'

const FROM = '2026-02-02'
const MORNING = new Date(`${FROM}T09:00:00Z`)

test.each([41, 42, 43, 44])('an old mail protocol, company %i', async seed => {
  const verdict = await judgeSimulated({
    seed,
    people: 8,
    days: 2,
    from: FROM,
    // Without the licence, only the audit log tells of it.
    hasP1: seed % 2 === 0,
    attacks: [{ kind: 'legacy-protocol', at: MORNING }],
  })
  expect(verdict.records).toBeGreaterThan(100)
  expect(compareWithTruth(verdict)).toEqual({
    victims: 1,
    quiet: 1,
    missed: [],
    missedQuiet: [],
    misdated: [],
    several: [],
    invented: [],
  })
})
