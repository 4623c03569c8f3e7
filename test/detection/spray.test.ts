// A spray from everywhere, known by its program: the service asks who else was refused with it, whatever comes in first.
import { expect, test } from 'vitest'
import { DAY, FROM, HOME, HOUR, type Somebody, signIn } from './forms/life.ts'
import type { LogRecord } from './forms/record.ts'
import { told, watched } from './forms/watched.ts'

const BEA: Somebody = { upn: 'bea@contoso.example', id: '0000ade1-1111-4222-8333-aaaaaaaaaae1' }
const T = FROM + 17 * DAY + 9 * HOUR
const AT_HOME = { location: { city: 'Bonn', countryOrRegion: 'DE' }, autonomousSystemNumber: 3320 }
const PROGRAM = 'fasthttp'

const past: LogRecord[] = Array.from({ length: 14 }, (_, day) =>
  signIn(
    BEA,
    FROM + day * DAY + 8 * HOUR,
    { address: HOME, session: `${day + 10}bbbbbb-1111-4222-8333-444444444444` },
    AT_HOME,
  ),
)
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36'
const refused = (people: number, userAgent = PROGRAM): LogRecord[] =>
  Array.from({ length: people }, (_, n) =>
    signIn(
      { upn: `c${n}@contoso.example`, id: `0000ada1-1111-4222-8333-aaaaaaaaa${100 + n}` },
      T - (n + 1) * 600_000,
      { address: `105.${n}.7.7`, session: null, userAgent },
      {
        location: { city: 'Lagos', countryOrRegion: 'NG' },
        autonomousSystemNumber: 36873,
        status: { errorCode: 50126, failureReason: 'Invalid username or password.' },
      },
    ),
  )
const opened = (userAgent = PROGRAM) =>
  signIn(
    BEA,
    T,
    { address: '77.20.3.9', session: 'eeeeeeee-9999-4222-8333-444444444444', userAgent },
    { location: { city: 'Berlin', countryOrRegion: 'DE' }, autonomousSystemNumber: 3209 },
  )

test.each([
  ['first', PROGRAM],
  ['last', PROGRAM],
  ['first', BROWSER],
  ['last', BROWSER],
])('is found when the account that opened comes in %s, by %s', async (order, userAgent) => {
  const on = await watched()
  const wrong = refused(12, userAgent)
  const parts =
    order === 'first' ? [[...past, opened(userAgent)], wrong] : [[...past, ...wrong], [opened(userAgent)]]
  for (const part of parts) await on.take(...told(part))
  expect(await on.incidents()).toMatchObject([{ user: BEA.upn, occurredAt: T }])
})

test('is none where few were refused', async () => {
  const on = await watched()
  await on.take(...told([...past, ...refused(6), opened()]))
  expect(await on.incidents()).toEqual([])
})
