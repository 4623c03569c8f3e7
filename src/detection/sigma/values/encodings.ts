// What text looks like inside encoded data: UTF-16 and Base64. Bytes are held as characters 0 to 255.
import type { TextPattern } from '../rule.ts'
import { mapLiterals } from './text-pattern.ts'

const byteMark = '\u00ff\u00fe'

/** Wildcards stay as they are: they stand between encoded pieces. */
export function encodeUtf16(
  pattern: TextPattern,
  encoding: 'utf16' | 'utf16le' | 'utf16be' | 'wide',
): TextPattern {
  const encoded = mapLiterals(pattern, literal => {
    let bytes = ''
    for (let i = 0; i < literal.length; i++) {
      const code = literal.charCodeAt(i)
      const high = String.fromCharCode(code >> 8)
      const low = String.fromCharCode(code & 0xff)
      bytes += encoding === 'utf16be' ? high + low : low + high
    }
    return bytes
  })
  if (encoding !== 'utf16') return encoded
  return typeof encoded[0] === 'string'
    ? [byteMark + encoded[0], ...encoded.slice(1)]
    : [byteMark, ...encoded]
}

/** Text that an earlier UTF-16 modifier has made bytes of goes in as bytes, all other text as UTF-8. */
function bytesOf(text: string, isBytes: boolean): Buffer {
  return Buffer.from(text, isBytes ? 'latin1' : 'utf8')
}

export function encodeBase64(text: string, isBytes: boolean): string {
  return bytesOf(text, isBytes).toString('base64')
}

/** The part that stays the same wherever the text begins, for each of the three ways it can fall on Base64's groups of 3. */
export function encodeBase64Offsets(text: string, isBytes: boolean): string[] {
  const bytes = bytesOf(text, isBytes)
  return [0, 1, 2].map(offset => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    const from = [0, 2, 3][offset]!
    // The last group depends on what follows unless the bytes fill it.
    const cut = [0, 3, 2][(bytes.length + offset) % 3]!
    return encoded.slice(from, encoded.length - cut)
  })
}
