// What an authenticator app does, for tests: the code of the moment (RFC 6238).
import { createHmac } from 'node:crypto'

/** By the secret as people type it in. */
export function codeOf(secret: string, at = Date.now()): string {
  const bits = [...secret.toUpperCase().replaceAll('=', '')]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** By the address in the QR code. */
export const codeOfUri = (totpUri: string): string => codeOf(new URL(totpUri).searchParams.get('secret')!)
