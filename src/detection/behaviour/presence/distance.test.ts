import { expect, it } from 'vitest'
import { PLACES, type PlaceName } from '../../fixtures/activities.ts'
import { distance } from './distance.ts'

const at = (name: PlaceName) => ({
  ...PLACES[name].place,
  address: '',
  prefix: '',
  site: '',
  name: '',
  kind: 'access' as const,
  habits: [],
  isTold: false,
  network: '',
})

it.each<[PlaceName, PlaceName, number]>([
  ['home', 'office', 0],
  ['home', 'hotel', 920],
  ['home', 'farHotel', 10_760],
])('from %s to %s it is %i km, give or take', (from, to, kilometres) => {
  expect(Math.abs(distance(at(from), at(to)) - kilometres)).toBeLessThan(60)
})
