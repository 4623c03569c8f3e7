// Settings, Detection rules tab over HTTP: who may do what, what the engine refuses, and what a dry run tells.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Activity } from '../../src/events/activity.ts'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { storableOf, storeRecords } from '../../src/events/stored/store.ts'
import { makeTenant, type Service, startService, type Tenant } from '../harness.ts'
import { type SignedIn, signIn } from './sign-in.ts'

const rule = (operation: string, id = randomUUID()) => `title: ${operation} seen
id: ${id}
status: test
logsource:
  product: m365
  service: exchange
detection:
  selection:
    Operation: ${operation}
  condition: selection
level: medium
tags:
  - attack.t1114.003
`

interface Told {
  rules: {
    ruleId: string
    title: string
    ownId: string | null
    techniques: string[]
    isOffForAll: boolean
    offFor: string[]
    warning: string | null
  }[]
  own: { id: string; text: string }[]
}

let service: Service
let admin: SignedIn
let member: SignedIn
let stranger: SignedIn
let tenant: Tenant

beforeAll(async () => {
  service = await startService({ settings: { VEDETTE_APP_URL: undefined } })
  admin = await signIn(service, { role: 'Admin' })
  member = await signIn(service, { role: 'Full Member', organization: admin.organization })
  stranger = await signIn(service, { role: 'Admin' })
  tenant = await makeTenant(service, admin.organization)
  return () => service.close()
})

const rules = async (who = admin) => (await (await who.get('/rules')).json()) as Told
const add = async (text: string) => {
  const response = await admin.change('POST', '/rules', { text })
  expect(response.status).toBe(200)
  return (await response.json()) as { id: string }
}

describe('rules of an organization’s own', () => {
  test('for a log that is not collected are saved with a warning', async () => {
    const text = rule('Add-Service')
    const kept = await admin.change('POST', '/rules', { text: text.replace('m365', 'windows') })
    const { id, warning } = (await kept.json()) as { id: string; warning: string }
    expect(warning).toBe(
      'No log that Vedette collects is product windows, service exchange: this rule will never match.',
    )
    // Whoever looks at the list later, or tries it, is told too.
    const { rules: listed } = await rules()
    const { ruleId } = listed.find(({ ownId }) => ownId === id)!
    expect(listed.flatMap(each => each.warning ?? [])).toEqual([warning])
    const of = { serviceTenantId: tenant.serviceTenantId, days: 7 }
    for (const what of [{ ruleId }, { text: text.replace('m365', 'windows') }]) {
      const tried = await admin.change('POST', '/rules/try', { ...of, ...what })
      expect(await tried.json()).toMatchObject({ matches: 0, records: 0, warning })
    }
    const mended = await admin.change('PATCH', `/rules/${id}`, { text })
    expect(await mended.json()).toMatchObject({ warning: null })
    await admin.change('DELETE', `/rules/${id}`)
  })

  test('are added, read by all members, changed and deleted, and nobody else sees them', async () => {
    const { id } = await add(rule('New-InboxRule'))
    const [listed] = (await rules(member)).rules.filter(({ ownId }) => ownId === id)
    expect(listed).toMatchObject({
      title: 'New-InboxRule seen',
      techniques: ['T1114.003'],
      isOffForAll: false,
    })
    expect((await rules(stranger)).rules.some(({ ownId }) => ownId !== null)).toBe(false)
    expect((await stranger.change('PATCH', `/rules/${id}`, { text: rule('X') })).status).toBe(404)
    expect((await stranger.change('DELETE', `/rules/${id}`)).status).toBe(404)
    expect((await admin.change('PATCH', `/rules/${id}`, { text: rule('Set-InboxRule') })).status).toBe(200)
    expect((await rules()).own.find(own => own.id === id)!.text).toContain('Set-InboxRule')
    expect((await admin.change('DELETE', `/rules/${id}`)).status).toBe(200)
    expect((await rules()).own.some(own => own.id === id)).toBe(false)
    expect((await admin.change('DELETE', `/rules/${id}`)).status).toBe(404)
  })

  test('are read as they were written by all members, like the rules of Vedette, and by nobody else', async () => {
    const text = rule('Read-Aloud')
    const { id } = await add(text)
    const { ruleId } = (await rules()).rules.find(({ ownId }) => ownId === id)!
    const at = (of: string) => `/rules/text?${new URLSearchParams({ ruleId: of })}`
    expect(await (await member.get(at(ruleId))).json()).toEqual({ text })
    expect((await stranger.get(at(ruleId))).status).toBe(404)
    expect((await member.get(at('no such rule'))).status).toBe(404)
    expect((await member.get('/rules/text')).status).toBe(400)
    const { ruleId: theirs, title } = (await rules(stranger)).rules[0]!
    const { text: shipped } = (await (await stranger.get(at(theirs))).json()) as { text: string }
    expect(shipped).toContain(`title: ${title}`)
    expect(shipped).toContain(`id: ${theirs}`)
    await admin.change('DELETE', `/rules/${id}`)
    expect((await admin.get(at(ruleId))).status).toBe(404)
  })

  test('are refused with line and reason when the engine cannot read them, and nothing changes', async () => {
    const before = (await rules()).own.length
    const response = await admin.change('POST', '/rules', {
      text: rule('X').replace('condition: selection', 'condition: selection | count() > 3'),
    })
    expect(response.status).toBe(400)
    expect(((await response.json()) as { detail: string }).detail).toMatch(/^Line \d+: /)
    expect((await admin.change('POST', '/rules', { text: 'title: [' })).status).toBe(400)
    const id = randomUUID()
    await add(rule('Twice', id))
    expect((await admin.change('POST', '/rules', { text: rule('Twice', id) })).status).toBe(400)
    expect((await rules()).own.length).toBe(before + 1)
  })

  test('are changed by Admins alone', async () => {
    const { id } = await add(rule('Kept'))
    expect((await member.change('POST', '/rules', { text: rule('Y') })).status).toBe(403)
    expect((await member.change('PATCH', `/rules/${id}`, { text: rule('Y') })).status).toBe(403)
    expect((await member.change('DELETE', `/rules/${id}`)).status).toBe(403)
    const off = { ruleId: 'anything', isOn: false }
    expect((await member.change('POST', '/rule-switches', off)).status).toBe(403)
    const trial = { serviceTenantId: tenant.serviceTenantId, days: 1, text: rule('Y') }
    expect((await member.change('POST', '/rules/try', trial)).status).toBe(403)
    expect((await rules()).own.some(own => own.id === id)).toBe(true)
  })
})

