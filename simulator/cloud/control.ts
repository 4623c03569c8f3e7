// The handle on the cloud that tests and demos hold: faults, time, consent, and the account of what was served.

import type { CountedRequest } from './account.ts'
import { type Answer, json, type Question } from './answer.ts'
import type { Clock } from './clock.ts'
import type { User } from './directory.ts'
import {
  type Fault,
  type RecordFault,
  recordFaults,
  requestFaults,
  type SetFault,
  strikesRecord,
} from './faults.ts'
import { blobsWithin, stopSubscription } from './management.ts'
import type { MarredIdTokens, Visitor } from './sign-ins.ts'
import { type ContentType, contentTypes, type Feed, isContentType } from './source.ts'
import { type App, type Cloud, consent, registerApp, type TenantState } from './state.ts'

export interface Control {
  clock: Clock
  faults: { set(fault: Fault): number; clear(id?: number): void; list(): SetFault[] }
  registerApp(app: Partial<App> & { clientId: string; secret?: string }): App
  /** As an administrator would; with all that the application asks for unless said otherwise. */
  consent(tenantId: string, clientId: string, permissions?: string[]): void
  withdrawConsent(tenantId: string, clientId: string): void
  /** Who is signed in to the tenant in whatever browser comes by: an administrator unless said otherwise; null: nobody. */
  seat(tenantId: string, visitor: Visitor | null): void
  marIdTokens(how: MarredIdTokens | null): void
  /** As if Microsoft had: content created until it is started again stays out of reach. */
  stopSubscription(tenantId: string, contentType?: ContentType): void
  addUser(tenantId: string, user: User): void
  changeUser(tenantId: string, userId: string, set: Partial<User>): void
  removeUser(tenantId: string, userId: string): void
  user(tenantId: string, name: string): User | null
  /** Delta tokens given out so far are void from now on. */
  expireDeltaTokens(tenantId: string): void
  /** Ids of the records that were sent whole, by feed. */
  served(tenantId: string): Map<Feed, Set<string>>
  /** Ids of the records that can be had by now, by feed: those of the last 7 days for the audit log, 30 for Graph. */
  published(tenantId: string): Map<Feed, Set<string>>
  /** Ids of the published records that a record fault of this kind has struck (hugeRecord: could have). */
  struck(tenantId: string, kind: RecordFault): Set<string>
  requests(tenantId: string): CountedRequest[]
  counters(): Map<string, Map<string, number>>
  resetAccount(): void
}

const DAY = 86_400_000

export function createControl(cloud: Cloud): Control {
  const tenantOf = (id: string): TenantState => {
    const tenant = cloud.tenants.get(id)
    if (!tenant) throw new TypeError(`no tenant ${id}`)
    return tenant
  }
  const appOf = (id: string): App => {
    const app = cloud.apps.get(id)
    if (!app) throw new TypeError(`no application ${id}`)
    return app
  }
  return {
    clock: cloud.clock,
    faults: cloud.faults,
    registerApp: app => registerApp(cloud, app),
    consent: (tenantId, clientId, permissions) =>
      consent(cloud, tenantOf(tenantId), appOf(clientId), permissions),
    withdrawConsent: (tenantId, clientId) => void tenantOf(tenantId).servicePrincipals.delete(clientId),
    seat: (tenantId, visitor) => cloud.signIns.seat(tenantOf(tenantId).id, visitor),
    marIdTokens(how) {
      cloud.signIns.marred = how
    },
    stopSubscription(tenantId, contentType) {
      for (const type of contentType ? [contentType] : contentTypes)
        stopSubscription(cloud, tenantOf(tenantId), type)
    },
    addUser: (tenantId, user) => tenantOf(tenantId).directory.add(user),
    changeUser: (tenantId, userId, set) => tenantOf(tenantId).directory.change(userId, set),
    removeUser: (tenantId, userId) => tenantOf(tenantId).directory.remove(userId),
    user: (tenantId, name) => tenantOf(tenantId).directory.find(name),
    expireDeltaTokens(tenantId) {
      tenantOf(tenantId).deltaTokensSince = cloud.clock.now() + 1
    },
    served: tenantId => cloud.account.served(tenantId),
    published: tenantId => published(cloud, tenantOf(tenantId)),
    struck: (tenantId, kind) => struck(cloud, tenantOf(tenantId), kind),
    requests: tenantId => cloud.account.requests(tenantId),
    counters: () => cloud.account.counters(),
    resetAccount: () => cloud.account.reset(),
  }
}

