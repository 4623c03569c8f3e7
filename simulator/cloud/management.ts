// The Office 365 Management Activity API: subscriptions, lists of content, and the content itself.
import { type Answer, activityError, json, type Question } from './answer.ts'
import type { Blob } from './blobs.ts'
import { hourOf } from './shelf.ts'
import { type ContentType, contentTypes, isContentType } from './source.ts'
import type { Cloud, Subscription, TenantState } from './state.ts'
import { type Claims, grantedRoles } from './tokens.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const KEPT = 7 * DAY
const PATH = /^\/api\/v1(?:\.0)?\/([^/]+)\/activity\/feed\/(.+)$/
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const managementPath = (url: URL) => {
  const [, tenant = '', operation = ''] = PATH.exec(url.pathname) ?? []
  return { tenant: tenant.toLowerCase(), operation }
}

export function answerManagement(cloud: Cloud, question: Question, claims: Claims | null): Answer {
  const { tenant: tenantId, operation } = managementPath(question.url)
  if (!operation)
    return json(404, { Message: `No HTTP resource was found that matches ${question.url.pathname}.` })
  if (!claims) return json(401, { Message: 'Authorization has been denied for this request.' })
  if (!GUID.test(tenantId))
    return activityError(400, 'AF20013', `The tenant ID passed in the URL (${tenantId}) is not a valid GUID.`)
  if (claims.tid !== tenantId)
    return activityError(
      400,
      'AF20010',
      `The tenant ID passed in the URL (${tenantId}) does not match the tenant ID passed in the access token (${claims.tid}).`,
    )
  const tenant = cloud.tenants.get(tenantId)
  if (!tenant)
    return activityError(
      400,
      'AF20011',
      `Specified tenant ID (${tenantId}) does not exist in the system or has been deleted.`,
    )
  const granted = grantedRoles(cloud, tenant, claims.appid, 'management')
  if (!claims.roles.includes('ActivityFeed.Read') || !granted.includes('ActivityFeed.Read'))
    return activityError(
      401,
      'AF10001',
      `The permission set (${claims.roles.filter(role => granted.includes(role)).join(' ')}) sent in the request did not include the expected permission ActivityFeed.Read.`,
    )

  if (operation === 'subscriptions/list' && question.method === 'GET') return list(tenant)
  if (operation.startsWith('audit/') && question.method === 'GET')
    return retrieve(cloud, tenant, decodeURIComponent(operation.slice('audit/'.length)))
  if (!operation.startsWith('subscriptions/'))
    return json(404, { Message: `No HTTP resource was found that matches ${question.url.pathname}.` })

  const contentType = parameter(question.url, 'contentType')
  if (contentType === null) return activityError(400, 'AF20001', 'Missing parameter: contentType.')
  const known = contentTypes.find(type => type.toLowerCase() === contentType.toLowerCase())
  if (!known) return activityError(400, 'AF20020', 'The specified content type is not valid.')

  const verb = `${question.method} ${operation.slice('subscriptions/'.length)}`
  if (verb === 'POST start') return start(cloud, tenant, known, question)
  if (verb === 'POST stop') return stop(cloud, tenant, known)
  if (verb === 'GET content') return listContent(cloud, tenant, known, question.url)
  if (verb === 'GET notifications') return refuseDisabled(cloud, tenant, known) ?? json(200, [])
  return json(405, { Message: `The requested resource does not support http method '${question.method}'.` })
}

function list(tenant: TenantState): Answer {
  return json(
    200,
    [...tenant.subscriptions].map(([contentType, { status, webhook }]) => ({ contentType, status, webhook })),
  )
}

