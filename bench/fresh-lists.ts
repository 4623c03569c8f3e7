// Row 3: lists that nobody has asked for before, against the same endpoint plainly written on Express and pg.
import { deepStrictEqual } from 'node:assert'
import type { Connection } from '../src/database/connect.ts'
import { listOf } from './polling.ts'
import { type Loader, type Service, startYardstick } from './processes.ts'
import { medianOf, ratioOf, sideBySide } from './ratio.ts'
import { say } from './say.ts'
import { CONNECTIONS, type Sizes } from './sizes.ts'
import type { Row } from './table.ts'

// Before the first incident, so that every list is full; a millisecond later is another question.
const LONG_AGO = Date.UTC(2020, 0, 1)
// More than any of the two can answer.
const REQUESTS_PER_SECOND = 10_000

export async function freshLists(
  service: Service,
  connection: Connection,
  loader: Loader,
  sizes: Sizes,
): Promise<Row[]> {
  say('lists never asked before')
  const express = await startYardstick('yardstick-express.ts', { connection, appUrl: service.baseUrl })
  await expectSameAnswer(service.port, express.port)
  let asked = 0
  const load = () => ({
    connections: CONNECTIONS,
    seconds: sizes.secondsPerRound,
    isEachOnce: true,
    requests: Array.from({ length: REQUESTS_PER_SECOND * sizes.secondsPerRound }, () => {
      const startDate = new Date(LONG_AGO + asked++).toISOString()
      return listOf(asked % sizes.organizations, `limit=100&startDate=${startDate}`)
    }),
  })
  const results = await sideBySide(
    sizes.rounds,
    () => loader({ ...load(), port: service.port }),
    () => loader({ ...load(), port: express.port }),
  )
  const row = (figure: 'perSecond' | 'p99', unit: string) => ({
    measured: `${medianOf(results.service, r => r[figure]).toFixed(0)}${unit}`,
    compared: `Express + pg ${medianOf(results.yardstick, r => r[figure]).toFixed(0)}${unit}`,
    figure: ratioOf(results, r => r[figure]),
    unit: '×',
  })
  return [
    { what: 'a list never asked before', ...row('perSecond', '/s'), target: { atLeast: 4 } },
    { what: `its p99 with ${CONNECTIONS} connections`, ...row('p99', ' ms'), target: { atMost: 0.5 } },
    {
      what: 'resident memory after them',
      measured: '',
      compared: '',
      figure: (await service.residentMemory()) / 1e6,
      unit: ' MB',
    },
  ]
}

/** A yardstick that does something else measures nothing. */
async function expectSameAnswer(...ports: number[]): Promise<void> {
  const { path, headers } = listOf(1)
  const [mine, theirs] = await Promise.all(
    ports.map(async port => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      const { incidents } = (await answer.json()) as { incidents: { dwellTimeMinutes: number }[] }
      // A minute may pass between the two.
      return incidents.map(incident => ({ ...incident, dwellTimeMinutes: typeof incident.dwellTimeMinutes }))
    }),
  )
  deepStrictEqual(theirs, mine)
}
