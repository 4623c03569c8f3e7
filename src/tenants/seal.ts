// Seals what must not lie open in the database. The key comes from the installation's secret; its name stands in front
// of what it sealed, so that the secret can be changed and the old one still read with.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export interface Secrets {
  present: string
  /** The one before, while not everything has been sealed anew. */
  previous?: string | undefined
}

const VERSION = 1
const NAME_BYTES = 8
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + NAME_BYTES + IV_BYTES + TAG_BYTES

const keyFrom = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'vedette', 'credentials of tenants, version 1', 32))
const nameOf = (key: Buffer) =>
  createHash('sha256').update('name of key').update(key).digest().subarray(0, NAME_BYTES)

/** `bound` names what it belongs to: moved elsewhere, it does not open. */
export function seal(text: string, bound: string, { present }: Secrets): Buffer {
  const key = keyFrom(present)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nameOf(key), iv, cipher.getAuthTag(), body])
}

/** Null when it was sealed under another secret, or has been changed. */
export function unseal(
  sealed: Buffer,
  bound: string,
  { present, previous }: Secrets,
): { text: string; isOld: boolean } | null {
  if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION) return null
  const name = sealed.subarray(1, 1 + NAME_BYTES)
  for (const secret of [present, ...(previous ? [previous] : [])]) {
    const key = keyFrom(secret)
    if (!nameOf(key).equals(name)) continue
    const iv = sealed.subarray(1 + NAME_BYTES, 1 + NAME_BYTES + IV_BYTES)
    const tag = sealed.subarray(1 + NAME_BYTES + IV_BYTES, HEAD_BYTES)
    try {
      const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(bound)).setAuthTag(tag)
      const text = Buffer.concat([cipher.update(sealed.subarray(HEAD_BYTES)), cipher.final()]).toString(
        'utf8',
      )
      return { text, isOld: secret !== present }
    } catch {
      return null
    }
  }
  return null
}
