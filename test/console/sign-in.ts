// Somebody signed in, for tests of what the dashboard calls.
import { randomUUID } from 'node:crypto'
import type { Role } from '../../src/database/types.ts'
import { addMember } from '../../src/members/add.ts'
import { makeOrganization, type Organization, type Service } from '../harness.ts'

export type Method = 'POST' | 'PATCH' | 'DELETE'

export interface SignedIn {
  organization: Organization
  personId: string
  name: string
  email: string
  password: string
  cookie: string
  /** Paths are below /console, as the dashboard's own calls are. */
  get(path: string): Promise<Response>
  change(method: Method, path: string, body?: unknown): Promise<Response>
}

export interface Who {
  role: Role
  organization?: Organization
  name?: string
  email?: string
}

export const PASSWORD = 'a long enough password'

/** Adds a new person to the organization (a new one unless given) and signs them in. */
export async function signIn(service: Service, who: Who): Promise<SignedIn> {
  const organization = who.organization ?? (await makeOrganization(service))
  const email = who.email ?? `${randomUUID()}@harbour.example`
  const name = who.name ?? `Test ${who.role}`
  const at = service.clock.read()
  await organization.work(tx =>
    addMember(tx, organization.id, { email, name, role: who.role, password: PASSWORD, at }),
  )
  const response = await postSignIn(service, email, PASSWORD)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const { user } = (await response.json()) as { user: { id: string } }
  return {
    organization,
    personId: user.id,
    name,
    email,
    password: PASSWORD,
    ...callerWith(service, cookieOf(response)),
  }
}

export const postSignIn = (service: Service, email: string, password: string): Promise<Response> =>
  post(service, '/auth/sign-in/email', { email, password })

/** As one of our own pages does it, since others are refused. */
export const post = (service: Service, path: string, body: unknown, cookie = ''): Promise<Response> =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { origin: service.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })

/** What a browser would send back. */
export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0]!)
    .filter(pair => !pair.endsWith('='))
    .join('; ')

export function callerWith({ url }: Service, cookie: string) {
  return {
    cookie,
    get: (path: string) => fetch(`${url}/console${path}`, { headers: { cookie } }),
    change: (method: Method, path: string, body?: unknown) =>
      fetch(`${url}/console${path}`, {
        method,
        headers: {
          cookie,
          origin: url,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
