// Calls the console. A refusal becomes a `Refusal`, whose sentence is meant to be shown.
export class Refusal extends Error {
  readonly status: number
  readonly parameter: string | undefined
  /** True where an organization asks for a second factor before anything else. */
  readonly needsFactor: boolean

  constructor(
    status: number,
    detail: string,
    { parameter, type }: { parameter?: string; type?: string } = {},
  ) {
    super(detail)
    this.status = status
    this.parameter = parameter
    this.needsFactor = type === 'urn:vedette:problem:second-factor-required'
  }
}

const SESSION_ENDED =
  'Your session has ended. Sign in again in another tab, then go on here: nothing you typed is lost.'

type Query = Record<string, string | number | boolean | undefined>

export const consoleUrl = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `/console${path}${text ? `?${text}` : ''}`
}

export async function send<T>(method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Refusal(0, 'Vedette cannot be reached. Check your connection and try again.')
  })
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => ({}))) as {
    detail?: string
    parameter?: string
    type?: string
  }
  throw new Refusal(
    response.status,
    problem.detail ?? `Vedette could not answer (status ${response.status}). Try again in a moment.`,
    problem,
  )
}

export const read = <T>(path: string, query?: Query) => send<T>('GET', consoleUrl(path, query))
export const change = <T = unknown>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  send<T>(method, consoleUrl(path), body).catch(error => {
    if (error instanceof Refusal && error.status === 401) error.message = SESSION_ENDED
    throw error
  })
