// What `scan` holds in memory at most, as an investigator runs it on their own machine.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { FOLDER } from './dataset.ts'
import { runCommand, startTelling } from './processes.ts'
import { say } from './say.ts'
import type { RecordsOptions } from './scanning-records.ts'
import type { Sizes } from './sizes.ts'
import type { Row } from './table.ts'

export async function scanning({ scanned: records }: Sizes): Promise<Row[]> {
  const name = `scan-${records}-`
  const file = `${FOLDER}${name}${await versionOfRecords()}.ndjson.gz`
  const count = records.toLocaleString('en')
  if (!existsSync(file)) {
    say(`writing ${count} records to ${file}`)
    await mkdir(FOLDER, { recursive: true })
    for (const old of await readdir(FOLDER)) if (old.startsWith(name)) await rm(FOLDER + old)
    await startTelling('scanning-records.ts', { file, records } satisfies RecordsOptions)
  }
  const peakFile = `${FOLDER}peak-${process.pid}`
  const startedAt = performance.now()
  const found = await runCommand(['scan', file, '--format', 'ndjson'], { peakFile })
  const seconds = (performance.now() - startedAt) / 1000
  const peak = Number(await readFile(peakFile, 'utf8'))
  await rm(peakFile)
  const incidents = found.split('\n').filter(Boolean).length
  return [
    {
      what: `scan of ${count} records, resident memory at most`,
      measured: `${incidents} incidents in ${seconds.toFixed(0)} s`,
      compared: '',
      figure: peak / 1e6,
      unit: ' MB',
      target: { atMost: 500 },
    },
  ]
}

/** Whatever shapes the records: the simulator, and how much of it is written. */
async function versionOfRecords(): Promise<string> {
  const simulator = fileURLToPath(new URL('../simulator/', import.meta.url))
  const sources = (await readdir(simulator, { recursive: true }))
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map(name => simulator + name)
    .sort()
  const hash = createHash('sha256')
  for (const source of [...sources, fileURLToPath(new URL('scanning-records.ts', import.meta.url))])
    hash.update(await readFile(source))
  return hash.digest('hex').slice(0, 12)
}
