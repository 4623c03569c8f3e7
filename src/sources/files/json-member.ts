// The head of an object's member: its name, and how its value begins.
import { BACKSLASH, COLON, type JsonWindow, QUOTE } from './json-window.ts'

export interface MemberHead {
  name: string
  /** Where the value begins, and the first two of its bytes that are no space. */
  at: number
  opening: number
  first: number
}

/** 'more': it is not all at hand yet, and goes on as far as `seen`. A string: what is wrong. */
export function memberHead(
  window: JsonWindow,
  { isEnding }: { isEnding: boolean },
): MemberHead | { more: true; seen: number } | { wrong: string } {
  const { bytes, end } = window
  if (bytes[window.at] !== QUOTE) return { wrong: 'not valid JSON: a name was expected' }
  let at = window.at + 1
  for (; at < end && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
  const name = bytes.toString('utf8', window.at + 1, at)
  at = window.afterSpace(at + 1)
  if (at < end && bytes[at] !== COLON) return { wrong: 'not valid JSON: a colon was expected after a name' }
  at = window.afterSpace(at + 1)
  const second = window.afterSpace(at + 1)
  if (at >= end || (second >= end && !isEnding)) return { more: true, seen: at }
  return { name, at, opening: bytes[at]!, first: second < end ? bytes[second]! : 0 }
}
