// What `scan` holds in memory at most, as an investigator runs it on their own machine.
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { FOLDER } from './dataset.ts'
import { runCommand, startTelling } from './processes.ts'
import { say } from './say.ts'
import type { RecordsOptions } from './scanning-records.ts'
import type { Sizes } from './sizes.ts'
import type { Row } from './table.ts'

export async function scanning({ scanned: records }: Sizes): Promise<Row[]> {
  const file = `${FOLDER}scan-${records}.ndjson.gz`
  const count = records.toLocaleString('en')
  if (!existsSync(file)) {
    say(`writing ${count} records to ${file}`)
    await mkdir(FOLDER, { recursive: true })
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
