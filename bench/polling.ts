// Rows 1 and 2: asking again for a list that has not changed, against a server that only writes prepared bytes.
import { writeFile } from 'node:fs/promises'
import { FOLDER } from './dataset.ts'
import { keyOf } from './generate.ts'
import type { Load, Request } from './load-types.ts'
import { type Loader, type Service, startYardstick } from './processes.ts'
import { medianOf, ratioOf, sideBySide } from './ratio.ts'
import { say } from './say.ts'
import { CONNECTIONS, type Sizes } from './sizes.ts'
import type { Row } from './table.ts'

export const listOf = (organization: number, query = 'limit=100'): Request => ({
  path: `/beta/incidents?${query}`,
  headers: { authorization: `Bearer ${keyOf(organization)}` },
})

export async function polling(service: Service, loader: Loader, sizes: Sizes): Promise<Row[]> {
  const one = [listOf(0)]
  const all = Array.from({ length: sizes.organizations }, (_, organization) => listOf(organization))
  const bodyFile = `${FOLDER}answer.json`
  const answer = await fetch(`${service.baseUrl}${one[0]!.path}`, { headers: one[0]!.headers })
  const body = Buffer.from(await answer.arrayBuffer())
  await writeFile(bodyFile, body)
  const bare = await startYardstick('yardstick-bare.ts', { bodyFile })

  const compare = async (what: string, options: Pick<Load, 'requests' | 'isRevalidating'>) => {
    say(what)
    const load = { ...options, connections: CONNECTIONS, seconds: sizes.secondsPerRound }
    const results = await sideBySide(
      sizes.rounds,
      () => loader({ ...load, port: service.port }),
      () => loader({ ...load, port: bare.port }),
    )
    const perSecond = (results_: typeof results.service) =>
      `${medianOf(results_, r => r.perSecond).toFixed(0)}/s`
    return {
      what,
      measured: perSecond(results.service),
      compared: `bare node:http ${perSecond(results.yardstick)}`,
      figure: ratioOf(results, r => r.perSecond),
      unit: '×',
    }
  }
  const kilobytes = (body.length / 1000).toFixed(0)
  return [
    {
      ...(await compare(`the same list again, 100 incidents, ${kilobytes} kB`, { requests: one })),
      target: { atLeast: 0.5 },
    },
    await compare(`the same, ${sizes.organizations} organizations in turn`, { requests: all }),
    {
      ...(await compare('the same list again, not changed: 304', { requests: one, isRevalidating: true })),
      target: { atLeast: 0.4 },
    },
  ]
}
