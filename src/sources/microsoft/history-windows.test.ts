import { describe, expect, it } from 'vitest'
import {
  beginning,
  type Cursor,
  closeWindow,
  halve,
  isRecentRead,
  nextWindow,
  noteLooking,
  passOver,
  secondsUntilLook,
  type Window,
} from './history-windows.ts'

const NOW = new Date('2026-05-10T12:00:00.000Z')
const DAY = 86_400_000
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY)
const daysOf = ({ from, until }: Pick<Window, 'from' | 'until'>) =>
  [from, until].map(moment => (Date.parse(moment) - NOW.getTime()) / DAY)

/** All windows until there is none, each done with at once. */
function all(cursor: Cursor, now: Date, lookBackDays: number): number[][] {
  const windows: number[][] = []
  noteLooking(cursor, now)
  for (;;) {
    const window = nextWindow(cursor, now, lookBackDays)
    if (!window) return windows
    windows.push(daysOf(window))
    closeWindow(cursor, window, now)
  }
}

describe('history', () => {
  it('is asked for by the week, newest first, without a hole, as far as wanted and no further', () => {
    expect(all(beginning(NOW), NOW, 30)).toEqual([
      [-7, 0],
      [-14, -7],
      [-21, -14],
      [-28, -21],
      [-30, -28],
    ])
    expect(all(beginning(NOW), NOW, 180)).toHaveLength(26)
    expect(all(beginning(NOW), NOW, 0)).toEqual([])
  })

  it('is asked for once, and further back when more is wanted later', () => {
    const cursor = beginning(NOW)
    all(cursor, NOW, 14)
    expect(all(cursor, inDays(1), 14)).toEqual([])
    expect(all(cursor, inDays(1), 20)).toEqual([[-20, -14]])
  })

  it('is here as far as people are judged once 30 days of it are', () => {
    const cursor = beginning(NOW)
    const seen: boolean[] = []
    for (let n = 0; n < 6; n++) {
      seen.push(isRecentRead(cursor, NOW))
      closeWindow(cursor, nextWindow(cursor, NOW, 180)!, NOW)
    }
    expect(seen).toEqual([false, false, false, false, false, true])
  })

  it('is asked for by halves where a week holds too much, down to an hour', () => {
    const cursor = beginning(NOW)
    const window = nextWindow(cursor, NOW, 30)!
    cursor.window = window
    expect(halve(cursor, window)).toBe(true)
    expect(cursor.window).toBeUndefined()
    expect(daysOf(nextWindow(cursor, NOW, 30)!)).toEqual([-3.5, 0])
    let halvings = 1
    while (halve(cursor, nextWindow(cursor, NOW, 30)!)) halvings++
    expect(halvings).toBe(8)
    expect(cursor.spanHours).toBe(1)
  })
})

describe('what the live feeds have missed', () => {
  const read = () => {
    const cursor = beginning(NOW)
    all(cursor, NOW, 14)
    return cursor
  }

  it('is nothing while it looks now and then', () => {
    const cursor = read()
    for (let days = 1; days < 40; days += 5) expect(all(cursor, inDays(days), 14)).toEqual([])
  })

  it('is asked for, from a day before it went away, as far as the live feeds do not reach themselves', () => {
    const cursor = read()
    expect(all(cursor, inDays(20), 60)).toEqual([
      [-1, 6],
      [6, 13],
      [13, 20],
      // And the longer look-back of before.
      [-21, -14],
      [-28, -21],
      [-35, -28],
      [-42, -35],
      [-49, -42],
      [-56, -49],
      [-60, -56],
    ])
    expect(cursor.missedFrom).toBeUndefined()
    expect(all(cursor, inDays(20), 60)).toEqual([])
  })

  it('is made good as one stretch, however many windows it takes', () => {
    const cursor = read()
    const now = inDays(20)
    const first = nextWindow(cursor, now, 180)!
    expect(isRecentRead(cursor, now)).toBe(false)
    expect(closeWindow(cursor, first, now)).toEqual({ from: inDays(-1), until: inDays(6) })
    const second = nextWindow(cursor, now, 180)!
    expect(closeWindow(cursor, second, now)).toEqual({ from: inDays(-1), until: inDays(13) })
  })

  it('is not said to be complete across what could not be had', () => {
    const cursor = read()
    const now = inDays(20)
    passOver(cursor, nextWindow(cursor, now, 180)!, now)
    const second = nextWindow(cursor, now, 180)!
    expect(closeWindow(cursor, second, now)).toEqual({ from: inDays(6), until: inDays(13) })
  })

  it('is asked for no further back than the look-back', () => {
    expect(all(read(), inDays(20), 3)).toEqual([[17, 20]])
    expect(all(read(), inDays(20), 0)).toEqual([])
  })

  it('is not forgotten because it looks while it is being made good', () => {
    const cursor = read()
    const now = inDays(20)
    cursor.window = nextWindow(cursor, now, 180)!
    noteLooking(cursor, now)
    expect(cursor.through).toBe(NOW.toISOString())
  })
})

it('a query is looked at soon, and less often the longer it takes', () => {
  const at = (seconds: number) =>
    secondsUntilLook({ askedAt: NOW.toISOString() }, new Date(NOW.getTime() + seconds * 1000))
  expect([0, 60, 120, 600, 1200, 36_000].map(at)).toEqual([15, 15, 30, 150, 300, 300])
})
