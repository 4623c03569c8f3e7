import { expect, it } from 'vitest'
import { newOrigin, type Origin } from './memory/origin.ts'
import { sayOrigin } from './say.ts'

const bt = (address: string, city: string | null, country = 'GB'): Origin =>
  newOrigin(
    address,
    {
      country,
      city,
      latitude: null,
      longitude: null,
      asn: 2856,
      network: 'BT',
      networkKind: 'access',
    },
    (kind, value) => `${kind} ${value}`,
  )

it.each<[string, Origin, Origin, string, string]>([
  [
    'as they are',
    bt('81.1.1.1', 'Leeds'),
    bt('90.1.1.1', 'Paris', 'FR'),
    'BT (United Kingdom)',
    'BT (France)',
  ],
  [
    'with their towns',
    bt('81.1.1.1', 'Leeds'),
    bt('81.2.2.2', 'York'),
    'BT (Leeds, United Kingdom)',
    'BT (York, United Kingdom)',
  ],
  [
    'with their addresses in one town',
    bt('81.1.1.1', 'Leeds'),
    bt('81.2.2.2', 'Leeds'),
    'BT (United Kingdom) at 81.1.1.1',
    'BT (United Kingdom) at 81.2.2.2',
  ],
  [
    'with their addresses where a town is not known',
    bt('81.1.1.1', 'Leeds'),
    bt('81.2.2.2', null),
    'BT (United Kingdom) at 81.1.1.1',
    'BT (United Kingdom) at 81.2.2.2',
  ],
])('two places in one sentence are said %s', (_, one, other, first, second) => {
  expect([sayOrigin(one, other), sayOrigin(other, one)]).toEqual([first, second])
})

it('one place by itself is said without its town', () => {
  expect(sayOrigin(bt('81.1.1.1', 'Leeds'))).toBe('BT (United Kingdom)')
})
