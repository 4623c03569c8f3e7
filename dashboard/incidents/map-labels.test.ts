import { expect, it } from 'vitest'
import { type Mark, placeLabels } from './map-labels.ts'

const mark = (words: string, x: number, y: number, prefers: Mark['prefers'] = 'above'): Mark => ({
  key: words,
  words,
  x,
  y,
  prefers,
})
const place = (marks: Mark[], fontSize = 15) => placeLabels(marks, { width: 960, fontSize })
const named = (marks: Mark[], fontSize?: number) => place(marks, fontSize).map(({ words }) => words)

it('names every place where there is room, towards the middle', () => {
  const labels = place([mark('London', 100, 100), mark('Madrid', 100, 150), mark('Osaka', 800, 100)])
  expect(labels.map(({ words, anchor }) => [words, anchor])).toEqual([
    ['London', 'start'],
    ['Madrid', 'start'],
    ['Osaka', 'end'],
  ])
})

it('puts the names of two near places on the sides where each has its own mark', () => {
  for (const [dx, dy] of [
    [8, 4],
    [-8, 4],
    [20, 0],
    [-20, -3],
    [5, -12],
  ] as const) {
    const marks = [mark('Malmö', 400, 200), mark('Copenhagen', 400 + dx, 200 + dy, 'below')]
    const [first, second] = place(marks)
    expect([first?.words, second?.words]).toEqual(['Malmö', 'Copenhagen'])
    expect([first?.anchor, second?.anchor]).toEqual(dx > 0 ? ['end', 'start'] : ['start', 'end'])
  }
})

it('names two who were in one town, one above and the other below', () => {
  const [attacker, user] = place([
    mark('Oslo', 400, 200, 'above'),
    { ...mark('Oslo', 400, 200, 'below'), key: 'user' },
  ])
  expect(attacker!.y).toBeLessThan(200)
  expect(user!.y).toBeGreaterThan(200)
})

it('leaves out a name that would pass for another’s on every side', () => {
  const around = [mark('London', 430, 200), mark('Reading', 400, 200), mark('Oxford', 370, 200)]
  expect(named(around)).toEqual(['London', 'Oxford'])
})

it('keeps names within the picture', () => {
  const [label] = place([mark('Llanfairpwllgwyngyll', 60, 100), mark('Bangor', 50, 104)])
  expect(label?.anchor).toBe('start')
})

it('has less room for larger letters', () => {
  const marks = [mark('London', 300, 100), mark('Oxford', 420, 100), mark('Reading', 540, 100)]
  expect(named(marks, 15)).toHaveLength(3)
  expect(named(marks, 32)).toHaveLength(2)
})
