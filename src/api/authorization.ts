// Reads `Authorization: Bearer <key>` to the letter (spec §5.2): that word, one space, a key and nothing else.

import { Problem } from '../http/problem.ts'
import { hashKey, isKey } from '../keys/secret.ts'

const SCHEME = 'Bearer '

/** The hash of the key, or the problem of a header that cannot be right whatever keys exist. */
export function readAuthorization(header: string | undefined): Buffer {
  if (header === undefined)
    throw new Problem(
      'unauthorized',
      'The Authorization header is missing. Send: Authorization: Bearer <API key>.',
    )
  if (!header.startsWith(SCHEME))
    throw new Problem(
      'unauthorized',
      'The Authorization header must be the word Bearer, one space and the API key.',
    )
  const key = header.slice(SCHEME.length)
  if (!isKey(key)) throw unknownKey()
  return hashKey(key)
}

export const unknownKey = () =>
  new Problem('unauthorized', 'This is not a valid API key: it was never made, or it has been deleted.')
