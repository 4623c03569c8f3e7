// Regular expressions that cannot be made to hang: linear time whatever pattern and text.
import { RE2JS } from 're2js'

export interface Expression {
  test(text: string): boolean
}

/**
 * V8's own engine is much faster, and linear for patterns without repetition; all others go to RE2. Throws an Error with
 * the reason for what neither can run in linear time, or what is no regular expression.
 */
export function compileExpression(source: string, flags: string): Expression {
  const re2 = compileRe2(source, flags)
  const native = nativeSource(source, flags)
  if (native === null) return { test: text => re2.test(text) }
  const expression = new RegExp(native, `u${flags.includes('i') ? 'i' : ''}${flags.includes('m') ? 'm' : ''}`)
  return { test: text => expression.test(text) }
}

function compileRe2(source: string, flags: string): RE2JS {
  const unsupported = /(?<!\\)(?:\\\\)*\((\?<?[=!]|\?>|\?\(|\?R|\?\d|\?P[>=])/.exec(source)
  if (unsupported) {
    throw new Error(
      `"(${unsupported[1]}" (lookaround, atomic groups, recursion) cannot be matched in linear time and is no part of Sigma's regular expressions`,
    )
  }
  if (/(?<!\\)(?:\\\\)*\\(?:[1-9]|k[<{'])/.test(source)) {
    throw new Error(
      "backreferences cannot be matched in linear time and are no part of Sigma's regular expressions",
    )
  }
  let options = 0
  if (flags.includes('i')) options |= RE2JS.CASE_INSENSITIVE
  if (flags.includes('m')) options |= RE2JS.MULTILINE
  if (flags.includes('s')) options |= RE2JS.DOTALL
  const expression = RE2JS.compile(withLineEnds(source, flags), options)
  if (expression.programSize() > largestProgram)
    throw new Error('its repetitions are too long to be matched quickly; write fewer, or shorter ones')
  return expression
}

/** Each character of a text may cost a step of each instruction; {1,1000} of one character has two thousand. */
const largestProgram = 3000

/** What a `$` at the end of the text stands for: the end, or a line's end there. */
function withLineEnds(source: string, flags: string): string {
  // With the flag m it is the end of any line; what is quoted is no sign.
  if (flags.includes('m') || /\(\?[a-z]*m|\\Q/i.test(source)) return source
  return source.replace(/\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|\$/g, part =>
    part === '$' ? '(?:\\n?\\z)' : part,
  )
}

/** At most so many ways through the optional parts; each may be tried at every position of the text. */
const mostWays = 32

/**
 * The same pattern for V8, or null when it has anything that could be slow or could mean something else there. Without
 * unbounded repetition each position costs a bounded number of steps, so the whole is linear.
 */
function nativeSource(source: string, flags: string): string | null {
  let native = ''
  let ways = 1
  const token =
    /\\([\s\S])|\[(\^?)((?:\\[^\dpPQEAzbBCxakgouN]|[^\\\]])+)\]|(\(\?:|\(|\)|\||\^|\$)|(\?)|(\.)|([\s\S])/y
  while (token.lastIndex < source.length) {
    const match = token.exec(source)
    if (match === null) return null
    const [whole, escaped, negation, set, structure, optional, dot, plain] = match
    if (escaped !== undefined) {
      if (escaped === 'd') native += '[0-9]'
      else if (escaped === 'w') native += '[0-9A-Za-z_]'
      else if (escaped === 's') native += '[\\t\\n\\f\\r ]'
      else if (/[a-zA-Z0-9]/.test(escaped) || escaped > '\x7f') return null
      else native += quote(escaped)
    } else if (set !== undefined) {
      if (!/^(?:[A-Za-z0-9 _.,:;@/#%=<>!"'~`-]|\\[-\\.\][/^$+*?(){}|])+$/.test(set)) return null
      native += `[${negation}${set.replace(/\\\./g, '.')}]`
    } else if (structure !== undefined) {
      if (source.startsWith('(?', match.index) && structure === '(') return null
      if (structure === '|') ways++
      native += structure === '$' ? '(?:\\n?$)' : structure
    } else if (optional !== undefined) {
      ways *= 2
      native += '?'
    } else if (dot !== undefined) {
      native += flags.includes('s') ? '[^]' : '[^\\n]'
    } else {
      if ('*+{}[]'.includes(plain!)) return null
      native += quote(plain!)
    }
    if (ways > mostWays || whole === undefined) return null
  }
  // In V8 `$` and `^` with the flag m also see \r and the Unicode line separators as line ends.
  if (flags.includes('m') && /[\^$]/.test(source)) return null
  try {
    new RegExp(native, 'u')
    return native
  } catch {
    return null
  }
}

function quote(character: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}
