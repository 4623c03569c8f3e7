// A rule for a log that is not collected can be used and finds nothing: whoever wrote it is told.
import { isKnownLog } from './sigma/fields/fields.ts'
import type { LoadedRules } from './sigma/language/load.ts'
import type { LogSource, SigmaRule } from './sigma/rule.ts'

/** Null when the rule speaks of a log that Vedette collects. */
export function logSourceWarning({ logsource }: SigmaRule): string | null {
  if (isKnownLog(logsource)) return null
  const none = `no log that Vedette collects is ${nameOf(logsource)}`
  const product = logsource.product?.toLowerCase()
  if (product === undefined) return `${none}: this rule is tried on every record, and may never match`
  if (product === 'm365')
    return `${none}: this rule is tried on all of the unified audit log, and may never match`
  return `${none}: this rule will never match`
}

export const firstWarning = ({ rules }: LoadedRules): string | null =>
  rules.map(logSourceWarning).find(warning => warning !== null) ?? null

const nameOf = (logsource: LogSource): string =>
  (['product', 'service', 'category'] as const)
    .filter(key => typeof logsource[key] === 'string')
    .map(key => `${key} ${logsource[key]}`)
    .join(', ')
