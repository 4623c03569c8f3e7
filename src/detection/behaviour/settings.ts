// What people have told Vedette: who travels where, and which networks are to be trusted. It lowers, never silences.
import ipaddr from 'ipaddr.js'
import type { Origin } from './memory/origin.ts'

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

/** Wider ones hold so much of the world that to trust them is to look away. */
const WIDEST = { ipv4: 8, ipv6: 16 }
const LAST_AS = 2 ** 32 - 1

/** A network as it is kept, one address being a network too, and 203.0.113.5/24 the one it lies in; or why it cannot be trusted as it is written. */
export function readNetwork(written: string): { network: string } | { fault: string } {
  const number = /^AS(\d{1,20})$/i.exec(written)?.[1]
  if (number !== undefined)
    return Number(number) >= 1 && Number(number) <= LAST_AS
      ? { network: `AS${Number(number)}` }
      : { fault: `"${written}" is no autonomous system: their numbers are 1 to ${LAST_AS}` }
  const bits = isAddress(written) ? (written.includes(':') ? 128 : 32) : null
  const asked = bits === null ? written : `${written}/${bits}`
  if (!isRange(asked))
    return {
      fault: `"${written}" is neither a network such as 203.0.113.0/24, nor an address, nor an autonomous system such as AS64500`,
    }
  const [range, prefix] = ipaddr.parseCIDR(asked)
  if (prefix < WIDEST[range.kind()])
    return {
      fault: `"${written}" is too wide to be trusted: at most /${WIDEST.ipv4}, of IPv6 /${WIDEST.ipv6}`,
    }
  if (bits !== null) return { network: asked }
  const family = range.kind() === 'ipv6' ? ipaddr.IPv6 : ipaddr.IPv4
  return { network: `${family.networkAddressFromCIDR(asked)}/${prefix}` }
}

// Of IPv4 only four decimal numbers: in the other forms 10.1 is 10.0.0.1, which nobody means.
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'))

const isRange = (text: string): boolean =>
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || (ipaddr.IPv6.isValidCIDR(text) && !text.includes('%'))

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** What has a name beside countries: unions, parts of countries, codes for tests. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '))
const MISTAKEN: Record<string, string> = { UK: 'the United Kingdom is GB', EL: 'Greece is GR' }

/** Why this is no country that anybody can be in; null when it is one. Upper case. */
export function countryFault(code: string): string | null {
  if (Object.hasOwn(MISTAKEN, code)) return `"${code}" is no country code: ${MISTAKEN[code]}`
  // A country that is gone leads to the one it became.
  const isCountry =
    /^[A-Z]{2}$/.test(code) &&
    !NO_COUNTRIES.has(code) &&
    names.of(code) !== undefined &&
    new Intl.Locale(`und-${code}`).region === code
  return isCountry ? null : `"${code}" is no country code: they are two letters each, such as FR or US`
}
