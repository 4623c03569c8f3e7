// %placeholders% of the `expand` modifier, replaced by the values that whoever loads the rule has given.
import { RuleError } from '../rule.ts'

const placeholder = /(?<!\\)%([^%\\\s]+)%/

/** Most texts one value may expand to: several lists in one value multiply. */
const most = 10_000

/** Every text the value stands for. `\%` is a plain percent sign. */
export function replacePlaceholders(
  text: string,
  placeholders: Record<string, Array<string | number>>,
  line: number | null,
): string[] {
  const match = placeholder.exec(text)
  if (match === null) return [text.replaceAll('\\%', '%')]
  const name = match[1]!
  const values = Object.hasOwn(placeholders, name) ? placeholders[name]! : undefined
  if (values === undefined || values.length === 0) {
    throw new RuleError(
      `the placeholder %${name}% has no values: give some for it or leave the rule out`,
      line,
    )
  }
  const before = text.slice(0, match.index).replaceAll('\\%', '%')
  const rest = replacePlaceholders(text.slice(match.index + match[0].length), placeholders, line)
  if (values.length * rest.length > most)
    throw new RuleError(`the placeholders expand to more than ${most} values`, line)
  return values.flatMap(value => rest.map(end => `${before}${value}${end}`))
}
