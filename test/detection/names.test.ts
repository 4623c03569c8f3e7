// Accounts under several names: to the service, as to `scan`, the renamed are the same people as before, and a guest is one.
import { expect, test } from 'vitest'
import { DAY, FROM, HOUR, type Somebody, theftOf, weeksOf } from './forms/life.ts'
import type { LogRecord } from './forms/record.ts'
import { told, watched } from './forms/watched.ts'

const ADA: Somebody = { upn: 'ada.archer@contoso.example', id: '0000ada1-1111-4222-8333-aaaaaaaaaaa1' }
const RENAMED: Somebody = { ...ADA, upn: 'ada.zimmer@contoso.example' }
const BOB: Somebody = { upn: 'bob@contoso.example', id: '0000bbb1-1111-4222-8333-aaaaaaaaaab1' }
const STOLEN_AT = FROM + 18 * DAY + 12 * HOUR

const before = (records: LogRecord[], moment: number) =>
  told(records).filter(({ activity }) => activity.at < moment)
const from = (records: LogRecord[], moment: number) =>
  told(records).filter(({ activity }) => activity.at >= moment)

test('an attack that goes on after its victim was renamed stays one incident', async () => {
  const on = await watched()
  await on.take(...told([...weeksOf(ADA), ...weeksOf(BOB)]), ...told(theftOf(ADA, STOLEN_AT)))
  const [first, ...others] = await on.incidents()
  expect([first, others]).toMatchObject([{ user: ADA.upn, occurredAt: STOLEN_AT }, []])
  await on.take(...told(theftOf(RENAMED, STOLEN_AT + 5 * DAY)))
  expect(await on.incidents()).toEqual([first])
})

test('what was learnt under the old name holds for the new one', async () => {
  const on = await watched()
  const renamedOn = FROM + 18 * DAY
  await on.take(...before(weeksOf(ADA), renamedOn), ...told(weeksOf(BOB)))
  await on.take(...from(weeksOf(RENAMED), renamedOn))
  expect(await on.incidents()).toEqual([])
  // So little is enough only against somebody whose habits are known.
  await on.take(...told(theftOf(RENAMED, STOLEN_AT).slice(0, 2)))
  const alone = await watched()
  await alone.take(...from(weeksOf(RENAMED), renamedOn), ...told(weeksOf(BOB)))
  await alone.take(...told(theftOf(RENAMED, STOLEN_AT).slice(0, 2)))
  expect([await on.incidents(), await alone.incidents()]).toMatchObject([
    [{ user: RENAMED.upn, occurredAt: STOLEN_AT }],
    [],
  ])
})

test('two people to whom a log gives one id stay two', async () => {
  const on = await watched()
  const shared: Somebody = { ...BOB, id: ADA.id }
  await on.take(...told([...weeksOf(ADA), ...weeksOf(shared)]))
  await on.take(...told(theftOf(ADA, STOLEN_AT)), ...told(theftOf(shared, STOLEN_AT + HOUR)))
  expect((await on.incidents()).map(({ occurredAt }) => occurredAt).sort()).toEqual([
    STOLEN_AT,
    STOLEN_AT + HOUR,
  ])
})

test('a guest whom the audit log calls otherwise than sign-ins is one person', async () => {
  const guest: Somebody = { upn: 'ada.archer@partner.example', id: ADA.id }
  const hosted: Somebody = { ...guest, upn: 'ada.archer_partner.example#EXT#@contoso.onmicrosoft.com' }
  const signedIn = ({ isInteractive }: LogRecord) => isInteractive !== undefined
  const asGuest = (records: (who: Somebody) => LogRecord[]) =>
    told([...records(guest).filter(signedIn), ...records(hosted).filter(record => !signedIn(record))])
  const on = await watched()
  await on.take(...asGuest(weeksOf), ...told(weeksOf(BOB)))
  await on.take(...asGuest(who => theftOf(who, STOLEN_AT)))
  expect(await on.incidents()).toMatchObject([{ user: guest.upn, occurredAt: STOLEN_AT }])
})
