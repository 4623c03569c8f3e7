// Content negotiation: which encoding a caller takes, and whether it already has the answer. Pure.
import type { Encoding } from './kept-answers.ts'

/** The smallest encoding that the caller accepts; plain bytes when it says nothing. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity'
  const accepted = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(piece => piece.trim())
    const quality = parameters.find(parameter => parameter.startsWith('q='))
    accepted.set(name, quality ? Number(quality.slice(2)) || 0 : 1)
  }
  const takes = (name: string) => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/** A strong validator differs between encodings of the same answer. */
export const entityTag = (tag: string, encoding: Encoding) =>
  encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`

/** True when `If-None-Match` names the answer in any encoding: the caller's copy says the same whichever it is. */
export function hasCopy(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch
    .split(',')
    .map(candidate => candidate.trim().replace(/^W\//, ''))
    .some(candidate =>
      ['identity', 'gzip', 'br'].some(encoding => candidate === entityTag(tag, encoding as Encoding)),
    )
}
