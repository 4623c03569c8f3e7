import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ipaddr from 'ipaddr.js'
import maxmind, { type Response } from 'maxmind'
import { describe, expect, it } from 'vitest'
import { type Pool, pools, poolsFor, v4Address, v6Address } from './networks.ts'

const require = createRequire(import.meta.url)
const folder = (name: string) => dirname(require.resolve(`${name}/package.json`))

const number = (address: string) =>
  ipaddr
    .parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

/** Ranges by their first address, as the installed table has them. */
function readRanges(file: string): { from: bigint[]; to: bigint[]; asn: number[] } {
  const table = { from: [] as bigint[], to: [] as bigint[], asn: [] as number[] }
  for (const line of readFileSync(join(folder('@ip-location-db/asn'), file), 'utf8').split('\n')) {
    const [from, to, asn] = line.split(',', 3)
    if (!asn) continue
    table.from.push(BigInt(from!))
    table.to.push(BigInt(to!))
    table.asn.push(Number(asn))
  }
  return table
}

function asnOf(table: ReturnType<typeof readRanges>, value: bigint): number | null {
  let low = 0
  let high = table.from.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (table.from[middle]! > value) high = middle - 1
    else if (table.to[middle]! < value) low = middle + 1
    else return table.asn[middle]!
  }
  return null
}

const addressesOf = (pool: Pool) =>
  [0, 7, 250, 99_991].map(n => (pool.isV6 ? v6Address(pool, n * 7919, n * 104_729) : v4Address(pool, n)))

describe('networks', () => {
  it('are announced by whom they say, and lie in the country they say', async () => {
    const countries = await maxmind.open<Response & { country_code?: string }>(
      join(folder('@ip-location-db/geo-whois-asn-country-mmdb'), 'geo-whois-asn-country.mmdb'),
    )
    const v4 = readRanges('asn-ipv4-num.csv')
    const v6 = readRanges('asn-ipv6-num.csv')
    const wrong: string[] = []
    for (const pool of pools) {
      for (const address of addressesOf(pool)) {
        const asn = asnOf(pool.isV6 ? v6 : v4, number(address))
        const country = countries.get(address)?.country_code
        // Relays show the user's country; whois does not always know.
        if (asn !== pool.asn || (pool.use !== 'relay' && country !== pool.country))
          wrong.push(`${address} ${pool.asn} ${pool.country} → ${asn} ${country}`)
      }
    }
    // The tables are renewed now and then, and some ranges move.
    expect(wrong.length, wrong.slice(0, 10).join('\n')).toBeLessThan(pools.length * 4 * 0.03)
  })

  it('give homes and telephones in at least 25 countries', () => {
    const countries = new Set(pools.map(each => each.country))
    const both = [...countries].filter(
      each => poolsFor('access', each).length > 0 && poolsFor('mobile', each).length > 0,
    )
    expect(both.length).toBeGreaterThanOrEqual(25)
  })
})
