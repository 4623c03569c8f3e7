// The fictional Microsoft cloud as a process of its own.
import { readFile, rename, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { clock } from './cloud/clock.ts'
import type { Fault } from './cloud/faults.ts'
import { startCloud } from './cloud/start.ts'
import { sourceOfWorld } from './cloud/world-source.ts'
import { type AttackKind, attackKinds } from './world/attacks/attack.ts'
import { createWorld, type TenantOrder } from './world/world.ts'

const USAGE = `node simulator/main.ts [options]

  --port N          login listens here, Graph on N+1, the Management Activity API on N+2 (0: the system chooses)
  --seed N          the same seed makes the same world (1)
  --people N,N,…    a tenant for each number: how many people it has, 5 to 5,000 (25)
  --start MOMENT    what time it is in the cloud at the start (now)
  --speed N         how much faster than life time goes by (1)
  --days N          how many days the world is older than its start (30)
  --attack KIND@MINUTES[@TENANT]
                    an attack so many minutes after the start, negative for before, on the tenant of that number
                    (0 is the first); may be given several times
  --faults FILE     faults that are there from the start: a JSON array
  --no-limits       without Microsoft's limits on requests
  --ready-file FILE written when it listens: addresses, tenants, and the application with its secret
`

class UsageError extends Error {}

const DAY = 86_400_000

async function main(): Promise<void> {
  const options = readOptions()
  const start = options.start
  const from = new Date(start.getTime() - options.days * DAY)
  const world = createWorld({
    seed: options.seed,
    from,
    to: new Date(start.getTime() + 365 * DAY),
    tenants: options.tenants,
  })
  const cloud = await startCloud({
    source: sourceOfWorld(world),
    clock: clock({ start, speed: options.speed }),
    port: options.port,
    faults: options.faultsFile ? (JSON.parse(await readFile(options.faultsFile, 'utf8')) as Fault[]) : [],
    ...(options.isUnlimited && { budgets: null }),
  })
  const ready = {
    pid: process.pid,
    url: cloud.url,
    loginUrl: cloud.loginUrl,
    graphUrl: cloud.graphUrl,
    manageUrl: cloud.manageUrl,
    ...cloud.app,
    tenants: world.tenants.map(({ directoryTenantId, name, domain, hasP1, users }) => ({
      id: directoryTenantId,
      name,
      domain,
      hasP1,
      users: users.length,
    })),
  }
  if (options.readyFile) {
    // Whoever waits for the file finds it whole.
    await writeFile(`${options.readyFile}.part`, JSON.stringify(ready, null, 2), { mode: 0o600 })
    await rename(`${options.readyFile}.part`, options.readyFile)
  }
  process.stdout.write(
    `login ${cloud.loginUrl}\ngraph ${cloud.graphUrl}\nmanagement ${cloud.manageUrl}\n${ready.tenants.map(({ id, name, users }) => `tenant ${id} ${name}, ${users} users`).join('\n')}\n`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void cloud.close().then(() => process.exit(0)))
}

function readOptions() {
  const { values } = parse()
  const people = (values.people ?? '25').split(',').map(text => wholeNumber('people', text, 5, 5000))
  const start = new Date(values.start ?? Date.now())
  if (Number.isNaN(start.getTime())) throw new UsageError(`--start is no moment: ${values.start}`)
  const speed = Number(values.speed ?? 1)
  if (!(speed >= 0)) throw new UsageError(`--speed must be a number from 0 on, not ${values.speed}`)
  const tenants: TenantOrder[] = people.map(count => ({ people: count, attacks: [] }))
  for (const text of values.attack ?? []) {
    const [kind = '', minutes = '', place = '0'] = text.split('@')
    const tenant = tenants[Number(place)]
    if (!attackKinds.includes(kind as AttackKind) || Number.isNaN(Number(minutes || 'x')) || !tenant)
      throw new UsageError(
        `--attack is KIND@MINUTES[@TENANT], with one of ${attackKinds.join(', ')}; not ${text}`,
      )
    tenant.attacks!.push({
      kind: kind as AttackKind,
      at: new Date(start.getTime() + Number(minutes) * 60_000),
    })
  }
  return {
    port: wholeNumber('port', values.port ?? '0', 0, 65_533),
    seed: wholeNumber('seed', values.seed ?? '1', 0, 2 ** 32),
    days: wholeNumber('days', values.days ?? '30', 1, 400),
    start,
    speed,
    tenants,
    faultsFile: values.faults,
    isUnlimited: values['no-limits'] ?? false,
    readyFile: values['ready-file'],
  }
}

function parse() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        people: { type: 'string' },
        start: { type: 'string' },
        speed: { type: 'string' },
        days: { type: 'string' },
        attack: { type: 'string', multiple: true },
        faults: { type: 'string' },
        'no-limits': { type: 'boolean' },
        'ready-file': { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= most))
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not ${text}`)
  return number
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    error instanceof UsageError ? `${message}\n\n${USAGE}` : `The simulator could not start: ${message}\n`,
  )
  process.exitCode = error instanceof UsageError ? 2 : 1
})
