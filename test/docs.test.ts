// What the documentation promises to cover.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../src/config.ts'

const operating = () => readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')

describe('commands whose output goes on', () => {
  const shown = ['README.md', 'docs/detection.md', 'docs/operating.md', 'src/cli/scan.ts', 'src/cli/rules.ts']
    .flatMap(file => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n'))
    .filter(line => /npm run .*vedette -- (scan|rules)|npm run .*vedette -- .* (>|\|) /.test(line))

  it('are shown without the lines that npm would put before it', () => {
    expect(shown.length).toBeGreaterThan(5)
    expect(shown.filter(line => !line.includes('npm run -s vedette'))).toEqual([])
  })
})

describe('docs/operating.md', () => {
  it.each(Object.keys(SETTINGS))('describes %s', name => {
    expect(operating()).toMatch(new RegExp(`\`${name}\\b`))
  })

  it.each(['src/api/metrics.ts', 'src/monitor/metrics.ts'])('describes every metric of %s', file => {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
    const names = [...source.matchAll(/name: '(vedette_\w+)'/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter(name => !operating().includes(`\`${name}\``))).toEqual([])
  })

  it('describes no setting that does not exist', () => {
    const named = new Set(operating().match(/\bVEDETTE_[A-Z_]*[A-Z]/g))
    expect([...named].filter(name => !(name in SETTINGS))).toEqual([])
  })
})
