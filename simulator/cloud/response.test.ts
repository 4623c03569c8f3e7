// What response does, and the trail it leaves.
import { expect, test } from 'vitest'
import { type CallOrder, call, HOUR, type Loose, NOW } from './fixtures/caller.ts'
import { readingPermissions, respondingPermissions } from './permissions.ts'
import type { LoggedRecord } from './source.ts'

const USER = 'person.1@tenant-1.example'
const ID = '00000001-aaaa-4000-8000-000000000001'
const responder = (order: CallOrder = {}) =>
  call({ ...order, app: { permissions: [...readingPermissions, ...respondingPermissions] } })
const patch = (body: object): RequestInit => ({ method: 'PATCH', body: JSON.stringify(body) })

async function trail(
  { clock, start, readContent, readAll }: Awaited<ReturnType<typeof call>>,
  contentType = 'Audit.AzureActiveDirectory',
) {
  clock.advance(3 * 60_000)
  await start(contentType)
  return {
    audit: (await readContent(contentType)).map(({ Operation }) => Operation as string).sort(),
    graph: (await readAll('/v1.0/auditLogs/directoryAudits'))
      .map(one => one.activityDisplayName as string)
      .sort(),
  }
}

test('sessions are revoked', async () => {
  const caller = await responder()
  const revoked = await caller.graph(`/v1.0/users/${ID}/revokeSignInSessions`, { method: 'POST' })
  expect([revoked.status, revoked.body.value]).toEqual([200, true])
  expect(caller.cloud.control.user(caller.id, USER)!.signInSessionsValidFromDateTime).toBe(
    new Date(NOW).toISOString(),
  )
  expect(await trail(caller)).toEqual({
    audit: ['Update StsRefreshTokenValidFrom Timestamp.'],
    graph: ['Update StsRefreshTokenValidFrom Timestamp'],
  })
})

test('an account is disabled, and the directory says so', async () => {
  const caller = await responder()
  expect((await caller.graph(`/v1.0/users/${USER}`, patch({ accountEnabled: false }))).status).toBe(204)
  expect((await caller.graph(`/v1.0/users/${ID}?$select=accountEnabled`)).body.accountEnabled).toBe(false)
  const { audit, graph } = await trail(caller)
  expect(audit).toEqual(['Disable account.', 'Update user.'])
  expect(graph).toEqual(['Disable account', 'Update user'])
})

test('a password is set, and never shown', async () => {
  const caller = await responder()
  const body = { passwordProfile: { password: 'Correct-horse-7', forceChangePasswordNextSignIn: true } }
  expect((await caller.graph(`/v1.0/users/${ID}`, patch(body))).status).toBe(204)
  const shown = await caller.graph(`/v1.0/users/${ID}?$select=lastPasswordChangeDateTime,passwordProfile`)
  expect(shown.body.lastPasswordChangeDateTime).toBe(new Date(NOW).toISOString())
  expect(JSON.stringify(shown.body)).not.toContain('horse')
  expect((await trail(caller)).audit).toEqual(['Reset user password.'])
  expect(
    (await caller.graph(`/v1.0/users/${ID}`, patch({ passwordProfile: { password: 'short' } }))).status,
  ).toBe(400)
})

test('bad changes change nothing', async () => {
  const caller = await responder()
  for (const body of [{ accountEnabled: 'no' }, { nonsense: 1 }])
    expect((await caller.graph(`/v1.0/users/${ID}`, patch(body))).status).toBe(400)
  expect((await caller.graph(`/v1.0/users/${ID}`, { method: 'PATCH', body: '{' })).status).toBe(400)
  expect(caller.cloud.control.user(caller.id, USER)!.accountEnabled).toBe(true)
  expect((await trail(caller)).audit).toEqual([])
})

test('reading permissions are not enough for any of it', async () => {
  const { graph } = await call()
  const asked: [string, RequestInit, string][] = [
    [`/v1.0/users/${ID}/revokeSignInSessions`, { method: 'POST' }, 'Authorization_RequestDenied'],
    [`/v1.0/users/${ID}`, patch({ accountEnabled: false }), 'Authorization_RequestDenied'],
    [`/v1.0/users/${ID}/mailFolders/inbox/messageRules`, {}, 'ErrorAccessDenied'],
    [`/v1.0/users/${ID}/authentication/methods`, {}, 'accessDenied'],
    ['/v1.0/oauth2PermissionGrants/x', { method: 'DELETE' }, 'Authorization_RequestDenied'],
  ]
  for (const [path, init, code] of asked) {
    const { status, body } = await graph(path, init)
    expect([status, body.error.code]).toEqual([403, code])
  }
})

