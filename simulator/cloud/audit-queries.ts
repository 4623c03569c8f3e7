// Graph's queries of the audit log: asked for, carried out after a while, and their records in pages.
import { randomUUID } from 'node:crypto'
import { type Answer, graphError, json, odata, type Question } from './answer.ts'
import { auditLogRecordOf } from './audit-log-record.ts'
import { mar } from './marred.ts'
import { contentTypes, isContentType, type LoggedRecord } from './source.ts'
import type { AuditQuery, Cloud, TenantState } from './state.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
/** What Microsoft keeps without a premium licence. */
const KEPT = 180 * DAY
const USUAL_PAGE = 150
const LARGEST_PAGE = 1000
/** The least that Microsoft promises a tenant. */
const QUERIES_A_DAY = 200
const QUERIES_AT_A_TIME = 50

/** `parts` is what follows /security/auditLog/queries. */
export function answerAuditQueries(
  cloud: Cloud,
  tenant: TenantState,
  question: Question,
  { version, parts }: { version: string; parts: string[] },
): Answer {
  const where = { tenant: tenant.id, service: 'graph', endpoint: 'auditQueries' }
  // So it was for a while, and for some tenants.
  if (version === 'v1.0' && cloud.faults.isOn('onlyBeta', where)) return graphError(404, 'UnknownError', '')
  const [id, records, ...rest] = parts
  const verb = `${question.method} ${parts.length}`
  if (verb === 'POST 0') return create(cloud, tenant, question, version)
  if (verb === 'GET 0') return list(cloud, tenant, question, version)
  const query = id === undefined ? undefined : tenant.auditQueries.get(id)
  if (query && cloud.faults.strike('queryGone', where)) tenant.auditQueries.delete(query.id)
  if (!query || !tenant.auditQueries.has(query.id))
    return graphError(404, 'NotFound', `The query ${id} is not there.`)
  if (verb === 'GET 1') {
    if (cloud.faults.strike('queryFailed', where)) query.failed = true
    const context = `${question.url.origin}/${version}/$metadata#security/auditLog/queries/$entity`
    return odata({ '@odata.context': context, ...shown(cloud, tenant, query) })
  }
  if (verb === 'GET 2' && records === 'records' && !rest.length)
    return listRecords(cloud, tenant, query, question, version)
  return graphError(400, 'BadRequest', `Resource not found for the segment '${parts.at(-1)}'.`)
}

function create(cloud: Cloud, tenant: TenantState, { url, body }: Question, version: string): Answer {
  const asked = readOrder(body)
  if (typeof asked === 'string') return graphError(400, 'BadRequest', asked)
  const now = cloud.clock.now()
  const all = [...tenant.auditQueries.values()]
  const ofToday = all.filter(({ createdAt }) => createdAt > now - DAY)
  const underWay = all.filter(query => ['notStarted', 'running'].includes(statusOf(cloud, query)))
  if (ofToday.length >= QUERIES_A_DAY || underWay.length >= QUERIES_AT_A_TIME)
    return graphError(429, 'TooManyRequests', 'Too many queries of the audit log.', { 'retry-after': '600' })
  const query: AuditQuery = {
    id: randomUUID(),
    ...asked,
    createdAt: now,
    failed: false,
    found: null,
    count: null,
  }
  tenant.auditQueries.set(query.id, query)
  const context = `${url.origin}/${version}/$metadata#security/auditLog/queries/$entity`
  return json(201, { '@odata.context': context, ...shown(cloud, tenant, query) })
}

/** Or what is wrong with it. */
function readOrder(body: string): Pick<AuditQuery, 'displayName' | 'from' | 'until'> | string {
  let given: Record<string, unknown>
  try {
    given = JSON.parse(body) as Record<string, unknown>
  } catch {
    return 'Unable to read JSON request payload.'
  }
  const { displayName = null, filterStartDateTime, filterEndDateTime, ...rest } = given
  const unknown = Object.keys(rest).find(name => name !== '@odata.type')
  if (unknown !== undefined) return `Filtering by '${unknown}' is beyond this cloud.`
  const [from, until] = [filterStartDateTime, filterEndDateTime].map(moment => Date.parse(String(moment)))
  if (Number.isNaN(from) || Number.isNaN(until) || from! >= until!)
    return 'filterStartDateTime and filterEndDateTime must be moments, in this order.'
  return { displayName: displayName as string | null, from: from!, until: until! }
}

