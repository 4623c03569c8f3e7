import { describe, expect, it } from 'vitest'
import type { RemediationStatus } from '../database/types.ts'
import { dwellEndAfter, type Move, stateAfter } from './moves.ts'

const STATES: RemediationStatus[] = ['UNREMEDIATED', 'CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE']
const MOVES: Move[] = ['contain', 'remediate', 'mark as false positive', 'reopen']

describe('an incident', () => {
  const table: [RemediationStatus, Move, RemediationStatus | undefined][] = [
    ['UNREMEDIATED', 'contain', 'CONTAINED'],
    ['UNREMEDIATED', 'remediate', undefined],
    ['UNREMEDIATED', 'mark as false positive', 'FALSE_POSITIVE'],
    ['UNREMEDIATED', 'reopen', undefined],
    ['CONTAINED', 'contain', undefined],
    ['CONTAINED', 'remediate', 'REMEDIATED'],
    ['CONTAINED', 'mark as false positive', 'FALSE_POSITIVE'],
    ['CONTAINED', 'reopen', 'UNREMEDIATED'],
    ['REMEDIATED', 'contain', undefined],
    ['REMEDIATED', 'remediate', undefined],
    ['REMEDIATED', 'mark as false positive', 'FALSE_POSITIVE'],
    ['REMEDIATED', 'reopen', 'UNREMEDIATED'],
    ['FALSE_POSITIVE', 'contain', undefined],
    ['FALSE_POSITIVE', 'remediate', undefined],
    ['FALSE_POSITIVE', 'mark as false positive', undefined],
    ['FALSE_POSITIVE', 'reopen', 'UNREMEDIATED'],
  ]

  it.each(table)('%s, on %s, becomes %s', (from, move, to) => {
    expect(stateAfter(from, move)).toBe(to)
  })

  it('has every state and every move in the table', () => {
    expect(new Set(table.map(([from, move]) => `${from} ${move}`)).size).toBe(STATES.length * MOVES.length)
  })

  it('can reach every state from every other', () => {
    for (const start of STATES) {
      const reached = new Set<RemediationStatus>([start])
      for (const state of reached)
        for (const move of MOVES) {
          const next = stateAfter(state, move)
          if (next) reached.add(next)
        }
      expect([...reached].sort()).toEqual([...STATES].sort())
    }
  })
})

describe('the dwell time', () => {
  const [before, at] = [new Date('2026-03-10T11:00:00.000Z'), new Date('2026-03-10T12:00:00.000Z')]

  it.each([
    ['ends with containment', 'CONTAINED', null, at],
    ['ends when an alarm is found false', 'FALSE_POSITIVE', null, at],
    ['ends with remediation when it has not yet', 'REMEDIATED', null, at],
    ['stays ended through remediation', 'REMEDIATED', before, before],
    ['stays ended when found false after containment', 'FALSE_POSITIVE', before, before],
    ['runs again after reopening', 'UNREMEDIATED', before, null],
    ['runs on while nothing is done', 'UNREMEDIATED', null, null],
  ] as const)('%s', (_what, to, endedAt, expected) => {
    expect(dwellEndAfter(to, endedAt, at)).toEqual(expected)
  })
})
