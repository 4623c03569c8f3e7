// Rule files on disk: what a file or folder named by someone holds, ready to be loaded.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { OperatorError } from '../operator-error.ts'
import type { RuleSource } from './sigma/language/load.ts'

const isRuleFile = (name: string) => /\.ya?ml$/i.test(name) && !/\.examples\.ya?ml$/i.test(name)

/** Folders with all that is below them, in the order of their names; each file once. */
export async function readRuleFiles(paths: string[]): Promise<RuleSource[]> {
  const sources = new Map<string, RuleSource>()
  for (const path of paths) {
    const files = await filesIn(path)
    if (!files.length) throw new OperatorError(`There are no rules (*.yml, *.yaml) in ${path}.`)
    for (const file of files) if (!sources.has(resolve(file))) sources.set(resolve(file), await read(file))
  }
  return [...sources.values()]
}

async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new OperatorError(`There is no file or folder ${path}.`)
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return (
    entries
      // Nobody would wait for what a pipe has to say; where a link leads is seen when it is read.
      .filter(entry => (entry.isFile() || entry.isSymbolicLink()) && isRuleFile(entry.name))
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  )
}

/** One file that cannot be read does not stop the rest. */
async function read(file: string): Promise<RuleSource> {
  try {
    return { file, text: new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not text in UTF-8' : message
    return { file, text: '', unreadable: `it cannot be read: ${reason}` }
  }
}

/** Values for `%placeholders%`: a mapping of names to a value or a list of values. */
export async function readPlaceholders(file: string): Promise<Record<string, Array<string | number>>> {
  const wrong = (reason: string) => new OperatorError(`${file} is no list of placeholders: ${reason}.`)
  const { text, unreadable } = await read(file)
  if (unreadable !== undefined) throw wrong(unreadable)
  let values: unknown
  try {
    values = parse(text)
  } catch (error) {
    throw wrong((error as Error).message.split('\n', 1)[0]!)
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw wrong('it must be a mapping of names to a value or a list of values')
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const list: unknown[] = Array.isArray(value) ? value : [value]
      if (!list.every(each => typeof each === 'string' || typeof each === 'number'))
        throw wrong(`${name} must be a text, a number or a list of these`)
      return [name.replace(/^%(.*)%$/, '$1'), list as Array<string | number>]
    }),
  )
}
