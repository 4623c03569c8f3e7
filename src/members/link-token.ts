// The word in a one-time link: shown once, kept as its hash.
import { createHash, randomBytes } from 'node:crypto'

export function makeLinkToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
