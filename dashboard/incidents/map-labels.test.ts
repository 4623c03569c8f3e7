import { expect, it } from 'vitest'
import { type Label, labelsWithRoom } from './map-labels.ts'

const label = (words: string, x: number, y: number, anchor: Label['anchor'] = 'start'): Label => ({
  key: words,
  words,
  x,
  y,
  anchor,
})

it('names every place where there is room', () => {
  const labels = [label('London', 100, 100), label('Madrid', 100, 130), label('Rome', 300, 100)]
  expect([...labelsWithRoom(labels, 15)]).toEqual(['London', 'Madrid', 'Rome'])
})

it('leaves out what would lie on an earlier name, also from the other side', () => {
  const labels = [label('London', 100, 100), label('Oxford', 110, 106), label('Reading', 130, 98, 'end')]
  expect([...labelsWithRoom(labels, 15)]).toEqual(['London'])
})

it('has less room for larger letters', () => {
  const labels = [label('London', 100, 100), label('Madrid', 100, 125)]
  expect(labelsWithRoom(labels, 15).size).toBe(2)
  expect(labelsWithRoom(labels, 32).size).toBe(1)
})
