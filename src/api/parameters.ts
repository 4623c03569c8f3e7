// Query parameters: each is one definition that validates the text, documents it and says what is wrong with it.
import Type from 'typebox'
import { Problem } from '../http/problem.ts'
import { readCursor } from '../incidents/cursor.ts'
import { readDay, readMoment } from './moments.ts'

export interface Parameter<T> {
  schema: Type.TSchema
  /** Undefined when the text is not valid. */
  read(text: string): T | undefined
  /** Completes "limit must …". */
  must: string
}
export type Parameters = Record<string, Parameter<unknown>>
export type Values<P extends Parameters> = { [N in keyof P]?: P[N] extends Parameter<infer T> ? T : never }

export const wholeNumber = (
  description: string,
  { minimum, maximum, fallback }: { minimum: number; maximum: number; fallback: number },
): Parameter<number> => ({
  schema: Type.Integer({ description, minimum, maximum, default: fallback }),
  read(text) {
    const number = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN
    return number >= minimum && number <= maximum ? number : undefined
  },
  must: `be a whole number from ${minimum} to ${maximum}`,
})

export const moment = (description: string): Parameter<Date> => ({
  schema: Type.String({ description, examples: ['2026-03-01', '2026-03-01T08:30:00.000Z'] }),
  read: readMoment,
  must: 'be a real date (YYYY-MM-DD) or ISO 8601 date-time, such as 2026-03-01T08:30:00Z or 2026-03-01T08:30:00+01:00',
})

export const day = (description: string): Parameter<string> => ({
  schema: Type.String({ description, format: 'date', examples: ['2026-03-31'] }),
  read: readDay,
  must: 'be a real date written YYYY-MM-DD',
})

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
const CONTROL = /[\u0000-\u001f\u007f]/

export const tenantId = (description: string): Parameter<string> => ({
  schema: Type.String({ description, minLength: 1, maxLength: 64, examples: ['k7m2xq9d'] }),
  read: text =>
    text.length >= 1 && text.length <= 64 && !CONTROL.test(text) ? text.toLowerCase() : undefined,
  must: 'be a serviceTenantId or a directoryTenantId',
})

export const cursor = (description: string): Parameter<NonNullable<ReturnType<typeof readCursor>>> => ({
  schema: Type.String({ description }),
  read: readCursor,
  must: 'be taken unchanged from the Link header of the page before',
})

/** Reads a raw query string, or throws the problem that names the first parameter at fault. */
export function readParameters<P extends Parameters>(parameters: P, query: string): Values<P> {
  const values: Record<string, unknown> = {}
  for (const [name, text] of new URLSearchParams(query)) {
    if (!Object.hasOwn(parameters, name))
      throw invalid(
        name,
        `is not a parameter of this address; it takes ${Object.keys(parameters).join(', ')}`,
      )
    if (Object.hasOwn(values, name)) throw invalid(name, 'is given more than once')
    const parameter = parameters[name]!
    values[name] = parameter.read(text)
    if (values[name] === undefined) throw invalid(name, `must ${parameter.must}`)
  }
  // In the order of definition: the same question asked in another order is the same question.
  const inOrder = Object.keys(parameters).filter(name => Object.hasOwn(values, name))
  return Object.fromEntries(inOrder.map(name => [name, values[name]])) as Values<P>
}

export function invalid(name: string, sentence: string): Problem {
  const short = name.length > 100 ? `${name.slice(0, 100).replace(/[\ud800-\udbff]$/, '')}…` : name
  return new Problem('invalid-parameter', `${short || 'A parameter without a name'} ${sentence}.`, {
    parameter: short,
  })
}
