// The number behind an address in its one spelling (see address.ts).
import ipaddr from 'ipaddr.js'

/** Null when it is no IPv4 address. */
export function fourNumber(address: string): number | null {
  let number = 0
  let part = 0
  let parts = 1
  for (let at = 0; at < address.length; at++) {
    const code = address.charCodeAt(at)
    if (code === 46) {
      number = number * 256 + part
      part = 0
      parts++
    } else if (code >= 48 && code <= 57) part = part * 10 + code - 48
    else return null
    if (part > 255) return null
  }
  return parts === 4 ? number * 256 + part : null
}

/** Its eight groups of sixteen bits; null when it is no IPv6 address. */
export function sixParts(address: string): SixParts | null {
  return ipaddr.IPv6.isValid(address) ? (ipaddr.IPv6.parse(address).parts as unknown as SixParts) : null
}

export type SixParts = [number, number, number, number, number, number, number, number]
