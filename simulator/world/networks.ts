// Public address ranges and who runs them: real ones, so that offline geography places them rightly.

import data from './networks.json' with { type: 'json' }
import type { Random } from './random.ts'

export type NetworkUse =
  | 'access' // homes
  | 'mobile'
  | 'office'
  | 'hosting'
  | 'vpn'
  | 'relay' // iCloud Private Relay
  | 'proxy' // security gateways of companies
  | 'tor'
  | 'inflight'
  | 'microsoft'

/** A range of one network in one city. */
export interface Pool {
  asn: number
  network: string
  use: NetworkUse
  country: string
  city: string
  region: string
  latitude: number
  longitude: number
  isV6: boolean
  /** IPv4: its first address as a number. IPv6: its first three groups. */
  first: number
  groups: readonly [number, number, number]
  /** Length of the prefix. */
  prefix: number
}

type PoolRow = [string, string, string, string, number, number]

function poolOf(asn: number, network: string, use: NetworkUse, row: PoolRow): Pool {
  const [cidr, country, city, region, latitude, longitude] = row
  const [start, length] = cidr.split('/') as [string, string]
  const isV6 = start.includes(':')
  const groups = isV6 ? start.split(':').map(group => Number.parseInt(group || '0', 16)) : []
  return {
    asn,
    network,
    use,
    country,
    city,
    region,
    latitude,
    longitude,
    isV6,
    first: isV6 ? 0 : start.split('.').reduce((sum, part) => sum * 256 + Number(part), 0),
    groups: [groups[0] ?? 0, groups[1] ?? 0, groups[2] ?? 0],
    prefix: Number(length),
  }
}

export const pools: readonly Pool[] = data.flatMap(network =>
  network.pools.map(row => poolOf(network.asn, network.name, network.kind as NetworkUse, row as PoolRow)),
)

const byUse = new Map<string, Pool[]>()
for (const pool of pools) {
  for (const key of [`${pool.use}`, `${pool.use} ${pool.country}`]) {
    const list = byUse.get(key)
    if (list) list.push(pool)
    else byUse.set(key, [pool])
  }
}

const none: Pool[] = []

export function poolsFor(use: NetworkUse, country?: string): readonly Pool[] {
  return byUse.get(country ? `${use} ${country}` : use) ?? none
}

/** The same network's IPv6 range in the same country, if it has one. */
export function v6Of(pool: Pool): Pool | null {
  return (
    poolsFor(pool.use, pool.country).find(other => other.isV6 && other.asn === pool.asn) ??
    poolsFor('access', pool.country).find(other => other.isV6 && other.asn === pool.asn) ??
    null
  )
}

export function kilometres(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const rad = Math.PI / 180
  const x = (b.longitude - a.longitude) * rad * Math.cos(((a.latitude + b.latitude) / 2) * rad)
  const y = (b.latitude - a.latitude) * rad
  return Math.sqrt(x * x + y * y) * 6371
}

/** An IPv4 pool for a use and country; the nearest few to a place come first when one is given. */
export function pickPool(
  chance: Random,
  use: NetworkUse,
  country: string,
  near?: { latitude: number; longitude: number },
): Pool | null {
  const list = poolsFor(use, country).filter(pool => !pool.isV6)
  if (list.length === 0) return null
  if (!near) return chance.pick(list)
  const sorted = [...list].sort((a, b) => kilometres(a, near) - kilometres(b, near))
  const close = sorted.filter(pool => kilometres(pool, near) < 90)
  return chance.pick(close.length >= 3 ? close : sorted.slice(0, 4))
}

/** An address of an IPv4 pool; the same number gives the same address. */
export function v4Address(pool: Pool, number: number): string {
  const size = 2 ** (32 - pool.prefix) - 3
  const value = pool.first + 1 + (number % size)
  return `${Math.floor(value / 16777216)}.${(value >>> 16) & 255}.${(value >>> 8) & 255}.${value & 255}`
}

/** An address of an IPv6 pool: `subscriber` names the line's /64, `host` the machine on it. */
export function v6Address(pool: Pool, subscriber: number, host: number): string {
  const [a, b, c] = pool.groups
  const third = pool.prefix <= 32 ? (subscriber >>> 16) & 0xffff : c
  const fourth = subscriber & 0xffff
  const high = Math.imul(host, 0x9e3779b1) >>> 0
  const groups = [
    a,
    b,
    third,
    fourth,
    (high >>> 16) | 1,
    (high & 0xffff) | 1,
    (host >>> 16) | 1,
    (host & 0xffff) | 1,
  ]
  // A lone or leading zero group may stand; only the text form without '::' is used, so nothing is ambiguous.
  return groups.map(group => group.toString(16)).join(':')
}
