// Sigma's strings: wildcards, their escaping, and matching them without backtracking.
import { anyDash, anyOne, anyRun, type TextPattern } from '../rule.ts'

const dashes = '-/\u2013\u2014\u2015'

/** `\*`, `\?` and `\\` are plain characters; a backslash before anything else stands for itself. */
export function parsePattern(text: string): TextPattern {
  const pattern: TextPattern = []
  let literal = ''
  const flush = () => {
    if (literal !== '') pattern.push(literal)
    literal = ''
  }
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    const next = text[i + 1]
    if (character === '\\' && (next === '*' || next === '?' || next === '\\')) {
      literal += next
      i++
    } else if (character === '*') {
      flush()
      if (pattern.at(-1) !== anyRun) pattern.push(anyRun)
    } else if (character === '?') {
      flush()
      pattern.push(anyOne)
    } else {
      literal += character
    }
  }
  flush()
  return pattern
}

export function hasWildcard(pattern: TextPattern): boolean {
  return pattern.some(part => part === anyRun || part === anyOne)
}

/** The plain text of a pattern without wildcards; null when it has any. */
export function plainText(pattern: TextPattern): string | null {
  if (pattern.length === 0) return ''
  return pattern.length === 1 && typeof pattern[0] === 'string' ? pattern[0] : null
}

export function withRuns(pattern: TextPattern, before: boolean, after: boolean): TextPattern {
  const wider = [...pattern]
  if (before && wider[0] !== anyRun) wider.unshift(anyRun)
  if (after && (wider.at(-1) !== anyRun || wider.length === 0)) wider.push(anyRun)
  return wider
}

/** Every dash character becomes "any of the dash characters". */
export function withAnyDash(pattern: TextPattern): TextPattern {
  return pattern.flatMap(part => {
    if (typeof part !== 'string') return [part]
    const parts: TextPattern = []
    let literal = ''
    for (const character of part) {
      if (dashes.includes(character)) {
        if (literal !== '') parts.push(literal)
        literal = ''
        parts.push(anyDash)
      } else literal += character
    }
    if (literal !== '') parts.push(literal)
    return parts
  })
}

/** All plain strings that a pattern with dashes stands for. */
export function spellOutDashes(pattern: TextPattern): TextPattern[] {
  let spelled: TextPattern[] = [[]]
  for (const part of pattern) {
    if (part !== anyDash) for (const each of spelled) each.push(part)
    else spelled = spelled.flatMap(each => [...dashes].map(dash => [...each, dash]))
  }
  return spelled.map(joinLiterals)
}

function joinLiterals(pattern: TextPattern): TextPattern {
  const joined: TextPattern = []
  for (const part of pattern) {
    if (typeof part === 'string' && typeof joined.at(-1) === 'string')
      joined.push(`${joined.pop() as string}${part}`)
    else joined.push(part)
  }
  return joined
}

export function mapLiterals(pattern: TextPattern, change: (literal: string) => string): TextPattern {
  return pattern.map(part => (typeof part === 'string' ? change(part) : part))
}

/**
 * Upper and lower case made one, each character for itself. Greek final sigma depends on its place in the word, so it is made
 * one as well; U+0130 alone would become two, and has no other case that is one.
 */
export function foldCase(text: string): string {
  let lower = text.toLowerCase()
  if (lower.length !== text.length)
    lower = text
      .split('\u0130')
      .map(part => part.toLowerCase())
      .join('\u0130')
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}

/** A test for already folded text (or, for a cased pattern, for text as it is). */
export function compilePattern(pattern: TextPattern, cased: boolean): (text: string) => boolean {
  const parts = cased ? pattern : mapLiterals(pattern, foldCase)
  const plain = plainText(parts)
  if (plain !== null) return text => text === plain
  const [first, second, third] = parts
  if (parts.length === 1 && first === anyRun) return () => true
  if (parts.length === 2 && first === anyRun && typeof second === 'string')
    return text => text.endsWith(second)
  if (parts.length === 2 && typeof first === 'string' && second === anyRun)
    return text => text.startsWith(first)
  if (parts.length === 3 && first === anyRun && typeof second === 'string' && third === anyRun) {
    return text => text.includes(second)
  }
  return compileGlob(parts)
}

/** The same for several of which one is enough. */
export function compilePatterns(patterns: TextPattern[]): (text: string) => boolean {
  const tests = patterns.map(pattern => compilePattern(pattern, false))
  const [only] = tests
  if (tests.length === 1) return only!
  return text => {
    for (let i = 0; i < tests.length; i++) if (tests[i]!(text)) return true
    return false
  }
}

type Piece = Array<string | typeof anyOne | typeof anyDash>

/**
 * Pieces between runs are placed from left to right, each as early as it fits; only the last is tied to the end. The
 * earliest fit is always as good as a later one, so nothing is ever tried again.
 */
function compileGlob(parts: TextPattern): (text: string) => boolean {
  const pieces: Piece[] = [[]]
  for (const part of parts) {
    if (part === anyRun) pieces.push([])
    else pieces.at(-1)!.push(part)
  }
  const first = pieces[0]!
  if (pieces.length === 1) return text => placePiece(first, text, 0) === text.length
  const last = pieces.at(-1)!
  const middle = pieces.slice(1, -1).filter(piece => piece.length > 0)
  return text => {
    let at = placePiece(first, text, 0)
    if (at < 0) return false
    const end = placeLast(last, text)
    if (end < 0) return false
    for (const piece of middle) {
      at = findPiece(piece, text, at)
      if (at < 0) return false
    }
    return at <= end
  }
}

/** Where the piece ends when it begins at `from`; -1 when it does not fit there. */
function placePiece(piece: Piece, text: string, from: number): number {
  let at = from
  for (const part of piece) {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) return -1
      at += part.length
    } else {
      const code = text.codePointAt(at)
      if (code === undefined) return -1
      if (part === anyDash && !dashes.includes(text[at]!)) return -1
      at += code > 0xffff ? 2 : 1
    }
  }
  return at
}

/** Where the piece begins when it ends with the text; -1 when it does not fit. */
function placeLast(piece: Piece, text: string): number {
  let at = text.length
  for (let i = piece.length - 1; i >= 0; i--) {
    const part = piece[i]!
    if (typeof part === 'string') {
      if (!text.endsWith(part, at)) return -1
      at -= part.length
    } else {
      if (at === 0) return -1
      if (part === anyDash && !dashes.includes(text[at - 1]!)) return -1
      const isPair = at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff
      at -= isPair ? 2 : 1
    }
    if (at < 0) return -1
  }
  return at
}

function findPiece(piece: Piece, text: string, from: number): number {
  if (piece.length === 1 && typeof piece[0] === 'string') {
    const at = text.indexOf(piece[0], from)
    return at < 0 ? -1 : at + piece[0].length
  }
  for (let at = from; at <= text.length; at++) {
    const end = placePiece(piece, text, at)
    if (end >= 0) return end
  }
  return -1
}
