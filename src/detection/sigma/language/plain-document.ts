// A YAML document as plain values, and how its parts are refused.
import { RuleError } from '../rule.ts'

/** A document as plain values, and the line on which each of its parts stands. */
export interface PlainDocument {
  file: string | null
  values: Record<string, unknown>
  lineAt(...path: string[]): number
}

export const refusing =
  (document: PlainDocument) =>
  (reason: string, ...path: string[]): never => {
    throw new RuleError(reason, document.lineAt(...path))
  }

export const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as it may be quoted to its author. */
export const show = (value: unknown) => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value))
