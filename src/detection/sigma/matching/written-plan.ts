// A plan as a function of its own, written out with the keys it reads: for shapes that come often. To read a key that
// stands in the code costs a fraction of reading one that is given as a value.
import { type Junction, judgeOther, judgeText } from './junction.ts'
import { longest } from './probes.ts'
import { writeFunction } from './write-function.ts'

export type Written = (record: object, into: number[]) => void

/** `enter` goes into what the branches lead to. Null where it cannot be. */
export function writeOut<Branch extends { key: string }>(
  { junctions, below }: { junctions: Junction[]; below: Branch[] },
  enter: (value: unknown, branch: Branch, into: number[]) => void,
): Written | null {
  const given: Record<string, unknown> = { judgeText, judgeOther, enter }
  const lines = ['let value']
  junctions.forEach((junction, n) => {
    given[`junction${n}`] = junction
    lines.push(
      `value = record[${JSON.stringify(junction.key)}]`,
      `if (typeof value === 'string') { if (${lengthTest(junction)}) judgeText(value, junction${n}, into) }`,
      `else if (value !== undefined && value !== null) judgeOther(value, junction${n}, into)`,
    )
  })
  below.forEach((branch, n) => {
    given[`branch${n}`] = branch
    lines.push(
      `value = record[${JSON.stringify(branch.key)}]`,
      `if (value !== undefined && value !== null) enter(value, branch${n}, into)`,
    )
  })
  const source = `return (record, into) => {\n${lines.join('\n')}\n}`
  const make = writeFunction<(...values: unknown[]) => Written>(Object.keys(given), source)
  return make?.(...Object.values(given)) ?? null
}

/** An expression that tells by a text's length, all but a few bits of it, whether it is worth a closer look. */
function lengthTest({ lengths }: Junction): string {
  if (lengths === null || lengths[longest] !== 0) return 'true'
  let bits = 0
  for (let length = 0; length < longest; length++) if (lengths[length] !== 0) bits |= 1 << (length & 31)
  return `(${bits} >>> (value.length & 31)) & 1`
}
