// What a route of the public API is. A handler is given its caller, so a route cannot forget to authenticate.
import type pg from 'pg'
import type Type from 'typebox'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'
import type { Admission } from './admit.ts'
import type { Answer } from './kept-answers.ts'
import type { Parameters, Values } from './parameters.ts'
import type { Retirement } from './retirement.ts'

interface Caller {
  organizationId: string
  /** The tenant that the query names, once it is known to be the caller's. */
  tenantId: string | null
}

export interface Context {
  db: Db
  pool: pg.Pool
  /** Addresses as the outside sees them; known once the service listens. */
  addresses: { baseUrl: string; appUrl: string }
  now: Date
}

export interface Route<P extends Parameters> {
  method: 'GET'
  url: string
  /** Also the name of its rate policy. */
  name: 'incidents' | 'usage'
  summary: string
  description: string
  parameters: P
  response: Type.TSchema
  example: unknown
  /** Set when the address is going to disappear. */
  retirement?: Retirement
  requestsPerMinute(config: Config): number
  /** Fills in defaults and refuses what the parameters alone cannot: the result names the answer among kept ones. */
  settle(values: Values<P>, now: Date): Values<P>
  /** Which revision the answer has to show. */
  revision(admission: Admission): number
  answer(context: Context, caller: Caller, values: Values<P>): Promise<Answer>
}

/** Types a route by its parameters and then forgets them, so that all routes fit one list. */
export const route = <P extends Parameters>(definition: Route<P>): Route<Parameters> =>
  definition as unknown as Route<Parameters>
