// The moves an incident may make between its states. Pure.
import type { RemediationStatus } from '../database/types.ts'

export const MOVE_NAMES = ['contain', 'remediate', 'mark as false positive', 'reopen'] as const
export type Move = (typeof MOVE_NAMES)[number]

const MOVES: Record<Move, { from: RemediationStatus[]; to: RemediationStatus }> = {
  contain: { from: ['UNREMEDIATED'], to: 'CONTAINED' },
  remediate: { from: ['CONTAINED'], to: 'REMEDIATED' },
  'mark as false positive': { from: ['UNREMEDIATED', 'CONTAINED', 'REMEDIATED'], to: 'FALSE_POSITIVE' },
  reopen: { from: ['CONTAINED', 'REMEDIATED', 'FALSE_POSITIVE'], to: 'UNREMEDIATED' },
}

/** The state a move leads to, or undefined when it cannot be made from here. */
export const stateAfter = (status: RemediationStatus, move: Move): RemediationStatus | undefined =>
  MOVES[move].from.includes(status) ? MOVES[move].to : undefined

/** Dwell time counts until the attacker is put out or the alarm is found false, and again after reopening. */
export function dwellEndAfter(to: RemediationStatus, dwellEndedAt: Date | null, at: Date): Date | null {
  return to === 'UNREMEDIATED' ? null : (dwellEndedAt ?? at)
}

/** Whole minutes the attacker was in; never less than none, whatever clocks say. */
export const dwellMinutes = (occurredAt: Date, until: Date): number =>
  Math.max(0, Math.floor((until.getTime() - occurredAt.getTime()) / 60_000))

/** The moves that can be made from a state. */
export const movesFrom = (status: RemediationStatus): Move[] =>
  MOVE_NAMES.filter(move => stateAfter(status, move) !== undefined)