test('a rule is switched off for one tenant or for all, and on again', async () => {
  const ruleId = randomUUID()
  await add(rule('Switched', ruleId))
  const turn = (body: object) => admin.change('POST', '/rule-switches', { ruleId, ...body })
  const state = async () => {
    const found = (await rules()).rules.find(each => each.ruleId === ruleId)!
    return [found.isOffForAll, found.offFor]
  }
  const { serviceTenantId } = tenant
  expect((await turn({ serviceTenantId, isOn: false })).status).toBe(200)
  expect(await state()).toEqual([false, [serviceTenantId]])
  expect((await turn({ isOn: false })).status).toBe(200)
  expect((await turn({ isOn: false })).status).toBe(200)
  expect(await state()).toEqual([true, [serviceTenantId]])
  await turn({ isOn: true })
  await turn({ serviceTenantId, isOn: true })
  expect(await state()).toEqual([false, []])
  expect((await turn({ serviceTenantId: 'zzzzzzzz', isOn: false })).status).toBe(404)
  expect((await admin.change('POST', '/rule-switches', { ruleId: 'none', isOn: false })).status).toBe(404)
})

test('a dry run tells what would have matched, of whom, and changes nothing', async () => {
  const now = service.clock.read()
  const record = (operation: string, user: string, daysAgo: number) =>
    normalise({
      Id: randomUUID(),
      CreationTime: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
      Operation: operation,
      RecordType: 1,
      Workload: 'Exchange',
      UserId: user,
      ClientIP: '203.0.113.7',
      OrganizationId: tenant.directoryTenantId,
    })
  const activities = [
    record('Set-Mailbox', 'a@northwind.example', 1),
    record('Set-Mailbox', 'a@northwind.example', 2),
    record('Set-Mailbox', 'b@northwind.example', 3),
    record('Set-Mailbox', 'c@northwind.example', 20),
    record('Remove-Mailbox', 'a@northwind.example', 1),
  ].filter((each): each is Activity => !isRejection(each))
  expect(activities).toHaveLength(5)
  await admin.organization.work(tx =>
    storeRecords(tx, admin.organization.id, {
      tenantId: tenant.id,
      source: 'import',
      records: activities.map(activity => storableOf(activity)),
      historyUntil: now,
      storedAt: now,
    }),
  )
  const before = await rules()
  const response = await admin.change('POST', '/rules/try', {
    serviceTenantId: tenant.serviceTenantId,
    days: 7,
    text: rule('Set-Mailbox'),
  })
  expect(await response.json()).toMatchObject({
    records: 4,
    isWhole: true,
    matches: 3,
    people: 2,
    samples: [{ user: 'a@northwind.example', operation: 'Set-Mailbox' }, {}, {}],
  })
  expect(await rules()).toEqual(before)
  const trial = { serviceTenantId: tenant.serviceTenantId, days: 7 }
  expect((await admin.change('POST', '/rules/try', trial)).status).toBe(400)
  expect((await admin.change('POST', '/rules/try', { ...trial, text: 'nonsense' })).status).toBe(400)
  expect((await stranger.change('POST', '/rules/try', { ...trial, text: rule('Z') })).status).toBe(404)
})
