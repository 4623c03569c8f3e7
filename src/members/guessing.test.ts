import { expect, it } from 'vitest'
import { placeOf } from './guessing.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:aaaa::1', '2001:db8:0:1::/64'],
  ['2001:0DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('takes %s as %s', (address, place) => expect(placeOf(address)).toBe(place))
