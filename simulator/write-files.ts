// Writes a tenant's records, one NDJSON file for each feed, and the truth about its attacks.

import { once } from 'node:events'
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AttackKind, attackKinds } from './world/attacks/attack.ts'
import { zoneOf } from './world/calendar.ts'
import { attacksOf, createWorld, recordsOf } from './world/world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    people: { type: 'string', default: '200' },
    days: { type: 'string', default: '30' },
    from: { type: 'string', default: '2026-01-05' },
    attack: { type: 'string', multiple: true, default: [] },
    country: { type: 'string' },
    p1: { type: 'string' },
    out: { type: 'string' },
  },
})

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(2)
}

if (!values.out) fail('say where to: --out DIR')
const days = Number(values.days)
const from = new Date(`${values.from}T00:00:00Z`)
if (!Number.isInteger(days) || days < 1)
  fail(`--days must be a whole number of at least 1, not ${values.days}`)
if (Number.isNaN(from.getTime())) fail(`--from must be a date such as 2026-01-05, not ${values.from}`)
const to = new Date(from.getTime() + days * 86_400_000)

// Attacks stand in the last third, so that there is something to learn from before them; 'all' is one of each.
const wished = values.attack
  .flatMap(each => each.split(','))
  .flatMap(each => (each === 'all' ? [...attackKinds] : [each]))
for (const kind of wished) {
  if (!attackKinds.includes(kind as AttackKind))
    fail(`--attack knows ${attackKinds.join(', ')} and all, not ${kind}`)
}
const order = {
  people: Number(values.people),
  ...(values.country ? { country: values.country } : {}),
  ...(values.p1 ? { hasP1: values.p1 === 'yes' } : {}),
}
const seed = Number(values.seed)
const { country } = createWorld({ seed, from, to, tenants: [order] }).tenants[0]!
// Mid-morning at the head office: people are deceived when they are at work.
const morning = 10.5 * 3_600_000 - zoneOf(country, -90).offset * 60_000
const attacks = wished.map((kind, index) => ({
  kind: kind as AttackKind,
  at: new Date(
    from.getTime() + Math.floor(days * (0.7 + (0.25 * index) / wished.length)) * 86_400_000 + morning,
  ),
}))
const world = createWorld({ seed, from, to, tenants: [{ ...order, attacks }] })
const tenant = world.tenants[0]!
mkdirSync(values.out, { recursive: true })
const streams = new Map<string, ReturnType<typeof createWriteStream>>()
let records = 0
const started = performance.now()
for (const { feed, record } of recordsOf(tenant, world.from, world.to)) {
  let stream = streams.get(feed)
  if (!stream) {
    stream = createWriteStream(join(values.out, `${feed}.ndjson`))
    streams.set(feed, stream)
  }
  records++
  if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, 'drain')
}
for (const stream of streams.values()) {
  stream.end()
  await once(stream, 'finish')
}
writeFileSync(
  join(values.out, 'truth.json'),
  `${JSON.stringify({ tenant: { directoryTenantId: tenant.directoryTenantId, name: tenant.name, domain: tenant.domain, hasP1: tenant.hasP1, country: tenant.country }, attacks: attacksOf(tenant) }, null, 2)}\n`,
)
writeFileSync(
  join(values.out, 'directory.json'),
  `${JSON.stringify({ users: tenant.users, subscribedSkus: tenant.skus, changes: tenant.changes }, null, 2)}\n`,
)
process.stdout.write(
  `${records} records of ${tenant.name} (${tenant.domain}) in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
)
