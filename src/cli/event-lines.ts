// A file of records, one JSON object a line, read as a stream with its line numbers.
import { createReadStream } from 'node:fs'
import { OperatorError } from '../operator-error.ts'

export type EventLine = { line: number; record: object } | { line: number; fault: string }

const NEWLINE = 10

/** Lines count from 0, empty ones too; these are passed over. `-` is the standard input. */
export async function* readEventLines(path: string): AsyncGenerator<EventLine> {
  let line = 0
  let isFirst = true
  for await (const text of readLines(path)) {
    const event = readLine(text, line++)
    if (!event) continue
    // Else every line of it would be complained about.
    if (isFirst && isArray(text))
      throw new OperatorError(
        `The records in ${path === '-' ? 'the standard input' : path} are one JSON array. Give NDJSON, one JSON object a line: jq -c '.[]' makes it of an array.`,
      )
    isFirst = false
    yield event
  }
}

const isArray = (text: string) => /^\uFEFF?\s*\[/.test(text)

function readLine(text: string, line: number): EventLine | null {
  // Some exports begin with a byte order mark.
  const json = (line === 0 ? text.replace(/^\uFEFF/, '') : text).trim()
  if (!json) return null
  try {
    const record: unknown = JSON.parse(json)
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return { line, record }
    return { line, fault: 'it is not a JSON object' }
  } catch (error) {
    return { line, fault: `it is not JSON: ${(error as Error).message}` }
  }
}

/** By line feed alone: JSON text may hold the other characters that count as ends of lines. */
async function* readLines(path: string): AsyncGenerator<string> {
  const stream: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path)
  let begun: Buffer[] = []
  try {
    for await (const chunk of stream) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        const rest = chunk.subarray(from, end)
        yield begun.length ? Buffer.concat([...begun, rest]).toString('utf8') : rest.toString('utf8')
        begun = []
        from = end + 1
      }
      if (from < chunk.length) begun.push(chunk.subarray(from))
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code) throw new OperatorError(`The records in ${path} cannot be read: ${message}`)
    throw error
  }
  if (begun.length) yield Buffer.concat(begun).toString('utf8')
}
