import { expect, test } from 'vitest'
import { createWorld, publishedIn, recordsOf } from '../world/world.ts'
import { clock } from './clock.ts'
import { idsOf } from './fixtures/caller.ts'
import { startCloud } from './start.ts'
import { sourceOfWorld } from './world-source.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-05-04T00:00:00Z')
const world = createWorld({
  seed: 7,
  from: new Date(FROM),
  to: new Date(FROM + 7 * 24 * HOUR),
  tenants: [{ people: 6, hasP1: true, attacks: [{ kind: 'inbox-rule', at: new Date(FROM + 34 * HOUR) }] }],
})
const [tenant] = world.tenants
const id = tenant!.directoryTenantId

test('hour after hour gives what the world publishes, in whichever order the hours are asked for', () => {
  const source = sourceOfWorld(world)
  for (const hour of [30, 31, 32, 40, 41, 33, 34])
    expect(idsOf([...source.publishedIn(id, FROM + hour * HOUR, FROM + (hour + 1) * HOUR)])).toEqual(
      idsOf(publishedIn(tenant!, FROM + hour * HOUR, FROM + (hour + 1) * HOUR)),
    )
})

test('the set that is served is the set that the world has published', async () => {
  const time = clock({ start: FROM + 48 * HOUR, speed: 0 })
  const cloud = await startCloud({ source: sourceOfWorld(world), clock: time, budgets: null })
  try {
    const form = {
      grant_type: 'client_credentials',
      client_id: cloud.app.clientId,
      client_secret: cloud.app.secret,
    }
    const headersFor = async (resource: string) => {
      const body = new URLSearchParams({ ...form, scope: `${resource}/.default` })
      const answer = await fetch(`${cloud.loginUrl}/${id}/oauth2/v2.0/token`, { method: 'POST', body })
      return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` }
    }
    const management = await headersFor('https://manage.office.com')
    const feed = `${cloud.manageUrl}/api/v1.0/${id}/activity/feed/subscriptions`
    await fetch(`${feed}/start?contentType=Audit.Exchange`, { method: 'POST', headers: management })
    for (const from of [FROM - 1, FROM + 24 * HOUR - 1]) {
      const window = `startTime=${new Date(from).toISOString()}&endTime=${new Date(from + 24 * HOUR).toISOString()}`
      const list = await fetch(`${feed}/content?contentType=Audit.Exchange&${window}`, {
        headers: management,
      })
      for (const { contentUri } of (await list.json()) as { contentUri: string }[])
        await (await fetch(contentUri, { headers: management })).text()
    }
    const wanted = publishedIn(tenant!, FROM, FROM + 48 * HOUR - 60_000).filter(
      ({ feed: of }) => of === 'Audit.Exchange',
    )
    expect(wanted.length).toBeGreaterThan(20)
    expect([...cloud.control.served(id).get('Audit.Exchange')!].sort()).toEqual(idsOf(wanted))

    let next: string | undefined =
      `${cloud.graphUrl}/beta/auditLogs/signIns?$filter=createdDateTime ge ${new Date(FROM).toISOString()} and signInEventTypes/any(t: t eq 'interactiveUser' or t eq 'nonInteractiveUser')&$top=50`
    const graph = await headersFor('https://graph.microsoft.com')
    while (next) {
      const page = (await (await fetch(next, { headers: graph })).json()) as Record<string, never>
      next = page['@odata.nextLink']
    }
    const served = cloud.control.served(id)
    const signIns = [...recordsOf(tenant!, FROM, FROM + 48 * HOUR)].filter(
      ({ feed: of, publishedAt }) => /signIns$/i.test(of) && publishedAt <= time.now(),
    )
    expect([...served.get('signIns')!, ...served.get('nonInteractiveSignIns')!].sort()).toEqual(
      idsOf(signIns),
    )
  } finally {
    await cloud.close()
  }
})
