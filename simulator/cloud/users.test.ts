// Graph's directory over HTTP: users, delta, licences, organization, granted permissions.
import { expect, test } from 'vitest'
import { call, DAY, type Loose } from './fixtures/caller.ts'
import { syntheticTenant } from './synthetic.ts'

const twentyFive = () => [syntheticTenant({ number: 1, users: 25 })]

test('users come in pages, with what is selected and their id', async () => {
  const { readAll, graph } = await call({ tenants: twentyFive() })
  const users = await readAll('/v1.0/users?$select=userPrincipalName,assignedLicenses&$top=10')
  expect(users).toHaveLength(25)
  expect(new Set(users.map(({ id }) => id)).size).toBe(25)
  expect(Object.keys(users[0]).sort()).toEqual(['assignedLicenses', 'id', 'userPrincipalName'])
  expect(users[0].assignedLicenses[0]).toEqual({ skuId: expect.any(String), disabledPlans: [] })
  const { body } = await graph('/v1.0/users')
  expect(Object.keys(body.value[0]).sort()).toEqual(
    'businessPhones displayName givenName id jobTitle mail mobilePhone officeLocation preferredLanguage surname userPrincipalName'.split(
      ' ',
    ),
  )
})

test('one user is found by id and by name; nobody else is', async () => {
  const { graph } = await call()
  const byName = await graph('/v1.0/users/Person.3@tenant-1.example?$select=accountEnabled')
  expect(byName.body).toMatchObject({ id: '00000001-aaaa-4000-8000-000000000003', accountEnabled: true })
  expect((await graph(`/v1.0/users/${byName.body.id}`)).body.userPrincipalName).toBe(
    'person.3@tenant-1.example',
  )
  const nobody = await graph('/v1.0/users/nobody@tenant-1.example')
  expect([nobody.status, nobody.body.error.code]).toEqual([404, 'Request_ResourceNotFound'])
})

test('users are filtered', async () => {
  const { readAll, cloud, id } = await call()
  cloud.control.changeUser(id, '00000001-aaaa-4000-8000-000000000003', { accountEnabled: false })
  const blocked = await readAll("/v1.0/users?$filter=accountEnabled eq false and userType eq 'Member'")
  expect(blocked.map(({ userPrincipalName }) => userPrincipalName)).toEqual(['person.3@tenant-1.example'])
})

async function readDelta(graph: (path: string) => Promise<Loose>, path: string) {
  const values: Loose[] = []
  for (let next = path; ; ) {
    const { body, status } = await graph(next)
    expect(status).toBe(200)
    values.push(...body.value)
    if (body['@odata.deltaLink']) return { values, deltaLink: body['@odata.deltaLink'] as string }
    next = body['@odata.nextLink']
  }
}

test('a delta tells everybody first, and then what changed: new, changed and removed', async () => {
  const { graph, cloud, id, tenants } = await call({ tenants: twentyFive(), settings: { usersPerPage: 10 } })
  const [one, two, three] = tenants[0]!.usersAt(0)
  const first = await readDelta(graph, '/v1.0/users/delta?$select=displayName,accountEnabled')
  expect(first.values).toHaveLength(25)
  const quiet = await readDelta(graph, first.deltaLink)
  expect(quiet.values).toEqual([])
  cloud.control.changeUser(id, one!.id, { displayName: 'Renamed' })
  cloud.control.changeUser(id, two!.id, { jobTitle: 'Boss' })
  cloud.control.removeUser(id, three!.id)
  cloud.control.addUser(id, {
    ...one!,
    id: 'ffffffff-0000-4000-8000-000000000000',
    userPrincipalName: 'new@tenant-1.example',
  })
  const { values } = await readDelta(graph, quiet.deltaLink)
  expect(values).toEqual([
    { displayName: 'Renamed', accountEnabled: true, id: one!.id },
    { id: three!.id, '@removed': { reason: 'changed' } },
    { displayName: one!.displayName, accountEnabled: true, id: 'ffffffff-0000-4000-8000-000000000000' },
  ])
})

test('what changes while the first round is read is told in the next one', async () => {
  const { graph, cloud, id, tenants } = await call({ tenants: twentyFive(), settings: { usersPerPage: 10 } })
  const [one] = tenants[0]!.usersAt(0)
  const page = await graph('/v1.0/users/delta?$select=displayName')
  cloud.control.changeUser(id, one!.id, { displayName: 'In between' })
  const rest = await readDelta(graph, page.body['@odata.nextLink'])
  const later = await readDelta(graph, rest.deltaLink)
  expect(later.values.map(({ displayName }) => displayName)).toEqual(['In between'])
})

test('with return=minimal only what changed is told', async () => {
  const { graph, cloud, id, tenants } = await call()
  const { deltaLink } = await readDelta(graph, '/v1.0/users/delta?$select=displayName,accountEnabled')
  cloud.control.changeUser(id, tenants[0]!.usersAt(0)[0]!.id, { accountEnabled: false })
  const { body } = await graph(deltaLink, { headers: { prefer: 'return=minimal' } })
  expect(Object.keys(body.value[0]).sort()).toEqual(['accountEnabled', 'id'])
})

