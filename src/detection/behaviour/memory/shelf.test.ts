import fc from 'fast-check'
import { expect, it } from 'vitest'
import { act, deed, MINUTE, START } from '../../fixtures/activities.ts'
import { createLedger } from './ledger.ts'
import { createShelf } from './shelf.ts'
import { createTraces, type Trace } from './trace.ts'

const { trace } = createTraces()
const samples = [
  trace(act(START, 'home'), []),
  trace(deed(START, 'office', 'inbox-rule-set', { target: 'newsletters' }), []),
]
const names = fc.oneof(
  fc.uuid(),
  fc.uuid().map(id => id.toUpperCase()),
  fc.uuid().map(id => `${id.slice(0, -1)}g`),
  fc.uuid().map(id => `${id.slice(0, -1)}ａ`),
  fc.uuid().map(id => id.replaceAll('-', '_')),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'Directory_1', '0'.repeat(36), '00000000-0000-0000-0000-000000000000'),
)
const count = fc.integer({ min: 1, max: 2 ** 32 - 1 })

it('what is taken from the shelf is what was put there', () => {
  const traces = fc.array(
    fc.record({
      sample: fc.constantFrom(...samples),
      id: names,
      session: fc.option(names),
      hasOrigin: fc.boolean(),
      at: fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
      lasted: fc.integer({ min: 0, max: 86_400_000 }),
      spans: fc.integer(),
      records: count,
      items: fc.oneof(count, fc.constantFrom(2 ** 40, Number.MAX_SAFE_INTEGER)),
    }),
  )
  const shelf = createShelf()
  fc.assert(
    fc.property(traces, given => {
      const put: Trace[] = given.map(({ sample, hasOrigin, at, lasted, ...rest }) => ({
        ...sample,
        ...rest,
        at,
        until: at + lasted,
        origin: hasOrigin ? sample.origin : null,
      }))
      const taken: Trace[] = []
      shelf.take(shelf.put(put), taken)
      expect(taken).toEqual(put)
      for (const [place, { manner, particulars }] of put.entries()) {
        expect(taken[place]!.manner).toBe(manner)
        expect(taken[place]!.particulars).toBe(particulars)
      }
    }),
  )
})

it('people who do more than is kept at hand are remembered whole, asked for now and again or once', () => {
  const activities = Array.from({ length: 700 }, (_, place) =>
    place % 7 === 0
      ? deed(START + place * 5 * MINUTE, 'home', 'inbox-rule-set')
      : deed(START + place * 5 * MINUTE, place % 2 ? 'home' : 'office', 'mail-read', {
          session: `session ${Math.floor(place / 90)}`,
        }),
  )
  const ledgers = [60_000, 0, 100, 0, 100].map(mostAtHand => createLedger({ mostAtHand }))
  for (const [place, activity] of activities.entries())
    for (const [number, ledger] of ledgers.entries()) {
      ledger.add(activity, { matches: [], ref: null })
      if (number < 3 || place % 50 > 0) continue
      const [one] = ledger.people()
      const [same] = ledger.people()
      expect(one!.traces).toEqual(same!.traces)
    }
  const told = ledgers.map(ledger => {
    const [person] = ledger.people()
    const tell = () => person!.traces.map(({ id, at, until, records }) => ({ id, at, until, records }))
    expect(tell()).toEqual(tell())
    return tell()
  })
  const [whole, ...others] = told
  expect(whole!.reduce((sum, { records }) => sum + records, 0)).toBe(700)
  expect(whole!.length).toBeLessThan(700)
  expect(whole!.at(-1)!.until).toBe(START + 699 * 5 * MINUTE)
  for (const other of others) expect(other).toEqual(whole)
})

it('what was asked for before more came in stays as it was, and nothing is lost', () => {
  const ledger = createLedger({ mostAtHand: 0 })
  const add = (from: number, count: number) => {
    for (let place = from; place < from + count; place++)
      ledger.add(deed(START + place * MINUTE, 'home', 'inbox-rule-set'), { matches: [], ref: null })
  }
  add(0, 100)
  const [early] = ledger.people()
  const [other] = ledger.people()
  expect(other!.traces).toHaveLength(100)
  add(100, 100)
  expect(early!.traces).toHaveLength(100)
  expect(ledger.people()[0]!.traces).toHaveLength(200)
})
