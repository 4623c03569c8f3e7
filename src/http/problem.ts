// What goes wrong, as the caller reads it: RFC 9457 problem details.
import Type from 'typebox'

export const ProblemBody = Type.Object(
  {
    type: Type.String({ description: 'Names the kind of problem; stable.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong with this request and what to do.' }),
    requestId: Type.String({ description: 'Quote it when you ask about this request.' }),
    parameter: Type.Optional(Type.String({ description: 'The query parameter at fault.' })),
  },
  { additionalProperties: false },
)
type ProblemBody = Type.Static<typeof ProblemBody>

/** Every kind of problem there is, with its status and title. */
const KINDS = {
  'invalid-request': [400, 'The request is not valid'],
  'invalid-parameter': [400, 'A query parameter is not valid'],
  unauthorized: [401, 'The API key is not valid for this request'],
  'signed-out': [401, 'You are not signed in'],
  forbidden: [403, 'This is not for your role'],
  'second-factor-required': [403, 'A second factor is required first'],
  'not-found': [404, 'There is nothing at this address'],
  'method-not-allowed': [405, 'This address does not take that method'],
  conflict: [409, 'Somebody or something was first'],
  'header-too-large': [431, 'The request line or a header is too long'],
  'too-many-requests': [429, 'Too many requests'],
  'internal-error': [500, 'Something went wrong inside Vedette'],
  unavailable: [503, 'Vedette cannot answer at the moment'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemKind = keyof typeof KINDS

/** Thrown or returned where a request cannot be answered. Its detail is public; the cause never is. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly status: number
  readonly parameter: string | undefined
  readonly headers: Record<string, string>

  constructor(
    kind: ProblemKind,
    detail: string,
    { parameter, headers = {} }: { parameter?: string; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.kind = kind
    this.status = KINDS[kind][0]
    this.parameter = parameter
    this.headers = kind === 'unauthorized' ? { 'www-authenticate': 'Bearer', ...headers } : headers
  }

  /** The same problem, told with more headers: name, value, name, value. */
  with(headers: string[]): Problem {
    const more: Record<string, string> = {}
    for (let at = 0; at < headers.length; at += 2) more[headers[at]!] = headers[at + 1]!
    return new Problem(this.kind, this.message, {
      ...(this.parameter !== undefined && { parameter: this.parameter }),
      headers: { ...more, ...this.headers },
    })
  }

  body(requestId: string): ProblemBody {
    return {
      type: `urn:vedette:problem:${this.kind}`,
      title: KINDS[this.kind][1],
      status: this.status,
      detail: this.message,
      requestId,
      ...(this.parameter !== undefined && { parameter: this.parameter }),
    }
  }
}
