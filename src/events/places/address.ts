// An internet address as the logs write it, made comparable: no port, no brackets, no zone, one spelling.
import ipaddr from 'ipaddr.js'
import { remembering } from '../remember.ts'

/** Null when there is none, or when it is junk. */
export function addressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || value.length > MEMORY.longest) return null
  return cleaned(value)
}

const MEMORY = { atMost: 20_000, longest: 400 }
const EXAMPLES = /^(192\.0\.2|198\.51\.100|203\.0\.113|198\.1[89]\.\d+)\.|^2001:db8:|^3fff:/

/** An address of version 6 that lost its end still says whose network it is in. */
const CUT_SHORT = /^[\da-f]{1,4}(:[\da-f]{1,4}){3,6}$/

const cleaned = remembering(clean, MEMORY)

/** One of the ranges kept for documentation and tests: what comes from there is somewhere, nobody knows where. */
export const isExample = (address: string): boolean => EXAMPLES.test(address)

/** An address that says nothing of a place: private, loopback, link-local, for documentation and so on. */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  return ipaddr.process(address).range() !== 'unicast'
}

function clean(value: string): string | null {
  // Log Analytics and proxies write several, the caller's first.
  let text = value.split(',', 1)[0]!.trim().toLowerCase()
  if (text.startsWith('[')) {
    const end = text.indexOf(']')
    if (end < 0) return null
    text = text.slice(1, end)
  } else if (text.includes('.') && text.lastIndexOf(':') > text.lastIndexOf('.')) {
    const port = text.lastIndexOf(':')
    if (!/^\d{1,5}$/.test(text.slice(port + 1))) return null
    text = text.slice(0, port)
  }
  const zone = text.indexOf('%')
  if (zone >= 0) text = text.slice(0, zone)
  if (text.includes(':')) {
    if (CUT_SHORT.test(text)) text += '::'
    if (!ipaddr.IPv6.isValid(text)) return null
    const six = ipaddr.IPv6.parse(text)
    const plain = six.isIPv4MappedAddress() ? six.toIPv4Address().toString() : six.toString()
    return plain === '::' || plain === '0.0.0.0' ? null : plain
  }
  // Four decimal parts only: ipaddr.js would take '127.1' and '0x7f.1' as well.
  if (!ipaddr.IPv4.isValidFourPartDecimal(text)) return null
  const four = ipaddr.IPv4.parse(text).toString()
  return four === '0.0.0.0' ? null : four
}
