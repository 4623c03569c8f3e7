// The rules that come with Vedette, read once.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readRuleFiles } from './rule-files.ts'
import type { RuleSource } from './sigma/language/load.ts'

const FOLDER = fileURLToPath(new URL('../../rules', import.meta.url))

let reading: Promise<RuleSource[]> | null = null

/** By their names within the folder. */
export function ownRules(): Promise<RuleSource[]> {
  reading ??= read()
  return reading
}

async function read(): Promise<RuleSource[]> {
  if (!existsSync(FOLDER)) return []
  const sources = await readRuleFiles([FOLDER])
  return sources.map(({ file, text }) => ({ file: file.slice(FOLDER.length + 1), text }))
}