function published(cloud: Cloud, tenant: TenantState): Map<Feed, Set<string>> {
  const now = cloud.clock.now()
  const found = new Map<Feed, Set<string>>()
  for (const type of contentTypes) {
    const ids = new Set<string>()
    for (const blob of blobsWithin(cloud, tenant, type, now - 7 * DAY, now + 1))
      for (const id of blob.ids) ids.add(id)
    found.set(type, ids)
  }
  const logged = [...cloud.source.happenedIn(tenant.id, now - 30 * DAY, now + 1), ...tenant.extra]
  for (const { feed, id, at, publishedAt } of logged) {
    if (!tenant.about.hasP1 && at < now - 7 * DAY) continue
    if (isContentType(feed) || publishedAt > now || (feed !== 'directoryAudits' && !tenant.about.hasP1))
      continue
    found.set(feed, (found.get(feed) ?? new Set()).add(id))
  }
  return found
}

function struck(cloud: Cloud, tenant: TenantState, kind: RecordFault): Set<string> {
  const now = cloud.clock.now()
  const ids = new Set<string>()
  for (const { feed, id, publishedAt } of cloud.source.happenedIn(tenant.id, now - 30 * DAY, now + 1))
    for (const fault of cloud.faults.ofRecords(tenant.id, feed))
      if (fault.kind === kind && publishedAt <= now && strikesRecord(fault, id, publishedAt)) ids.add(id)
  return ids
}

/** The same over HTTP, for whoever runs the cloud as a process of its own. */
export function answerControl(cloud: Cloud, control: Control, { method, url, body }: Question): Answer {
  const [, , what = '', ...rest] = url.pathname.split('/')
  const [tenantId = '', detail = ''] = rest
  try {
    const given = (body ? JSON.parse(body) : {}) as Record<string, never>
    switch (`${method} ${what}`) {
      case 'GET ':
        return json(200, {
          now: new Date(cloud.clock.now()).toISOString(),
          speed: cloud.clock.speed,
          tenants: [...cloud.tenants.values()].map(({ id, about }) => ({
            id,
            name: about.name,
            domain: about.domain,
            hasP1: about.hasP1,
          })),
          apps: [...cloud.apps.values()].map(({ clientId, displayName, permissions }) => ({
            clientId,
            displayName,
            permissions,
          })),
          faults: cloud.faults.list(),
          kinds: { ...requestFaults, ...recordFaults },
        })
      case 'GET faults':
        return json(200, cloud.faults.list())
      case 'POST faults':
        return json(201, { id: control.faults.set(given as unknown as Fault) })
      case 'DELETE faults':
        control.faults.clear(tenantId ? Number(tenantId) : undefined)
        return { status: 204 }
      case 'POST clock':
        if (given.speed !== undefined) cloud.clock.setSpeed(Number(given.speed))
        if (given.set !== undefined) cloud.clock.set(new Date(given.set).getTime())
        if (given.advanceMs !== undefined) cloud.clock.advance(Number(given.advanceMs))
        return json(200, { now: new Date(cloud.clock.now()).toISOString(), speed: cloud.clock.speed })
      case 'GET served':
        return json(200, listed(control.served(tenantId)))
      case 'GET published':
        return json(200, listed(control.published(tenantId)))
      case 'GET requests':
        return json(200, control.requests(tenantId))
      case 'GET counters':
        return json(
          200,
          Object.fromEntries([...control.counters()].map(([id, counts]) => [id, Object.fromEntries(counts)])),
        )
      case 'DELETE account':
        control.resetAccount()
        return { status: 204 }
      case 'POST apps':
        return json(201, { clientId: control.registerApp(given as unknown as App).clientId })
      case 'POST consent':
        control.consent(tenantId, given.clientId ?? '', given.permissions)
        return { status: 204 }
      case 'DELETE consent':
        control.withdrawConsent(tenantId, detail)
        return { status: 204 }
      case 'DELETE subscriptions':
        control.stopSubscription(tenantId, isContentType(detail) ? detail : undefined)
        return { status: 204 }
      case 'DELETE delta-tokens':
        control.expireDeltaTokens(tenantId)
        return { status: 204 }
      case 'PATCH users':
        control.changeUser(tenantId, detail, given)
        return { status: 204 }
      case 'DELETE users':
        control.removeUser(tenantId, detail)
        return { status: 204 }
      default:
        return json(404, { error: `nothing is controlled by ${method} ${url.pathname}` })
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return json(400, { error: error.message })
    throw error
  }
}

const listed = (feeds: Map<Feed, Set<string>>) =>
  Object.fromEntries([...feeds].map(([feed, ids]) => [feed, [...ids].sort()]))
