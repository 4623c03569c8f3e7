// The form of an API key: `vdt_`, 256 random bits in base 62, and a checksum that tells junk without a look-up.
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'vdt_'
const SECRET_LENGTH = 43 // 62^43 is just above 2^256
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

function base62(number: bigint, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text
  return text
}

/** In plain numbers: it is made for every request. */
function checksum(text: string): string {
  let word = ''
  for (let rest = crc32(text); word.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62))
    word = ALPHABET[rest % 62] + word
  return word
}

export function makeKey(random: Buffer): string {
  if (random.length !== 32) throw new Error('a key is made of 256 random bits')
  const start = PREFIX + base62(BigInt(`0x${random.toString('hex')}`), SECRET_LENGTH)
  return start + checksum(start)
}

export const isKey = (text: string) =>
  FORM.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH)

/** What is stored in place of the key. Fast on purpose: 256 random bits cannot be guessed. */
export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')
