// What a request brings, judged by the shape its route gives. A shape may have a `refusal`: the sentence for whoever typed
// something else.
import type Type from 'typebox'
import { Pointer, Value } from 'typebox/value'
import { Problem } from '../http/problem.ts'

type Fault = ReturnType<typeof Value.Errors>[number]

export function readInput(shape: Type.TSchema | undefined, given: unknown): unknown {
  if (!shape) return undefined
  const value = Value.Default(shape, Value.Convert(shape, structuredClone(given)))
  if (Value.Check(shape, value)) return value
  const fault = Value.Errors(shape, value)[0]!
  const missing = fault.keyword === 'required' ? fault.params.requiredProperties[0]! : null
  const below = (path: string, ...names: string[]) =>
    missing === null ? path : [path, ...names, missing].join('/')
  const parameter = below(fault.instancePath).slice(1).replaceAll('/', '.')
  const detail =
    refusalAt(shape, below(fault.schemaPath.slice(1), 'properties')) ??
    `${parameter || 'The request'} ${wordsFor(fault)}.`
  throw new Problem('invalid-request', detail, { parameter })
}

/** The nearest on the way from what is wrong up to the whole. */
function refusalAt(shape: Type.TSchema, path: string): string | undefined {
  for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const refusal = (Pointer.Get(shape, at) as { refusal?: unknown } | undefined)?.refusal
    if (typeof refusal === 'string') return refusal
  }
  return undefined
}

function wordsFor(fault: Fault): string {
  switch (fault.keyword) {
    case 'required':
      return 'is missing'
    case 'boolean':
    case 'additionalProperties':
      return 'is nothing that can be given here'
    case 'const':
    case 'anyOf':
      return 'is none of the values there are to choose from'
    case 'pattern':
    case 'format':
      return 'is not written as it should be'
    case 'minLength':
    case 'minItems':
      return fault.params.limit === 1 ? 'must not be empty' : fault.message
    default:
      return fault.message
  }
}
