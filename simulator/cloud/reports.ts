// Graph's auditLogs: sign-ins and directory audits, filtered, ordered and in pages.
import { type Answer, graphError, odata, type Question } from './answer.ts'
import { type Condition, FilterError, holds, mentions, parseFilter, timeBounds } from './odata.ts'
import { hourOf, type Item } from './shelf.ts'
import type { Feed } from './source.ts'
import type { Cloud, TenantState } from './state.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const LARGEST_PAGE = 1000

export type Report = 'signIns' | 'directoryAudits'

const TIME: Record<Report, string> = { signIns: 'createdDateTime', directoryAudits: 'activityDateTime' }

/** v1.0 shows fewer properties of a sign-in than beta. */
const SIGN_IN_V1 = new Set(
  'id createdDateTime userDisplayName userPrincipalName userId appId appDisplayName ipAddress clientAppUsed correlationId conditionalAccessStatus isInteractive riskDetail riskLevelAggregated riskLevelDuringSignIn riskState riskEventTypes riskEventTypes_v2 resourceDisplayName resourceId status deviceDetail location appliedConditionalAccessPolicies'.split(
    ' ',
  ),
)

interface Place {
  at: number
  id: string
}

export function answerReport(
  cloud: Cloud,
  tenant: TenantState,
  report: Report,
  question: Question,
  version: string,
): Answer {
  const { url } = question
  const time = TIME[report]
  const isLicensed =
    tenant.about.hasP1 &&
    !cloud.faults.isOn('notLicensed', { tenant: tenant.id, service: 'graph', endpoint: report })
  if (report === 'signIns' && !isLicensed)
    return graphError(
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      "Neither tenant is B2C or tenant doesn't have premium license",
    )

  let condition: Condition | null = null
  const filter = url.searchParams.get('$filter')
  try {
    if (filter) condition = parseFilter(filter)
  } catch (error) {
    if (error instanceof FilterError) return graphError(400, 'BadRequest', error.message)
    throw error
  }
  const top = url.searchParams.get('$top') ?? String(LARGEST_PAGE)
  if (!/^\d+$/.test(top) || Number(top) < 1 || Number(top) > LARGEST_PAGE)
    return graphError(
      400,
      'BadRequest',
      `Invalid page size specified: '${top}'. Must be between 1 and ${LARGEST_PAGE} inclusive.`,
    )
  const order = url.searchParams.get('$orderby') ?? `${time} desc`
  if (!new RegExp(`^${time}( (asc|desc))?$`).test(order))
    return graphError(400, 'BadRequest', `Unsupported $orderby: '${order}'.`)
  const token = url.searchParams.get('$skiptoken')
  const after = token === null ? null : readPlace(token)
  if (token !== null && !after) return graphError(400, 'BadRequest', 'Skip token is invalid.')

  const now = cloud.clock.now()
  const kept = report === 'directoryAudits' && !isLicensed ? 7 * DAY : 30 * DAY
  const bounds = timeBounds(condition, time)
  const query: Query = {
    feeds: feedsOf(report, version, condition),
    from: Math.max(bounds.from, now - kept),
    to: Math.min(bounds.to, now),
    isAscending: /( asc|Time)$/.test(order),
    condition,
    after,
    now,
  }
  const found: Item[] = []
  for (const item of search(cloud, tenant, query)) {
    found.push(item)
    if (found.length > Number(top)) break
  }
  return page(question, version, report, found, Number(top))
}

interface Query {
  feeds: Feed[]
  from: number
  to: number
  isAscending: boolean
  condition: Condition | null
  after: Place | null
  now: number
}

/** Without a word on signInEventTypes, only those are shown at which somebody sat. */
function feedsOf(report: Report, version: string, condition: Condition | null): Feed[] {
  if (report === 'directoryAudits') return ['directoryAudits']
  return version === 'beta' && mentions(condition, 'signInEventTypes')
    ? ['signIns', 'nonInteractiveSignIns']
    : ['signIns']
}

function* search(cloud: Cloud, tenant: TenantState, query: Query): Generator<Item> {
  const { feeds, isAscending, after, condition } = query
  const from = after && isAscending ? Math.max(query.from, after.at) : query.from
  const to = after && !isAscending ? Math.min(query.to, after.at) : query.to
  const sign = isAscending ? 1 : -1
  const isAfter = ({ at, id }: Place) =>
    !after || sign * (at - after.at || (id < after.id ? -1 : id > after.id ? 1 : 0)) > 0
  const first = hourOf(isAscending ? from : to)
  for (let hour = first; isAscending ? hour <= to : hour + HOUR > from; hour += sign * HOUR) {
    const items = feeds.flatMap(feed => cloud.shelf.happened(tenant, feed, hour))
    if (feeds.length > 1) items.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    if (!isAscending) items.reverse()
    for (const item of items) {
      if (item.publishedAt > query.now || item.at < from || item.at > to || !isAfter(item)) continue
      if (!condition || holds(condition, item.original)) yield item
    }
  }
}

function page({ url }: Question, version: string, report: Report, found: Item[], top: number): Answer {
  const shown = found.slice(0, top)
  const select = url.searchParams.get('$select')?.split(',')
  const isShortened = report === 'signIns' && version === 'v1.0'
  const values = shown.map(({ record, json }) =>
    select || isShortened
      ? JSON.stringify(pick(record, name => (select ? select.includes(name) : SIGN_IN_V1.has(name))))
      : json,
  )
  const context = `"@odata.context":"${url.origin}/${version}/$metadata#auditLogs/${report}"`
  const served = (['signIns', 'nonInteractiveSignIns', 'directoryAudits'] as const).map(feed => ({
    feed,
    ids: shown.filter(item => item.feed === feed).map(({ id }) => id),
  }))
  let link: string | null = null
  if (found.length > shown.length) {
    const next = new URL(url)
    next.searchParams.set('$skiptoken', placeOf(shown.at(-1)!))
    // Graph writes its links with plain dollar signs.
    link = next.href.replaceAll('%24', '$')
  }
  return {
    ...odata(
      `{${context}${link ? `,"@odata.nextLink":${JSON.stringify(link)}` : ''},"value":[${values.join(',')}]}`,
    ),
    served: served.filter(({ ids }) => ids.length),
    ...(link && { next: { in: 'body', link } }),
  }
}

function pick(record: Record<string, unknown>, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isWanted(name)))
}

const placeOf = ({ at, id }: Place) => Buffer.from(JSON.stringify([at, id])).toString('base64url')

function readPlace(token: string): Place | null {
  try {
    const [at, id] = JSON.parse(Buffer.from(token, 'base64url').toString()) as unknown[]
    return typeof at === 'number' && typeof id === 'string' ? { at, id } : null
  } catch {
    return null
  }
}
