// `npm run bench`: measures the service against its yardsticks and prints a table. Exit code 1 when a target is missed.
import { parseArgs } from 'node:util'
import { openOn } from '../src/database/open.ts'
import { collecting } from './collecting.ts'
import { dashboard } from './dashboard.ts'
import { FOLDER, openDataset, openServer, quiet } from './dataset.ts'
import { detecting } from './detecting.ts'
import { freshLists } from './fresh-lists.ts'
import { describeMachine } from './machine.ts'
import { memory } from './memory.ts'
import { polling } from './polling.ts'
import { startLoader, startService, stopProcesses } from './processes.ts'
import { say } from './say.ts'
import { scanning } from './scanning.ts'
import { FULL, SMALL } from './sizes.ts'
import { holds, markdown, type Row } from './table.ts'
import { tableSize } from './table-size.ts'

const PARTS = [
  'polling',
  'fresh',
  'size',
  'memory',
  'collecting',
  'detecting',
  'scanning',
  'dashboard',
] as const
const HELP = `usage: npm run bench -- [--small] [--only ${PARTS.join('|')}]

Makes the dataset on the first run (minutes) and keeps it in bench-data/.

  --small      a small dataset and short rounds, to try the bench itself: its figures mean nothing
  --only PART  one part alone; may be repeated
  --rules DIR  rules to match beside our own, SigmaHQ's say; may be repeated
  --profile    write a CPU profile of the service to bench-data/profiles/
`

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [...PARTS] },
    rules: { type: 'string', multiple: true, default: [] },
    profile: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const unknown = values.only.filter(part => !PARTS.some(known => known === part))
  if (unknown.length) {
    process.stderr.write(`There is no part called ${unknown.join(' or ')}.\n\n${HELP}`)
    return 2
  }
  const sizes = values.small ? SMALL : FULL
  const isAsked = (part: (typeof PARTS)[number]) => values.only.includes(part)
  const server = await openServer()
  try {
    const rows: Row[] = []
    if (isAsked('collecting')) rows.push(...(await collecting(server, sizes)))
    if (isAsked('detecting'))
      rows.push(...(await detecting({ ...sizes.detecting, ruleFolders: values.rules })))
    if (isAsked('scanning')) rows.push(...(await scanning(sizes)))
    if (isAsked('dashboard')) rows.push(...(await dashboard(server)))
    if (values.only.every(part => ['collecting', 'detecting', 'scanning', 'dashboard'].includes(part)))
      return conclude(rows, await describeMachine(server.connection))
    const large = await openDataset(server, { ...sizes, incidents: sizes.incidents.large })
    const small = await openDataset(server, { ...sizes, incidents: sizes.incidents.small })
    const machine = await describeMachine(large)
    say(machine)
    const start = async () => ({
      service: await startService(large, FOLDER, { isProfiled: values.profile }),
      loader: startLoader(),
    })
    if (isAsked('polling') || isAsked('fresh')) {
      const { service, loader } = await start()
      if (isAsked('polling')) rows.push(...(await polling(service, loader, sizes)))
      if (isAsked('fresh')) rows.push(...(await freshLists(service, large, loader, sizes)))
      await stopProcesses()
    }
    if (isAsked('memory')) {
      // A process of its own, so that nothing but polling is in its memory.
      const { service, loader } = await start()
      rows.push(...(await memory(service, loader, sizes)))
      await stopProcesses()
    }
    if (isAsked('size')) {
      const tables = { large: await openOn(large, 2, quiet), small: await openOn(small, 2, quiet) }
      rows.push(...(await tableSize(tables, sizes)))
      await Promise.all([tables.large.close(), tables.small.close()])
    }
    return conclude(rows, machine)
  } finally {
    await stopProcesses()
    await server.close()
  }
}

function conclude(rows: Row[], machine: string): number {
  process.stdout.write(`${markdown(rows)}\n\n${machine}\n`)
  const missed = rows.filter(row => !holds(row))
  const targets = missed.length === 1 ? '1 target is' : `${missed.length} targets are`
  say(missed.length ? `${targets} missed` : 'every target holds')
  return missed.length ? 1 : 0
}

process.exitCode = await main()