function statusOf({ clock, settings }: Cloud, { createdAt, failed }: AuditQuery) {
  if (failed) return 'failed'
  const age = clock.now() - createdAt
  return age < settings.auditQueryMs / 6
    ? 'notStarted'
    : age < settings.auditQueryMs
      ? 'running'
      : 'succeeded'
}

function shown(cloud: Cloud, tenant: TenantState, query: AuditQuery) {
  const status = statusOf(cloud, query)
  const limit = cloud.settings.recordsPerAuditQuery
  if (status === 'succeeded') query.count ??= foundBy(cloud, tenant, query).length
  const count = query.count ?? 0
  return {
    id: query.id,
    displayName: query.displayName,
    filterStartDateTime: new Date(query.from).toISOString(),
    filterEndDateTime: new Date(query.until).toISOString(),
    recordTypeFilters: [],
    keywordFilter: null,
    serviceFilters: [],
    operationFilters: [],
    userPrincipalNameFilters: [],
    ipAddressFilters: [],
    objectIdFilters: [],
    administrativeUnitIdFilters: [],
    status,
    approximateReturnedRecordCount: Math.min(count, limit),
    isRecordCountLimitExceeded: count > limit,
    recordCountLimit: limit,
  }
}

function list(cloud: Cloud, tenant: TenantState, { url }: Question, version: string): Answer {
  const top = Number(url.searchParams.get('$top') ?? USUAL_PAGE)
  const value = [...tenant.auditQueries.values()].slice(-top).map(query => shown(cloud, tenant, query))
  return odata({ '@odata.context': `${url.origin}/${version}/$metadata#security/auditLog/queries`, value })
}

function listRecords(
  cloud: Cloud,
  tenant: TenantState,
  query: AuditQuery,
  { url }: Question,
  version: string,
): Answer {
  if (statusOf(cloud, query) !== 'succeeded') return odata({ '@odata.count': 0, value: [] })
  const top = url.searchParams.get('$top') ?? String(USUAL_PAGE)
  if (!/^\d+$/.test(top) || Number(top) < 1 || Number(top) > LARGEST_PAGE)
    return graphError(400, 'BadRequest', `Invalid page size specified: '${top}'.`)
  const token = url.searchParams.get('$skiptoken')
  const from = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString())
  if (!Number.isInteger(from)) return graphError(400, 'BadRequest', 'Skip token is invalid.')
  const all = foundBy(cloud, tenant, query).slice(0, cloud.settings.recordsPerAuditQuery)
  const page = all.slice(from, from + Number(top))
  let hasHuge = false
  const value = page.map(logged => {
    const faults = cloud.faults.ofRecords(tenant.id, logged.feed)
    const marred = mar(
      logged,
      faults.filter(({ kind }) => kind !== 'changedDuplicate'),
      hasHuge,
    )
    hasHuge ||= marred.isHuge
    return auditLogRecordOf(marred.record, logged)
  })
  const next = new URL(url)
  next.searchParams.set('$skiptoken', Buffer.from(String(from + page.length)).toString('base64url'))
  const link = from + page.length < all.length ? next.href.replaceAll('%24', '$') : null
  const served = contentTypes.map(feed => ({
    feed,
    ids: page.filter(logged => logged.feed === feed).map(logged => logged.id),
  }))
  return {
    ...odata({
      '@odata.context': `${url.origin}/${version}/$metadata#security/auditLog/queries('${query.id}')/records`,
      '@odata.count': value.length,
      ...(link && { '@odata.nextLink': link }),
      value,
    }),
    served: served.filter(({ ids }) => ids.length),
    ...(link && { next: { in: 'body', link } }),
  }
}

/** Newest first, as it stood when the query was asked; what comes later is not in it. */
function foundBy(cloud: Cloud, tenant: TenantState, query: AuditQuery): LoggedRecord[] {
  if (query.found) return query.found
  // One at a time is held, so that a long run does not hold them all.
  for (const other of tenant.auditQueries.values()) other.found = null
  const from = Math.max(query.from, query.createdAt - KEPT)
  const found = [...cloud.source.happenedIn(tenant.id, from, query.until), ...tenant.extra].filter(
    ({ feed, at, publishedAt }) =>
      isContentType(feed) && at >= from && at < query.until && publishedAt <= query.createdAt,
  )
  query.found = found.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
  return query.found
}
