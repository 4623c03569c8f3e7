import { describe, expect, it } from 'vitest'
import { type Failure, secondsAfterFailure, secondsAfterSuccess } from './backoff.ts'

const wait = (failure: Partial<Failure>) =>
  secondsAfterFailure({
    kind: 'unreachable',
    failures: 1,
    retryAfterSeconds: undefined,
    everySeconds: 60,
    chance: 1,
    ...failure,
  })

describe('after a failure', () => {
  it('waits twice as long each time, up to a quarter of an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 1000].map(failures => wait({ failures }))).toEqual([
      60, 120, 240, 480, 900, 900, 900,
    ])
  })
  it('comes back anywhere in the second half of that time', () => {
    expect([0, 0.5, 1].map(chance => wait({ failures: 3, chance }))).toEqual([120, 180, 240])
  })
  it('waits up to an hour for what people have to mend', () => {
    expect(wait({ kind: 'consent', failures: 30 })).toBe(3600)
  })
  it('waits as long as a throttling vendor asks, never shorter, and by itself where none is named', () => {
    for (const chance of [0, 0.3, 1])
      expect(wait({ kind: 'throttled', retryAfterSeconds: 137, chance })).toBeGreaterThanOrEqual(137)
    expect(wait({ kind: 'throttled', retryAfterSeconds: 137 })).toBeLessThan(151)
    expect(wait({ kind: 'throttled', failures: 2 })).toBe(120)
    expect(wait({ kind: 'throttled', retryAfterSeconds: 1e9 })).toBe(86_400)
  })
  it('asks a tenant without the licence about once a day', () => {
    expect(wait({ kind: 'licence', chance: 0 })).toBe(77_760)
  })
  it('asks a tenant that left something out about once an hour, from the first time on', () => {
    expect([1, 2, 9].map(failures => wait({ kind: 'left-out', failures }))).toEqual([3600, 3600, 3600])
  })
  it('is never in less than half the interval, however long that is', () => {
    expect(wait({ everySeconds: 7200, chance: 0, failures: 9 })).toBe(3600)
  })
})

it('after a success the next turn comes no later than the interval', () => {
  for (const chance of [0, 0.5, 1]) {
    expect(secondsAfterSuccess(60, chance)).toBeLessThanOrEqual(60)
    expect(secondsAfterSuccess(60, chance)).toBeGreaterThanOrEqual(54)
  }
})
