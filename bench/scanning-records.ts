// Writes some weeks of a simulated company to a file, as an investigator may be handed it, and says when it is there. In a
// process of its own: what that takes is not to be measured.
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { attackKinds } from '../simulator/world/attacks/attack.ts'
import { createWorld, recordsOf } from '../simulator/world/world.ts'

export interface RecordsOptions {
  file: string
  records: number
}

const DAY = 86_400_000
const FROM = Date.UTC(2026, 2, 2)
const RECORDS_PER_PERSON = 1270
/** More than enough of them for each person. */
const DAYS = 45

function* linesOf(count: number): Generator<string> {
  const attacks = attackKinds.map((kind, place) => ({ kind, at: new Date(FROM + (14 + place / 4) * DAY) }))
  const world = createWorld({
    seed: 11,
    from: new Date(FROM),
    to: new Date(FROM + DAYS * DAY),
    tenants: [{ people: Math.ceil(count / RECORDS_PER_PERSON), hasP1: true, attacks }],
  })
  let written = 0
  for (const { record } of recordsOf(world.tenants[0]!, FROM, FROM + DAYS * DAY)) {
    yield `${JSON.stringify(record)}\n`
    if (++written === count) return
  }
  throw new Error(`the company has only ${written} records`)
}

const { file, records } = JSON.parse(process.argv[2]!) as RecordsOptions
const unfinished = `${file}.part`
await pipeline(Readable.from(linesOf(records)), createGzip({ level: 1 }), createWriteStream(unfinished))
await rename(unfinished, file)
process.send!('done')
process.disconnect()
