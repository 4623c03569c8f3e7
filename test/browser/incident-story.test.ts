// The page of an incident that detection has raised: its records, its attacker, and what closing it means.
import { randomUUID } from 'node:crypto'
import { isRejection, normalise } from '../../src/events/normalise.ts'
import { storableOf, storeRecords } from '../../src/events/stored/store.ts'
import type { NewActivity } from '../../src/incidents/activity.ts'
import { recordAttack } from '../../src/incidents/attack.ts'
import { expectFine } from './axe.ts'
import { inDemo } from './in-demo.ts'
import { expect, okonjo, tabTo, test } from './visit.ts'

const [{ serviceTenantId }] = okonjo.tenants as [(typeof okonjo.tenants)[number]]
const MINUTE = 60_000
const SESSION = '0b54c1de-stolen'
/** Of one hour of the clock, whenever the test runs, and before now. */
const HOUR = Math.floor(Date.now() / (60 * MINUTE)) * 60 * MINUTE - 60 * MINUTE
const ADDRESSES = ['203.0.113.9', '203.0.113.10', '203.0.113.11', '203.0.113.12', '203.0.113.13']

const mailRead = (id: string, at: number, messages: number) => ({
  Id: id,
  CreationTime: new Date(at).toISOString().slice(0, 19),
  Operation: 'MailItemsAccessed',
  OrganizationId: randomUUID(),
  RecordType: 50,
  UserId: 'mara@okonjo.example',
  UserKey: '1003',
  UserType: 0,
  Version: 1,
  Workload: 'Exchange',
  ClientIPAddress: ADDRESSES[0],
  ClientInfoString: 'Client=OWA;Mozilla/5.0',
  ResultStatus: 'Succeeded',
  SessionId: SESSION,
  Folders: [
    {
      FolderItems: Array.from({ length: messages }, (_, n) => ({ InternetMessageId: `<${id}-${n}@x>` })),
      Path: '\\Inbox',
    },
  ],
})

/** An attacker who read mail in two records, and an owner at work. */
const recordStory = () =>
  inDemo(serviceTenantId, async ({ tx, organizationId, tenantId, userId, now }) => {
    const id = randomUUID()
    const raws = [58, 18].map((messages, n) => mailRead(randomUUID(), HOUR + (5 + n) * MINUTE, messages))
    const records = raws.map(raw => {
      const activity = normalise(raw)
      if (isRejection(activity)) throw new Error(activity.rejected)
      return storableOf(activity)
    })
    await storeRecords(tx, organizationId, {
      tenantId,
      source: 'import',
      records,
      historyUntil: new Date(0),
      publishedAt: undefined,
      storedAt: now,
    })
    const base = { kind: 'mail' as const, address: ADDRESSES[0]!, network: 'Example Hosting' }
    const activities: NewActivity[] = [
      {
        ...base,
        at: new Date(HOUR + 5 * MINUTE),
        actor: 'attacker',
        title: 'Read 76 messages',
        raw: raws[0],
        eventId: raws[0]!.Id,
        records: 2,
      },
      ...[10, 11, 12].map(minute => ({
        kind: 'sign-in' as const,
        at: new Date(HOUR + minute * MINUTE),
        actor: 'user' as const,
        title: `Signed in to Teams, ${minute}`,
      })),
    ]
    const occurredAt = new Date(HOUR + 5 * MINUTE)
    await recordAttack(
      tx,
      organizationId,
      {
        incident: {
          ...{ id, tenantId, userId, occurredAt, isLive: true, reason: 'test', activities },
          ...{ title: 'Session stolen', summary: 'In words.', severity: 'high' },
        },
        facts: {
          ...{ user: 'mara@okonjo.example', lastSeenAt: new Date(HOUR + 6 * MINUTE), confidence: 0.9 },
          ...{ addresses: ADDRESSES, tellingAddresses: [], sessions: [], luredAt: [], ledBy: [], made: [] },
          ...{ why: ['A session was used from a second network'], digest: 'test' },
        },
        settled: { at: occurredAt, publishedAt: null, storedAt: now },
      },
      now,
    )
    return `/tenant/${serviceTenantId}/incidents/${id}`
  })

test('every record behind an act can be opened', async ({ visit }) => {
  const page = await visit({ as: 'Full Member', of: okonjo })
  await page.goto(await recordStory())
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await timeline.getByRole('button', { name: 'Show the 2 records' }).click()
  const records = timeline.getByRole('button', { name: /^Record of: Read 76 messages/ })
  await expect(records).toHaveCount(2)
  await records.last().click()
  const dialog = page.getByRole('dialog', { name: 'Record as it was collected' })
  const told = await dialog.getByRole('region', { name: 'Record' }).textContent()
  expect(JSON.parse(told!).Folders[0].FolderItems).toHaveLength(18)
})

test('the attacker’s acts can be shown alone, by keyboard, and the address keeps it', async ({ visit }) => {
  const page = await visit({ as: 'Full Member', of: okonjo })
  await page.goto(await recordStory())
  const acts = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(acts).toHaveCount(4)
  const only = page.getByRole('switch', { name: 'Attacker only' })
  await tabTo(page, only)
  await page.keyboard.press('Space')
  await expect(acts).toHaveCount(1)
  await expect(only).toBeFocused()
  await expect(page).toHaveURL(/\?acts=attacker$/)
  await expect(page.getByText('3 acts of others are not shown.')).toBeVisible()
  await page.reload()
  await expect(acts).toHaveCount(1)
  await only.press('Space')
  await expect(acts).toHaveCount(4)
  await expect(page).not.toHaveURL(/acts/)
})

test('names addresses, sessions and when the attacker was last seen, within its cards at any width', async ({
  visit,
}) => {
  const page = await visit({ as: 'Full Member', of: okonjo })
  await page.goto(await recordStory())
  const card = page.getByRole('region', { name: 'Attacker' })
  await expect(card).toContainText(ADDRESSES[4]!)
  await expect(card.getByText(SESSION)).toBeVisible()
  await expect(card).toContainText('also the owner’s')
  const incident = page.getByRole('region', { name: 'Incident', exact: true })
  await expect(incident).toContainText('Last seen')
  await expect(incident).toContainText('90 % (the weight of the evidence')
  for (const width of [1024, 1100, 1200, 1320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const sticksOut = `[...document.querySelectorAll('dd, .mantine-Paper-root li')]
      .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)`
    await expect.poll(() => page.evaluate<string[]>(sticksOut), `at ${width}`).toEqual([])
  }
  await expectFine(page)
})

test('closing tells when the attacker was last seen, and a false alarm what it lets pass', async ({
  visit,
}) => {
  const page = await visit({ as: 'Admin', of: okonjo })
  await page.goto(await recordStory())
  await page.getByRole('button', { name: 'Mark as contained' }).click()
  await page.getByLabel('Reason').fill('Sessions revoked')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as contained' }).click()
  const standing = page.getByRole('region', { name: 'Where it stands' })
  await expect(standing).toContainText(
    /They came in on .* and were last seen on .*\. It was marked as contained on .*: a dwell time of/,
  )

  await page.getByRole('button', { name: 'Mark as false positive' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'whatever this account does from 203.0.113.9, 203.0.113.10, 203.0.113.11 and 2 more addresses is not taken for an attack',
  )
  await dialog.getByLabel('Reason').fill('A journey')
  await dialog.getByRole('button', { name: 'Mark as false positive' }).click()
  await expect(page.getByText('A false alarm: there was no attacker')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(dialog).toContainText('it was no false alarm')
  await expect(dialog).not.toContainText('in again')
})