const at = NOW - HOUR
const logged = (feed: LoggedRecord['feed'], record: Loose): LoggedRecord => ({
  feed,
  id: record.Id,
  at,
  publishedAt: at,
  record,
})

test('a rule that an attacker made can be seen, switched off and deleted', async () => {
  const caller = await responder({
    records: () => [
      logged('Audit.Exchange', {
        Id: 'rule-1',
        CreationTime: '2026-05-10T11:00:00',
        Operation: 'New-InboxRule',
        UserId: USER,
        Parameters: [
          { Name: 'Name', Value: '.' },
          { Name: 'SubjectOrBodyContainsWords', Value: 'invoice;payment' },
          { Name: 'MoveToFolder', Value: 'RSS Feeds' },
          { Name: 'MarkAsRead', Value: 'True' },
        ],
      }),
    ],
  })
  const rules = `/v1.0/users/${ID}/mailFolders/inbox/messageRules`
  const [rule] = (await caller.graph(rules)).body.value
  expect(rule).toMatchObject({
    displayName: '.',
    isEnabled: true,
    conditions: { bodyOrSubjectContains: ['invoice', 'payment'] },
    actions: { moveToFolder: 'RSS Feeds', markAsRead: true },
  })
  const off = await caller.graph(`${rules}/${rule.id}`, patch({ isEnabled: false }))
  expect([off.status, off.body.isEnabled]).toEqual([200, false])
  expect((await caller.graph(`${rules}/${rule.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await caller.graph(rules)).body.value).toEqual([])
  expect((await caller.graph(`${rules}/${rule.id}`, { method: 'DELETE' })).body.error.code).toBe(
    'ErrorItemNotFound',
  )
  expect((await trail(caller, 'Audit.Exchange')).audit).toEqual([
    'Disable-InboxRule',
    'New-InboxRule',
    'Remove-InboxRule',
  ])
})

test('a sign-in method is listed and deleted; the password stays', async () => {
  const caller = await responder({
    records: () => [
      logged('Audit.AzureActiveDirectory', {
        Id: 'method-1',
        Operation: 'User registered security info.',
        UserId: USER,
        Target: [{ ID: ID, Type: 2 }],
      }),
    ],
  })
  const all = `/v1.0/users/${ID}/authentication/methods`
  const methods = (await caller.graph(all)).body.value
  expect(methods.map((method: Loose) => method['@odata.type'])).toEqual([
    '#microsoft.graph.passwordAuthenticationMethod',
    '#microsoft.graph.microsoftAuthenticatorAuthenticationMethod',
  ])
  const path = `/v1.0/users/${ID}/authentication/microsoftAuthenticatorMethods`
  expect((await caller.graph(`${path}/${methods[1].id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await caller.graph(path)).body.value).toEqual([])
  const password = `/v1.0/users/${ID}/authentication/passwordMethods/${methods[0].id}`
  expect((await caller.graph(password, { method: 'DELETE' })).status).toBe(400)
  expect((await trail(caller)).graph).toEqual(['Admin deleted security info'])
})

test('a consent is listed and taken back', async () => {
  const caller = await responder({
    records: () => [
      logged('Audit.AzureActiveDirectory', {
        Id: 'consent-1',
        Operation: 'Consent to application.',
        UserId: USER,
        Actor: [
          { ID: USER, Type: 5 },
          { ID: ID, Type: 2 },
        ],
        Target: [
          { ID: 'ServicePrincipal_x', Type: 2 },
          { ID: '77777777-7777-4777-8777-777777777777', Type: 2 },
        ],
        ModifiedProperties: [
          {
            Name: 'ConsentAction.Permissions',
            NewValue: '[] => [[Id: x, ConsentType: Principal, Scope: Mail.Read Mail.Send]]',
          },
        ],
      }),
    ],
  })
  const [grant] = (await caller.graph(`/v1.0/users/${ID}/oauth2PermissionGrants`)).body.value
  expect(grant).toMatchObject({
    clientId: '77777777-7777-4777-8777-777777777777',
    consentType: 'Principal',
    principalId: ID,
    scope: 'Mail.Read Mail.Send',
  })
  expect(
    (await caller.graph(`/v1.0/oauth2PermissionGrants?$filter=clientId eq '${grant.clientId}'`)).body.value,
  ).toEqual([grant])
  expect((await caller.graph(`/v1.0/oauth2PermissionGrants/${grant.id}`, { method: 'DELETE' })).status).toBe(
    204,
  )
  expect((await caller.graph('/v1.0/oauth2PermissionGrants')).body.value).toEqual([])
  expect((await trail(caller)).graph).toEqual(['Remove delegated permission grant'])
})
