// One line from which several accounts are used for days: the service, too, knows who comes to a place without their machine.
import { expect, test } from 'vitest'
import { audited, DAY, FIREFOX, FROM, HOUR, type Somebody, signIn, weeksOf } from './forms/life.ts'
import type { LogRecord } from './forms/record.ts'
import { told, watched } from './forms/watched.ts'

const PEOPLE = ['ada', 'bea', 'cem'].map(
  (name, place): Somebody => ({
    upn: `${name}@contoso.example`,
    id: `0000ada${place}-1111-4222-8333-aaaaaaaaaaa${place}`,
  }),
)

/** Vodafone's in Germany. */
const LINE = '146.52.117.27'

const machine = (who: Somebody): LogRecord => ({
  deviceDetail: { deviceId: who.id, operatingSystem: 'Windows10', browser: 'Edge 146.0.0' },
})
const NO_MACHINE = { deviceDetail: { deviceId: '', operatingSystem: 'Linux', browser: 'Firefox 135.0' } }

/** In a session that the person had in their third week, on four days. */
const robbed = (who: Somebody): LogRecord[] =>
  [16, 17, 18, 19].flatMap(day => {
    const at = FROM + day * DAY + 11.5 * HOUR
    const via = { address: LINE, session: `00000006-${who.id.slice(9)}`, userAgent: FIREFOX }
    return [signIn(who, at, via, NO_MACHINE), audited(who.upn, at + HOUR, 'MailItemsAccessed', via)]
  })

test('three people’s sessions used there for days make it no place of the company’s', async () => {
  const { organization, take, incidents } = await watched()
  for (const who of PEOPLE) await take(...told([...weeksOf(who, { more: machine(who) })]))
  // Of all at once: the last of them is judged when the line looks like everybody's.
  await take(...told(PEOPLE.flatMap(robbed)))
  expect((await incidents()).map(({ user }) => user).sort()).toEqual(PEOPLE.map(({ upn }) => upn))

  const named = await organization.work(tx =>
    tx
      .selectFrom('seen_sites')
      .select(['names_machine'])
      .distinct()
      .where('organization_id', '=', organization.id)
      .where('site', '=', LINE)
      .execute(),
  )
  expect(named).toEqual([{ names_machine: false }])
})

test('a machine that was named there once was, whichever record is told last', async () => {
  const [who] = PEOPLE
  const { organization, take } = await watched()
  const via = { address: LINE, session: null }
  await take(...told([signIn(who!, FROM, via, machine(who!))]))
  await take(...told([signIn(who!, FROM + HOUR, via, NO_MACHINE), audited(who!.upn, FROM, 'Send', via)]))
  const rows = await organization.work(tx =>
    tx.selectFrom('seen_sites').select(['site', 'names_machine']).execute(),
  )
  expect(rows).toEqual([{ site: LINE, names_machine: true }])
})
