// Whatever an incident can name has a name.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TECHNIQUES } from './techniques.ts'

const ROOT = join(import.meta.dirname, '../..')

function usedIn(files: string): string[] {
  const texts = globSync(files, { cwd: ROOT }).map(file => readFileSync(join(ROOT, file), 'utf8'))
  return texts.flatMap(text => text.match(/\bt\d{4}(\.\d{3})?\b/gi) ?? []).map(id => id.toUpperCase())
}

it.each(['rules/**/*.yml', 'src/detection/**/*.ts'])('techniques of %s have names', files => {
  const used = new Set(usedIn(files))
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter(id => !TECHNIQUES[id])).toEqual([])
})
