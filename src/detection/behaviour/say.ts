// How networks, clients and numbers are said in sentences.
import { remembering } from '../../events/remember.ts'
import type { Origin } from './memory/origin.ts'
import type { Visit } from './memory/visits.ts'

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' })

export const countryName = remembering(
  (code: string): string => (/^[A-Z]{2}$/.test(code) ? countries.of(code)! : code),
  { atMost: 1000, longest: 100 },
)

/** 'Hetzner Online (Germany)'; with the town, or else the address, where another place of the same sentence would read the same. */
export function sayOrigin(origin: Origin, beside?: Origin): string {
  const plain = sayIn(origin, null)
  if (beside === undefined || plain !== sayIn(beside, null) || origin.address === beside.address) return plain
  const areTowns = origin.city !== null && beside.city !== null && origin.city !== beside.city
  return areTowns ? sayIn(origin, origin.city) : `${plain} at ${origin.address}`
}

function sayIn({ name, asn, country, address }: Origin, city: string | null): string {
  const network = name ?? (asn === null ? address : `AS${asn}`)
  const where = [city, country && countryName(country)].filter(Boolean).join(', ')
  return where === '' ? network : `${network} (${where})`
}

const KINDS: Record<string, string> = {
  hosting: 'a hosting provider',
  vpn: 'a VPN provider',
  tor: 'the Tor network',
  mobile: 'a mobile network',
  relay: 'a relay',
  proxy: 'a security gateway',
  microsoft: "one of Microsoft's data centres",
}

export const sayKind = (kind: string): string => KINDS[kind] ?? 'a network'

export const sayClients = ({ clients }: Visit): string | null =>
  clients.length === 0 ? null : [...clients].sort().slice(0, 2).join(' and ')

export const list = (words: string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export function sayMinutes(minutes: number): string {
  if (minutes >= 90) return `${Math.round(minutes / 60)} hours`
  return minutes < 1.5 ? 'a minute' : `${Math.round(minutes)} minutes`
}
