import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inCommon, spanOf, turnsBetween } from './spans.ts'
import { DAY, HOUR, MINUTE } from './visits.ts'

const MIDNIGHT = 20_500 * DAY
const at = (...hours: number[]) => hours.reduce((all, hour) => all | spanOf(MIDNIGHT + hour * HOUR), 0)

const spansOf = (minutes: number[]) =>
  minutes.reduce((all, minute) => all | spanOf(MIDNIGHT + minute * MINUTE), 0)

it('spans of a day are counted that two have in common', () => {
  expect(inCommon(at(0, 8, 8.5, 23.5), at(0.4, 8.6, 9, 23.9))).toBe(3)
  expect(inCommon(at(0, 8), 0)).toBe(0)
  const allDay = Array.from({ length: 96 }, (_, quarter) => at(quarter / 4)).reduce(
    (one, other) => one | other,
  )
  expect(inCommon(allDay, allDay)).toBe(32)
})

describe('turns of two', () => {
  it.each<[string, number, number, number]>([
    ['one alone has none', at(8, 9, 10), 0, 0],
    ['who comes after the other', at(8, 9), at(10, 11), 1],
    ['there and back', at(8, 9, 14), at(10, 11), 2],
    ['within the same span', at(8), at(8.2), 1],
    ['from one to the other within it', at(7, 8), at(8.2, 9), 1],
    ['in the midst of the other’s', at(7, 8, 9), at(8.2), 2],
    ['side by side', at(8, 9, 10), at(8, 9, 10), 3],
    ['in the morning and in the evening', at(6, 18), at(12, 23.5), 3],
  ])('%s', (_name, ones, others, turns) => {
    expect([turnsBetween(ones, others), turnsBetween(others, ones)]).toEqual([turns, turns])
  })

  it('are never more than there were', () => {
    const told = fc.array(fc.tuple(fc.integer({ min: 0, max: DAY / MINUTE - 1 }), fc.boolean()), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(told, all => {
        const inOrder = [...all].sort(([one], [other]) => one - other)
        const changes = inOrder.filter(([, isOne], n) => n > 0 && inOrder[n - 1]![1] !== isOne).length
        const minutesOf = (whose: boolean) =>
          all.flatMap(([minute, isOne]) => (isOne === whose ? minute : []))
        expect(turnsBetween(spansOf(minutesOf(true)), spansOf(minutesOf(false)))).toBeLessThanOrEqual(changes)
      }),
    )
  })
})
