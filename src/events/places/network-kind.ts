// What kind of network an address belongs to: by our own list, by ranges where a network serves several ends, by its name.
import type { NetworkKind } from '../activity.ts'
import known from '../networks.json' with { type: 'json' }
import { fourNumber, sixParts } from './address-bits.ts'

interface Known {
  kind: NetworkKind
  name: string
}

const byNumber = new Map<number, Known>()
for (const [kind, networks] of Object.entries(known.networks)) {
  for (const [asn, name] of Object.entries(networks))
    byNumber.set(Number(asn), { kind: kind as NetworkKind, name })
}

interface Block {
  kind: NetworkKind
  six: boolean
  from: bigint
  to: bigint
}

const blocks: Block[] = Object.entries(known.ranges).flatMap(([kind, ranges]) =>
  ranges.map(range => blockOf(kind as NetworkKind, range)),
)

/** A name that people know it by, where ours is better than the registry's. */
export function networkNamed(asn: number): string | null {
  return byNumber.get(asn)?.name ?? null
}

export function networkKindOf(address: string, asn: number | null, name: string | null): NetworkKind | null {
  const number = bits(address)
  if (number !== null) {
    const six = address.includes(':')
    for (const block of blocks)
      if (block.six === six && number >= block.from && number <= block.to) return block.kind
  }
  if (asn === null) return null
  return byNumber.get(asn)?.kind ?? (name === null ? null : kindByName(name))
}

const WORDS: readonly [RegExp, NetworkKind][] = [
  [/\bvpn\b|\bproxy\b|anonymi[sz]er/i, 'vpn'],
  [/\btor\b.*(exit|relay|network)|(exit|relay).*\btor\b/i, 'tor'],
  [/\bmobile\b|\bwireless\b|\bcellular\b|\bgsm\b|\blte\b|\bmovil\b|\bmobil\b|\bcelular\b/i, 'mobile'],
  [
    /hosting|hoster|\bhost\b|webhost|\bvps\b|\bvds\b|\bserver[sz]?\b|dedicated|data ?cent(er|re)s?|datacenter|\bcolo\b|colocation|\bcloud\b|cloud (computing|services)|\bidc\b|rechenzentrum|\bcdn\b|bulletproof|baremetal|bare metal/i,
    'hosting',
  ],
]

function kindByName(name: string): NetworkKind {
  return WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'access'
}

function blockOf(kind: NetworkKind, range: string): Block {
  const [address, length] = range.split('/') as [string, string]
  const six = address.includes(':')
  const from = bits(address)
  if (from === null) throw new Error(`networks.json: ${range} is no range`)
  return { kind, six, from, to: from + (1n << (BigInt(six ? 128 : 32) - BigInt(length))) - 1n }
}

function bits(address: string): bigint | null {
  if (!address.includes(':')) {
    const four = fourNumber(address)
    return four === null ? null : BigInt(four)
  }
  const parts = sixParts(address)
  return parts === null ? null : parts.reduce((sum, part) => (sum << 16n) | BigInt(part), 0n)
}