function start(cloud: Cloud, tenant: TenantState, contentType: ContentType, { body }: Question): Answer {
  if (isAuditingOff(cloud, tenant))
    return activityError(
      400,
      'AF20011',
      `Microsoft.Office.Compliance.Audit.DataServiceException: Tenant ${tenant.id} does not exist.`,
    )
  let webhook: Subscription['webhook'] = null
  if (body.trim()) {
    const asked = readWebhook(body)
    if (asked === 'malformed')
      return activityError(400, 'AF20002', 'Invalid parameter type: webhook. Expected type: object')
    // No listener is called from here: whoever wants to be notified is told that it did not answer.
    if (asked)
      return activityError(
        400,
        'AF20021',
        `The webhook endpoint (${asked}) could not be validated. ${asked.startsWith('https:') ? 'The endpoint did not return HTTP 200.' : 'The address must begin with HTTPS.'}`,
      )
    webhook = null
  }
  const there = tenant.subscriptions.get(contentType)
  if (there?.status === 'enabled')
    return activityError(400, 'AF20024', 'The subscription is already enabled. No property change.')
  const now = cloud.clock.now()
  const gaps = there?.gaps ?? []
  if (there?.stoppedAt !== null && there?.stoppedAt !== undefined)
    gaps.push({ from: there.stoppedAt, to: now })
  tenant.subscriptions.set(contentType, { status: 'enabled', webhook, gaps, stoppedAt: null })
  return json(200, { contentType, status: 'enabled', webhook })
}

function readWebhook(body: string): string | null | 'malformed' {
  try {
    const address = (JSON.parse(body) as { webhook?: { address?: unknown } | null })?.webhook?.address
    return typeof address === 'string' ? address : null
  } catch {
    return 'malformed'
  }
}

function stop(cloud: Cloud, tenant: TenantState, contentType: ContentType): Answer {
  if (!stopSubscription(cloud, tenant, contentType)) return noSubscription()
  return { status: 200, body: '', contentType: 'application/json; charset=utf-8' }
}

/** Whoever stops it: a caller, or Microsoft. What is created until it is started again stays out of reach. */
export function stopSubscription(cloud: Cloud, tenant: TenantState, contentType: ContentType): boolean {
  const there = tenant.subscriptions.get(contentType)
  if (there?.status !== 'enabled') return false
  tenant.subscriptions.set(contentType, { ...there, status: 'disabled', stoppedAt: cloud.clock.now() })
  return true
}

function listContent(cloud: Cloud, tenant: TenantState, contentType: ContentType, url: URL): Answer {
  const refused = refuseDisabled(cloud, tenant, contentType)
  if (refused) return refused
  const window = readWindow(cloud.clock.now(), parameter(url, 'startTime'), parameter(url, 'endTime'))
  if (typeof window === 'string')
    return window === 'together' || window === 'range'
      ? activityError(
          400,
          window === 'together' ? 'AF20030' : 'AF20055',
          'Start time and end time must both be specified (or both omitted) and must be less than or equal to 24 hours apart, with the start time no more than 7 days in the past.',
        )
      : activityError(400, 'AF20002', `Invalid parameter type: ${window}. Expected type: datetime`)
  const after = parameter(url, 'nextPage') ?? ''
  if (after && !/^\d{23}$/.test(after))
    return activityError(400, 'AF20031', `Invalid nextPage Input: ${after}.`)

  const found: Blob[] = []
  const { blobsPerPage } = cloud.settings
  for (const blob of blobsWithin(cloud, tenant, contentType, window.from, window.to)) {
    if (after && blob.contentId.slice(0, 23) <= after) continue
    found.push(blob)
    if (found.length > blobsPerPage) break
  }
  const page = found.slice(0, blobsPerPage)
  const base = `${url.origin}/api/v1.0/${tenant.id}/activity/feed`
  const body = page.map(({ contentId, createdAt }) => ({
    contentUri: `${base}/audit/${contentId}`,
    contentId,
    contentType,
    contentCreated: new Date(createdAt).toISOString(),
    contentExpiration: new Date(createdAt + KEPT).toISOString(),
  }))
  if (found.length === page.length) return json(200, body)
  const link = new URL(`${base}/subscriptions/content`)
  link.searchParams.set('contentType', contentType)
  link.searchParams.set('startTime', parameter(url, 'startTime') ?? new Date(window.from).toISOString())
  link.searchParams.set('endTime', parameter(url, 'endTime') ?? new Date(window.to).toISOString())
  link.searchParams.set('nextPage', page.at(-1)!.contentId.slice(0, 23))
  return { ...json(200, body), next: { in: 'header', link: link.href } }
}

/** The hours that a list of content has to look at. */
export function* hoursAsked(now: number, url: URL): Generator<number> {
  const window = readWindow(now, parameter(url, 'startTime'), parameter(url, 'endTime'))
  if (typeof window === 'string') return
  for (let hour = hourOf(Math.max(window.from, now - KEPT)); hour < window.to && hour <= now; hour += HOUR)
    yield hour
}

