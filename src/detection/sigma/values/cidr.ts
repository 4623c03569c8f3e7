// Networks and addresses, IPv4 and IPv6, as bytes.
import { isIP } from 'node:net'
import type { Network } from '../rule.ts'

/** Null when it is no network. An address without a length is a network of one. */
export function parseNetwork(text: string): Network | null {
  const [address, length, ...more] = text.trim().split('/')
  if (address === undefined || more.length > 0) return null
  const bytes = parseAddress(address)
  if (bytes === null) return null
  const bits = bytes.length * 8
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return null
  const prefixLength = length === undefined ? bits : Number(length)
  if (prefixLength > bits) return null
  return {
    version: bytes.length === 4 ? 4 : 6,
    bytes: bytes.map((byte, i) => byte & maskAt(prefixLength, i)),
    prefixLength,
  }
}

/** True when the text is an address of the network. Ports and brackets, which Microsoft's logs add, do not count. */
export function isInNetwork(text: string, network: Network): boolean {
  const bytes = parseLoggedAddress(text)
  if (bytes === null) return false
  const comparable = network.version === 4 ? asVersion4(bytes) : asVersion6(bytes, network)
  if (comparable === null) return false
  return comparable.every((byte, i) => (byte & maskAt(network.prefixLength, i)) === network.bytes[i])
}

function maskAt(prefixLength: number, index: number): number {
  const bits = Math.min(8, Math.max(0, prefixLength - index * 8))
  return (0xff << (8 - bits)) & 0xff
}

function parseLoggedAddress(text: string): number[] | null {
  let address = text.trim()
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)
  if (bracketed) address = bracketed[1]!
  else if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'))
  return parseAddress(address)
}

function parseAddress(text: string): number[] | null {
  const address = text.includes('%') ? text.slice(0, text.indexOf('%')) : text
  const version = isIP(address)
  if (version === 4) return address.split('.').map(Number)
  if (version !== 6) return null
  let groups = address
  const dotted = /(?<=:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(groups)
  if (dotted) {
    const [a, b, c, d] = dotted.slice(1).map(Number) as [number, number, number, number]
    groups = `${groups.slice(0, dotted.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  }
  const [head = '', tail] = groups.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : new Array(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].flatMap(group => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

/** An IPv4 address written as IPv6 (::ffff:a.b.c.d) is that IPv4 address. */
function asVersion4(bytes: number[]): number[] | null {
  if (bytes.length === 4) return bytes
  return mappedPrefix.every((byte, i) => bytes[i] === byte) ? bytes.slice(12) : null
}

function asVersion6(bytes: number[], network: Network): number[] | null {
  if (bytes.length === 16) return bytes
  // Only a network that lies within the mapped range can be meant for IPv4 addresses.
  const isMapped = network.prefixLength >= 96 && mappedPrefix.every((byte, i) => network.bytes[i] === byte)
  return isMapped ? [...mappedPrefix, ...bytes] : null
}
