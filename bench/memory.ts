// Row 5: resident memory of the service while every organization polls several lists, plain and compressed.
import { setTimeout as sleep } from 'node:timers/promises'
import { listOf } from './polling.ts'
import type { Loader, Service } from './processes.ts'
import { median } from './ratio.ts'
import { progressLine } from './say.ts'
import { CONNECTIONS, type Sizes } from './sizes.ts'
import type { Row } from './table.ts'

const QUERIES = [
  'limit=100',
  'limit=500',
  'limit=20',
  'startDate=2025-06-01',
  'updatedSince=2025-10-01',
  'startDate=2024-03-01&limit=50',
]
const ENCODINGS = ['identity', 'gzip', 'br']
const WARM_UP_SHARE = 0.25

export async function memory(service: Service, loader: Loader, sizes: Sizes): Promise<Row[]> {
  const requests = QUERIES.flatMap((query, index) =>
    Array.from({ length: sizes.organizations }, (_, organization) => {
      const { path, headers } = listOf(organization, query)
      const encoding = ENCODINGS[(index + organization) % ENCODINGS.length]!
      return { path, headers: { ...headers, 'accept-encoding': encoding } }
    }),
  )
  const line = progressLine(`polling ${requests.length} lists, watching memory`, sizes.memorySeconds)
  const samples: number[] = []
  let isOver = false
  const load = loader({
    port: service.port,
    connections: CONNECTIONS,
    seconds: sizes.memorySeconds,
    requests,
  }).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await sleep(500)
    samples.push((await service.residentMemory()) / 1e6)
    line.at(samples.length / 2)
  }
  const { perSecond } = await load
  line.done()
  const settled = samples.slice(Math.floor(samples.length * WARM_UP_SHARE))
  const halves = [settled.slice(0, settled.length >> 1), settled.slice(settled.length >> 1)].map(median)
  const [first, second] = halves as [number, number]
  return [
    {
      what: `resident memory, ${sizes.organizations} organizations polling ${requests.length} lists for ${sizes.memorySeconds} s`,
      measured: `at ${perSecond.toFixed(0)} requests/s`,
      compared: '',
      figure: Math.max(...samples),
      unit: ' MB',
      target: { atMost: 400 },
    },
    {
      what: 'its growth: second half, median',
      measured: `${second.toFixed(0)} MB`,
      compared: `first half ${first.toFixed(0)} MB`,
      figure: second / first,
      unit: '×',
      target: { atMost: 1.1 },
    },
  ]
}