test('$deltatoken=latest begins now', async () => {
  const { graph } = await call()
  const { body } = await graph('/v1.0/users/delta?$deltatoken=latest')
  expect(body.value).toEqual([])
  expect(body).toHaveProperty(['@odata.deltaLink'])
})

test('a delta token older than 7 days, or void, is gone and says where to begin again', async () => {
  const { graph, clock, cloud, id } = await call()
  const { deltaLink } = await readDelta(graph, '/v1.0/users/delta')
  clock.advance(8 * DAY)
  const gone = await graph(deltaLink)
  expect([gone.status, gone.body.error.code]).toEqual([410, 'syncStateNotFound'])
  const again = await readDelta(graph, gone.headers.get('location')!)
  expect(again.values).toHaveLength(10)
  cloud.control.faults.set({ kind: 'deltaGone', times: 1 })
  const fault = await graph(again.deltaLink)
  expect([fault.status, fault.body.error.code]).toEqual([410, 'resyncRequired'])
  cloud.control.expireDeltaTokens(id)
  expect((await graph(again.deltaLink)).status).toBe(410)
})

test("the world's people come and go as its time goes by", async () => {
  const [tenant] = twentyFive()
  const [one, two] = tenant!.usersAt(0)
  const at = Date.parse('2026-05-10T13:00:00Z')
  tenant!.changes.push(
    { at, kind: 'left', userId: one!.id },
    { at: at + 1, kind: 'changed', userId: two!.id, set: { assignedLicenses: [] } },
  )
  const { readAll, graph, clock } = await call({ tenants: [tenant!] })
  const { deltaLink } = await readDelta(graph, '/v1.0/users/delta?$select=assignedLicenses')
  clock.set(at + 1)
  expect(await readAll('/v1.0/users')).toHaveLength(24)
  expect((await readDelta(graph, deltaLink)).values).toEqual([
    { id: one!.id, '@removed': { reason: 'changed' } },
    { assignedLicenses: [], id: two!.id },
  ])
})

test('licences and the organization have the documented properties', async () => {
  const { graph, id } = await call()
  const [sku] = (await graph('/v1.0/subscribedSkus')).body.value
  expect(Object.keys(sku).sort()).toEqual(
    'accountId accountName appliesTo capabilityStatus consumedUnits id prepaidUnits servicePlans skuId skuPartNumber subscriptionIds'.split(
      ' ',
    ),
  )
  const [organization] = (await graph('/v1.0/organization?$select=displayName,verifiedDomains')).body.value
  expect(organization).toMatchObject({ id, displayName: 'Tenant 1' })
  expect(organization.verifiedDomains.map(({ name, isInitial }: Loose) => [name, isInitial])).toEqual([
    ['tenant-1.example', false],
    ['tenant1.onmicrosoft.com', true],
  ])
})

test('which permissions an application was granted can be read', async () => {
  const { graph, cloud, id } = await call()
  cloud.control.consent(id, cloud.app.clientId, ['Directory.Read.All', 'ActivityFeed.Read'])
  const [principal] = (await graph(`/v1.0/servicePrincipals?$filter=appId eq '${cloud.app.clientId}'`)).body
    .value
  const { value } = (await graph(`/v1.0/servicePrincipals/${principal.id}/appRoleAssignments`)).body
  expect(value.map(({ resourceDisplayName }: Loose) => resourceDisplayName).sort()).toEqual([
    'Microsoft Graph',
    'Office 365 Management APIs',
  ])
  const resource = await graph(`/v1.0/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')`)
  const granted = value.find(({ resourceId }: Loose) => resourceId === resource.body.id)
  expect(resource.body.appRoles.find(({ id: role }: Loose) => role === granted.appRoleId).value).toBe(
    'Directory.Read.All',
  )
})

test('without permission, Graph does not say which', async () => {
  const { graph, cloud } = await call()
  cloud.control.faults.set({ kind: 'permissionMissing', permission: 'User.Read.All' })
  cloud.control.faults.set({ kind: 'permissionMissing', permission: 'Directory.Read.All' })
  for (const path of ['/v1.0/users', '/v1.0/users/delta', '/v1.0/servicePrincipals']) {
    const { status, body } = await graph(path)
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: 'Authorization_RequestDenied',
      message: 'Insufficient privileges to complete the operation.',
    })
  }
})

test('tokens: none, foreign, expired', async () => {
  const { graph, cloud, token } = await call({ settings: { tokenLifetimeSeconds: 0 } })
  const expired = await graph('/v1.0/users')
  expect(expired.status).toBe(401)
  expect(expired.body.error).toMatchObject({
    code: 'InvalidAuthenticationToken',
    message: 'Lifetime validation failed, the token is expired.',
  })
  expect(expired.headers.get('www-authenticate')).toMatch(/^Bearer /)
  expect((await graph('/v1.0/users', { token: await token('management') })).status).toBe(401)
  expect((await fetch(`${cloud.graphUrl}/v1.0/users`)).status).toBe(401)
})
