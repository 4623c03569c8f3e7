// Where people sign in from, and where attackers do. Networks and addresses are set aside for examples and lead nowhere.
import type { Random } from './random.ts'

export interface Origin {
  city: string
  /** ISO 3166. */
  country: string
  latitude: number
  longitude: number
  network: string
  address: string
}
type Place = Pick<Origin, 'city' | 'country' | 'latitude' | 'longitude'>

const place = (city: string, country: string, latitude: number, longitude: number): Place => ({
  city,
  country,
  latitude,
  longitude,
})

const HOMES = [
  place('Leeds', 'GB', 53.8, -1.55),
  place('Bristol', 'GB', 51.45, -2.59),
  place('Dundee', 'GB', 56.46, -2.97),
  place('Norwich', 'GB', 52.63, 1.3),
  place('Galway', 'IE', 53.27, -9.06),
  place('Rotterdam', 'NL', 51.92, 4.48),
  place('Gothenburg', 'SE', 57.71, 11.97),
  place('Porto', 'PT', 41.15, -8.61),
]

const AWAY = [
  place('Bucharest', 'RO', 44.43, 26.1),
  place('Chicago', 'US', 41.88, -87.63),
  place('Jakarta', 'ID', -6.21, 106.85),
  place('Lagos', 'NG', 6.52, 3.38),
  place('Montreal', 'CA', 45.5, -73.57),
  place('Riga', 'LV', 56.95, 24.11),
  place('São Paulo', 'BR', -23.55, -46.63),
  place('Singapore', 'SG', 1.35, 103.82),
  place('Tbilisi', 'GE', 41.72, 44.78),
]

// Numbers 64496 to 64511 are for examples too (RFC 5398), as are the address ranges (RFC 5737, RFC 3849).
const HOSTING = [
  'AS64496 Larkspur Hosting',
  'AS64497 Quickstack Cloud',
  'AS64498 Veilway VPN',
  'AS64499 Nimbus Rental Servers',
]
const RESIDENTIAL = ['AS64500 Fellside Broadband', 'AS64501 Harbour Fibre', 'AS64502 Plainsong Telecom']
const MOBILE = 'AS64503 Curlew Mobile'

export const attackerOrigin = (random: Random): Origin => ({
  ...random.pick(AWAY),
  network: random.pick(HOSTING),
  address: random.chance(0.15)
    ? `2001:db8:${hex(random)}:${hex(random)}::${hex(random)}`
    : `${random.pick(['198.51.100', '203.0.113'])}.${random.between(1, 254)}`,
})

const hex = (random: Random) => random.between(1, 0xffff).toString(16)

/** A tenant has its office in one town, where its people live too. */
export function usualOrigins(tenant: Random, user: Random) {
  const town = tenant.pick(HOMES)
  const office: Origin = {
    ...town,
    network: tenant.pick(RESIDENTIAL),
    address: `192.0.2.${tenant.between(1, 99)}`,
  }
  const home: Origin = {
    ...town,
    latitude: town.latitude + user.between(-9, 9) / 100,
    longitude: town.longitude + user.between(-9, 9) / 100,
    network: user.pick(RESIDENTIAL),
    address: `192.0.2.${user.between(100, 199)}`,
  }
  const phone: Origin = { ...town, network: MOBILE, address: `192.0.2.${user.between(200, 254)}` }
  return { office, home, phone }
}

const names = new Intl.DisplayNames('en', { type: 'region' })
export const placeName = ({ city, country }: Place) => `${city}, ${names.of(country)}`
