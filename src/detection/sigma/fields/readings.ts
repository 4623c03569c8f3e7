// What a value of a log means in the words that rules use.

import { foldCase } from '../values/text-pattern.ts'
import type { Reading } from './field-map.ts'

/** Adds what the value means; nothing when this reading has no words for it. */
export function interpret(value: unknown, reading: Reading, found: unknown[]): void {
  if (typeof reading === 'string' || 'always' in reading) {
    found.push(value)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value) interpret(item, reading, found)
    return
  }
  if (typeof value === 'object') return
  const text = String(value)
  if ('means' in reading) {
    const key = text.toLowerCase()
    if (Object.hasOwn(reading.means, key)) for (const word of reading.means[key]!) found.push(word)
    return
  }
  switch (reading.as) {
    case 'tidied':
      found.push(text.endsWith('.') || text.endsWith(' ') ? text.slice(0, -1) : text)
      return
    case 'outcome':
      if (/^-?\d+$/.test(text)) found.push(text === '0' ? 'Success' : 'Failure')
      return
    case 'type name':
      found.push(text.slice(text.lastIndexOf('.') + 1))
      return
    case 'provider': {
      const inside = /\/providers\/([^/]+)/i.exec(text)
      if (inside) found.push(inside[1])
      else if (text.includes('/') && !text.startsWith('/')) found.push(text.slice(0, text.indexOf('/')))
    }
  }
}

/** False when a reading that knows few words can never give what is asked for. */
export function canSatisfy(reading: Reading, satisfies: (found: unknown) => boolean): boolean {
  if (typeof reading === 'string' || 'always' in reading) return true
  if ('means' in reading) return Object.values(reading.means).some(words => words.some(satisfies))
  return reading.as !== 'outcome' || satisfies('Success') || satisfies('Failure')
}

/** The lengths a text can have that means one of the wanted words; null when any length could. */
export function lengthsFor(reading: Reading | null, wanted: Iterable<string>): number[] | null {
  if (reading !== null && typeof reading === 'object' && 'means' in reading) {
    return Object.keys(reading.means).map(key => key.length)
  }
  const isTidied =
    reading !== null && typeof reading === 'object' && 'as' in reading && reading.as === 'tidied'
  if (reading !== null && !isTidied) return null
  const texts = [...wanted]
  // The one letter that becomes longer when its case is folded (U+0130) leaves this behind.
  if (texts.some(text => text.includes('\u0307'))) return null
  return texts.flatMap(text => (isTidied ? [text.length, text.length + 1] : [text.length]))
}

/** Every text, folded, that means a wanted one; null when they are too many to list. */
export function textsMeaning(wanted: string, reading: Reading): string[] | null {
  if (typeof reading !== 'object' || !('means' in reading)) return null
  return Object.entries(reading.means).flatMap(([text, words]) =>
    words.some(word => foldCase(word) === wanted) ? [foldCase(text)] : [],
  )
}
