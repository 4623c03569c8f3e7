// What people have told Vedette: who travels where, and which networks are to be trusted. It lowers, never silences.
import ipaddr from 'ipaddr.js'
import type { Origin } from './origin.ts'

export interface DeclaredTravel {
  /** User principal name in lower case. */
  user: string
  /** ISO 3166 alpha-2, upper case. */
  countries: string[]
  /** Milliseconds since 1970; it ends by itself. */
  from: number
  until: number
}

export interface TrustedNetwork {
  /** '203.0.113.0/24', '2001:db8::/32', or an autonomous system as 'AS64500'. */
  network: string
  until: number | null
}

export interface Settings {
  travel: DeclaredTravel[]
  trusted: TrustedNetwork[]
  /** Mail domains of the tenant, beside those its users have. */
  domains: string[]
}

export const NO_SETTINGS: Settings = { travel: [], trusted: [], domains: [] }

export const isDeclared = ({ travel }: Settings, user: string, { country }: Origin, at: number): boolean =>
  country !== null &&
  travel.some(
    declared =>
      declared.user === user &&
      declared.from <= at &&
      at < declared.until &&
      declared.countries.includes(country),
  )

export const isTrusted = ({ trusted }: Settings, origin: Origin, at: number): boolean =>
  trusted.some(({ network, until }) => (until === null || at < until) && holds(network, origin))

function holds(network: string, { address, asn }: Origin): boolean {
  if (/^AS\d+$/i.test(network)) return asn === Number(network.slice(2))
  if (!ipaddr.isValid(address)) return false
  const [range, bits] = ipaddr.parseCIDR(network)
  const parsed = ipaddr.parse(address)
  return parsed.kind() === range.kind() && parsed.match(range, bits)
}

/** Why a network cannot be trusted as it is written; null when it can. */
export function networkFault(network: string): string | null {
  if (/^AS\d+$/i.test(network) || ipaddr.isValidCIDR(network)) return null
  return `"${network}" is neither a network such as 203.0.113.0/24 nor an autonomous system such as AS64500`
}
