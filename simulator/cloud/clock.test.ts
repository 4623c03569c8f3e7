import { expect, test } from 'vitest'
import { clock } from './clock.ts'

test('time runs as much faster than life as it is told to', () => {
  let wall = 1000
  const time = clock({ start: 5_000, speed: 60, wall: () => wall })
  expect(time.now()).toBe(5_000)
  wall += 10
  expect(time.now()).toBe(5_600)
})

test('a change of speed or time goes on from where it is', () => {
  let wall = 0
  const time = clock({ start: 0, speed: 10, wall: () => wall })
  wall = 100
  time.setSpeed(0)
  wall = 500
  expect(time.now()).toBe(1000)
  time.advance(500)
  expect(time.now()).toBe(1500)
  time.set(9)
  expect(time.now()).toBe(9)
})
