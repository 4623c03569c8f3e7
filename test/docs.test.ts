// What the documentation promises to cover.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../src/config.ts'

const operating = () => readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')

describe('docs/operating.md', () => {
  it.each(Object.keys(SETTINGS))('describes %s', name => {
    expect(operating()).toMatch(new RegExp(`\`${name}\\b`))
  })

  it('describes no setting that does not exist', () => {
    const named = new Set(operating().match(/\bVEDETTE_[A-Z_]*[A-Z]/g))
    expect([...named].filter(name => !(name in SETTINGS))).toEqual([])
  })
})
