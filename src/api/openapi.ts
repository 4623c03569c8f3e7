// The OpenAPI 3.1 document, made from the routes' own definitions.
import type { FastifyInstance, FastifySchema } from 'fastify'
import Type from 'typebox'
import { ProblemBody } from '../http/problem.ts'
import type { Parameters } from './parameters.ts'
import type { Route } from './route.ts'

const header = (description: string) => ({ type: 'string', description })
const RATE_HEADERS = {
  RateLimit: header('What is left of the rate and the seconds until it is whole again: "usage";r=9;t=60'),
  'RateLimit-Policy': header('The rate: "usage";q=10;w=60'),
}
const REFUSALS = {
  400: 'A parameter is malformed, repeated or unknown, or the request has a body.',
  401: "The key is missing, malformed, unknown or deleted, or the tenant named is not this organization's.",
  429: 'The rate of this organization for this address is used up; see Retry-After.',
  500: 'A fault inside Vedette.',
  503: 'The database cannot be reached; try again shortly.',
}

export async function describeApi(server: FastifyInstance, version: string): Promise<void> {
  await server.register(import('@fastify/swagger'), {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vedette API',
        version,
        description:
          'Two read-only views of an organization: its security incidents, and its usage for billing. Keys are made in the dashboard under Settings, API Keys.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key of the organization: vdt_…' },
        },
      },
      security: [{ key: [] }],
    },
  })
}

export function schemaOf(route: Route<Parameters>): FastifySchema {
  const optional = Object.entries(route.parameters).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return {
    summary: route.summary,
    description: route.description,
    operationId: route.name,
    tags: [route.name],
    querystring: Type.Object(Object.fromEntries(optional), { additionalProperties: false }),
    response: {
      200: {
        description: 'The answer.',
        headers: {
          ...RATE_HEADERS,
          ETag: header(
            'Names these bytes; send it back as If-None-Match to get 304 while nothing has changed.',
          ),
          ...('cursor' in route.parameters && {
            Link: header('The next page, rel="next"; absent on the last.'),
          }),
        },
        content: { 'application/json': { schema: route.response, example: route.example } },
      },
      304: { description: 'Nothing has changed since the copy that If-None-Match names.', type: 'null' },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          {
            description,
            ...(status === '429' && {
              headers: { ...RATE_HEADERS, 'Retry-After': header('Seconds to wait.') },
            }),
            content: { 'application/problem+json': { schema: ProblemBody } },
          },
        ]),
      ),
    },
  } as FastifySchema
}