/** Every blob of the window that can be had now, oldest first. */
export function* blobsWithin(
  cloud: Cloud,
  tenant: TenantState,
  contentType: ContentType,
  from: number,
  to: number,
): Generator<Blob> {
  const now = cloud.clock.now()
  const { gaps = [] } = tenant.subscriptions.get(contentType) ?? {}
  const begin = Math.max(from, now - KEPT)
  for (let hour = hourOf(begin); hour < to && hour <= now; hour += HOUR)
    for (const blob of cloud.shelf.blobs(tenant, contentType, hour)) {
      const { createdAt } = blob
      if (createdAt < begin || createdAt >= to || createdAt > now) continue
      if (!gaps.some(gap => createdAt >= gap.from && createdAt < gap.to)) yield blob
    }
}

function retrieve(cloud: Cloud, tenant: TenantState, contentId: string): Answer {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})\d{6}\$\d{23}\$\w+\$(Audit_\w+)$/.exec(
    contentId,
  )
  const contentType = parts?.[8]?.replace('_', '.') ?? ''
  if (!parts || !isContentType(contentType))
    return activityError(400, 'AF20052', `Content ID ${contentId} in the URL is invalid.`)
  const refused = refuseDisabled(cloud, tenant, contentType)
  if (refused) return refused
  const [, year, month, day, hour, minute, second, ms] = parts.map(Number)
  const createdAt = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!, ms!)
  if (createdAt + KEPT <= cloud.clock.now())
    return activityError(
      400,
      'AF20051',
      `Content requested with the key ${contentId} has already expired. Content older than 7 days cannot be retrieved.`,
    )
  const blob = cloud.shelf
    .blobs(tenant, contentType, hourOf(createdAt))
    .find(one => one.contentId === contentId)
  if (!blob || createdAt > cloud.clock.now())
    return activityError(404, 'AF20050', `The specified content (${contentId}) does not exist.`)
  return {
    status: 200,
    contentType: 'application/json; charset=utf-8',
    body: blob.bytes(),
    served: [{ feed: contentType, ids: blob.ids }],
  }
}

const where = (tenant: TenantState) => ({ tenant: tenant.id, service: 'management', endpoint: 'content' })
const isAuditingOff = (cloud: Cloud, tenant: TenantState) =>
  cloud.faults.isOn('auditingOff', where(tenant)) !== null
const noSubscription = () =>
  activityError(400, 'AF20022', 'No subscription found for the specified content type.')

function refuseDisabled(cloud: Cloud, tenant: TenantState, contentType: ContentType): Answer | null {
  if (isAuditingOff(cloud, tenant)) return activityError(400, 'AF20023', 'The subscription was disabled.')
  if (cloud.faults.strike('subscriptionStopped', where(tenant))) stopSubscription(cloud, tenant, contentType)
  const subscription = tenant.subscriptions.get(contentType)
  if (subscription && cloud.faults.isOn('subscriptionDisabled', where(tenant)))
    return activityError(400, 'AF20023', 'The subscription was disabled by a tenant admin.')
  return subscription?.status === 'enabled' ? null : noSubscription()
}

/** Or the name of what is wrong with it. */
function readWindow(now: number, start: string | null, end: string | null) {
  if (start === null && end === null) return { from: now + 1 - DAY, to: now + 1 }
  if (start === null || end === null) return 'together'
  const from = readMoment(start)
  const to = readMoment(end)
  if (from === null) return 'startTime'
  if (to === null) return 'endTime'
  // The real service lets an hour pass beyond the seven days.
  return to < from || to - from > DAY || from < now - KEPT - HOUR ? 'range' : { from, to }
}

/** UTC, to the day, minute, second or beyond. */
function readMoment(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,7})?)?Z?)?$/.test(text)) return null
  const moment = Date.parse(text.includes('T') && !text.endsWith('Z') ? `${text}Z` : text)
  return Number.isNaN(moment) ? null : moment
}

/** Names of parameters are taken in any case. */
function parameter({ searchParams }: URL, name: string): string | null {
  for (const [key, value] of searchParams) if (key.toLowerCase() === name.toLowerCase()) return value
  return null
}
