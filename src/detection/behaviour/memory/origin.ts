// Where something came from: an address, whose network it is in, and what it can be a habit as.
import type { NetworkKind, Place } from '../../../events/activity.ts'
import { isExample } from '../../../events/places/address.ts'
import type { HabitWords } from './habit-words.ts'

/** An address and where it is: one object for all traces that came from there. */
export interface Origin {
  address: string
  /** /24 or /48: neighbours of the address, if it has any. */
  prefix: string
  /** What many people can share: the address, or the /48 that machines of one place number themselves in. */
  site: string
  /** The network it belongs to, within a country: what people have habits of. */
  network: string
  name: string | null
  asn: number | null
  kind: NetworkKind | 'unknown'
  country: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  /** What it can be a habit as, network and prefix first; see habits.ts. Made once, because every visit asks. */
  habits: string[]
  /** Whether the record itself places it here, and our files elsewhere. */
  isTold: boolean
}

/**
 * Where each address is, if some records tell more of it than others: what a record says against our files comes first,
 * then the fullest, then the first by name. Null where nothing is to be changed.
 */
export function fullest(origins: Iterable<Origin>): ((origin: Origin) => Origin) | null {
  const best = new Map<string, Origin>()
  let isPartial = false
  for (const origin of origins) {
    const known = best.get(origin.address)
    if (known === origin) continue
    if (known) isPartial = true
    if (!known || tells(origin) > tells(known) || (tells(origin) === tells(known) && isBefore(origin, known)))
      best.set(origin.address, origin)
  }
  if (!isPartial) return null
  return origin => {
    const known = best.get(origin.address)!
    return tells(origin) < 2 || known.isTold !== origin.isTold ? known : origin
  }
}

const tells = ({ asn, country, isTold }: Origin): number =>
  Number(asn !== null) + Number(country !== null) + (isTold ? 3 : 0)

const isBefore = (one: Origin, other: Origin): boolean =>
  `${one.network} ${one.city}` < `${other.network} ${other.city}`

export const isAt = (origin: Origin, place: Place | null): boolean =>
  origin.country === (place?.country ?? null) &&
  origin.asn === (place?.asn ?? null) &&
  origin.city === (place?.city ?? null) &&
  origin.kind === (place?.networkKind ?? 'unknown')

export function newOrigin(address: string, place: Place | null, word: HabitWords): Origin {
  const country = place?.country ?? null
  const asn = place?.asn ?? null
  const kind = place?.networkKind ?? 'unknown'
  const prefix = prefixOf(address)
  const network = networkOf(asn, prefix, country, kind)
  const origin: Origin = {
    address,
    prefix,
    site: address.includes(':') ? prefix : address,
    network,
    name: place?.network ?? null,
    asn,
    kind,
    country,
    city: place?.city ?? null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    habits: [word('network', network), word('prefix', prefix)],
    isTold: place?.isTold === true,
  }
  if (isHostingLike(origin)) origin.habits.push(word('hosting', network))
  if (country !== null && !hidesCountry(origin)) origin.habits.push(word('country', country))
  // A list that has grown keeps room to grow on.
  origin.habits = [...origin.habits]
  return origin
}

/** Where people sit: homes and offices. */
export const isLine = ({ kind }: Origin): boolean => kind === 'access' || kind === 'unknown'

/** Where nobody sits: data centres, VPNs, Tor. */
export const isHostingLike = (origin: Origin | null): boolean =>
  origin !== null &&
  (origin.kind === 'hosting' || origin.kind === 'vpn' || origin.kind === 'tor' || origin.kind === 'microsoft')

/** Through these a person shows up in countries where they are not. */
export const hidesCountry = ({ kind }: Origin): boolean =>
  kind === 'relay' || kind === 'proxy' || kind === 'microsoft' || kind === 'tor' || kind === 'vpn'

/** As networkOf writes it; null where it does not say. */
export function countryOfNetwork(network: string): string | null {
  const country = network.split(' ')[1]
  return country === undefined || country === '?' ? null : country
}

/** What people have habits of. A VPN's customers come out in many countries: for them its number is enough. */
function networkOf(asn: number | null, prefix: string, country: string | null, kind: Origin['kind']): string {
  if (asn === null) return `${prefix} ${country ?? '?'}`
  return kind === 'vpn' ? `AS${asn}` : `AS${asn} ${country ?? '?'}`
}

/** The neighbours of an address: its /24, or its /48. In the small ranges for examples they have nothing in common. */
export function prefixOf(address: string): string {
  const first = address.indexOf(':')
  if (first < 0) return isExample(address) ? address : address.slice(0, address.lastIndexOf('.'))
  const second = address.indexOf(':', first + 1)
  const third = address.indexOf(':', second + 1)
  if (second > first + 1 && third > second + 1) return address.slice(0, third)
  const [head = '', tail] = address.split('::', 2)
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined && groups.length < 3) {
    const rest = tail.split(':').filter(Boolean)
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return groups.slice(0, 3).join(':')
}
