// Graph's users: lists, one of them, and delta queries with their tokens.
import { type Answer, graphError, odata, type Question } from './answer.ts'
import type { User, UserChange } from './directory.ts'
import { type Condition, FilterError, holds, parseFilter } from './odata.ts'
import type { Cloud, TenantState } from './state.ts'

const DAY = 86_400_000
const DELTA_TOKENS_LAST = 7 * DAY

const SHOWN_UNASKED = [
  'businessPhones',
  'displayName',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'id',
]

export function listUsers(
  cloud: Cloud,
  tenant: TenantState,
  { url, headers }: Question,
  version: string,
): Answer {
  const select = readSelect(url)
  if (select.includes('signInActivity') && !tenant.about.hasP1)
    return graphError(
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      "Neither tenant is B2C or tenant doesn't have premium license",
    )
  const top = Number(url.searchParams.get('$top') ?? 100)
  if (!Number.isInteger(top) || top < 1 || top > 999)
    return graphError(
      400,
      'Request_UnsupportedQuery',
      `Invalid page size specified: '${url.searchParams.get('$top')}'. Must be between 1 and 999 inclusive.`,
    )
  let condition: Condition | null = null
  try {
    const filter = url.searchParams.get('$filter')
    if (filter) condition = parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) return graphError(400, 'BadRequest', error.message)
    throw error
  }
  const after = url.searchParams.get('$skiptoken')
  const all = tenant.directory.users().filter(user => !condition || holds(condition, user))
  const rest = after ? all.filter(({ id }) => id > unwrapped(after)) : all
  const shown = rest.slice(0, Math.min(top, cloud.settings.usersPerPage))
  let link: string | null = null
  if (shown.length < rest.length) {
    const next = new URL(url)
    next.searchParams.set('$skiptoken', wrapped(shown.at(-1)!.id))
    link = next.href.replaceAll('%24', '$')
  }
  const isCounted = url.searchParams.get('$count') === 'true' && headers.consistencylevel === 'eventual'
  return {
    ...odata({
      '@odata.context': `${url.origin}/${version}/$metadata#users${url.searchParams.has('$select') ? `(${select.join(',')})` : ''}`,
      ...(isCounted && { '@odata.count': all.length }),
      ...(link && { '@odata.nextLink': link }),
      value: shown.map(user => project(user, select)),
    }),
    ...(link && { next: { in: 'body', link } }),
  }
}

export function showUser(user: User, { url }: Question, version: string): Answer {
  const select = readSelect(url)
  return odata({
    '@odata.context': `${url.origin}/${version}/$metadata#users/$entity`,
    ...project(user, select),
  })
}

/** What a token stands for: from which revision, how far it has been read, and what was selected. */
interface DeltaState {
  since: number
  until: number
  after: string
  select: string[] | null
  givenAt: number
}

export function deltaOfUsers(
  cloud: Cloud,
  tenant: TenantState,
  { url, headers }: Question,
  version: string,
): Answer {
  const parameter = (name: string) => {
    for (const [key, value] of url.searchParams) if (key.toLowerCase() === name) return value
    return null
  }
  const now = cloud.clock.now()
  const token = parameter('$skiptoken') ?? parameter('$deltatoken')
  const fresh = (since: number): DeltaState => ({
    since,
    until: tenant.directory.revision(),
    after: '',
    select: url.searchParams.has('$select') ? readSelect(url) : null,
    givenAt: now,
  })
  let state = token === 'latest' ? fresh(tenant.directory.revision()) : fresh(0)
  if (token && token !== 'latest') {
    const read = readState(token)
    if (!read) return graphError(400, 'Request_BadRequest', 'Badly formed token.')
    if (cloud.faults.strike('deltaGone', { tenant: tenant.id, service: 'graph', endpoint: 'users/delta' }))
      return gone(
        url,
        version,
        'resyncRequired',
        'Resync required. Replace the local data with the result of a full enumeration.',
      )
    if (read.givenAt < tenant.deltaTokensSince || read.givenAt < now - DELTA_TOKENS_LAST)
      return gone(
        url,
        version,
        'syncStateNotFound',
        'The sync state generation is not found. The delta token is expired and data must be synchronized again.',
      )
    // A delta link begins a round: what is new up to now. A next link goes on with its own.
    state = parameter('$skiptoken') ? read : { ...read, until: tenant.directory.revision(), after: '' }
  }

  const select = state.select ?? SHOWN_UNASKED
  const isInitial = state.since === 0
  const changes = tenant.directory
    .changesSince(state.since)
    .filter(change => !isInitial || !change.isRemoved)
    .filter(change => change.isRemoved || select.some(name => change.properties.has(name)))
  const rest = changes.filter(({ user }) => user.id > state.after)
  const shown = rest.slice(0, cloud.settings.usersPerPage)
  const isMinimal = /return=minimal/.test(String(headers.prefer ?? '')) && !isInitial
  const isLast = shown.length === rest.length
  const linkTo = (name: string, next: DeltaState) =>
    `${url.origin}/${version}/users/delta?${name}=${wrapped(JSON.stringify({ ...next, givenAt: now }))}`
  const link = isLast
    ? linkTo('$deltatoken', { ...state, since: state.until })
    : linkTo('$skiptoken', { ...state, after: shown.at(-1)!.user.id })
  return {
    ...odata({
      '@odata.context': `${url.origin}/${version}/$metadata#users${state.select ? `(${select.join(',')})` : ''}`,
      [isLast ? '@odata.deltaLink' : '@odata.nextLink']: link,
      value: shown.map(change => show(change, select, isMinimal)),
    }),
    ...(!isLast && { next: { in: 'body', link } }),
  }
}

function show({ user, isRemoved, properties }: UserChange, select: string[], isMinimal: boolean) {
  if (isRemoved) return { id: user.id, '@removed': { reason: 'changed' } }
  return project(user, isMinimal ? select.filter(name => name === 'id' || properties.has(name)) : select)
}

const gone = (url: URL, version: string, code: string, message: string): Answer =>
  graphError(410, code, message, { location: `${url.origin}/${version}/users/delta?$deltatoken=` })

/** Asked for or not, the id is there. */
function readSelect(url: URL): string[] {
  const asked = url.searchParams.get('$select')
  return asked ? [...new Set([...asked.split(',').map(name => name.trim()), 'id'])] : SHOWN_UNASKED
}

function project(user: User, select: string[]): Record<string, unknown> {
  const all = { businessPhones: [], ...user } as Record<string, unknown>
  return Object.fromEntries(
    select.filter(name => name !== 'passwordProfile').map(name => [name, all[name] ?? null]),
  )
}

const wrapped = (text: string) => Buffer.from(text).toString('base64url')
const unwrapped = (token: string) => Buffer.from(token, 'base64url').toString()

function readState(token: string): DeltaState | null {
  try {
    const state = JSON.parse(unwrapped(token)) as DeltaState
    return typeof state.since === 'number' && typeof state.givenAt === 'number' ? state : null
  } catch {
    return null
  }
}
