// Sees to it that exactly one server runs on the cluster: adopts the one that is there, or starts one.
import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../../operator-error.ts'
import { type Address, chooseAddress, discardAddress, usualAddress } from './address.ts'
import type { Cluster } from './cluster.ts'
import { lifeOf, type Postmaster, postmasterFile, readPostmaster } from './postmaster-pid.ts'
import { type Answer, probe } from './probe.ts'
import { readLog, spawnServer, stopServer } from './server.ts'

export interface Running {
  address: Address
  /** undefined for a server that another process started. */
  child: ChildProcess | undefined
}

interface Effort {
  /** Where the server has to listen because others connect there already; undefined when any place will do. */
  keepAt: Address | undefined
  signal: AbortSignal | undefined
}

const patienceSeconds = 60

/** What may pass by itself: processes of a killed server that have not noticed yet, or a port in use for a moment. */
const passing = /still in use|lock file .* already exists|Address already in use/

/** Only to be called under the folder's lock. */
export async function bringUp(cluster: Cluster, effort: Effort): Promise<Running> {
  const clock = startClock()
  let attempts = 0
  for (;;) {
    const adopted = await adopt(cluster, effort, clock)
    if (adopted) return { address: adopted, child: undefined }

    const address = effort.keepAt ?? (await chooseAddress(cluster.folder, cluster.account, cluster.listening))
    const child = await spawnServer(cluster, address)
    try {
      if (await answers(cluster, address, child, effort, clock)) return { address, child }
    } catch (error) {
      // It may not have come as far as the file by which pg_ctl finds it.
      child.kill('SIGINT')
      await stopServer(cluster)
      throw error
    }
    if (address !== effort.keepAt) await discardAddress(address)

    const log = await readLog(cluster)
    attempts += 1
    if (clock.isOver() || (attempts >= 3 && !passing.test(log.start))) {
      throw new OperatorError(
        `PostgreSQL could not be started on ${cluster.folder}. Mend what its log says, or set DATABASE_URL to a server of yours:\n${log.lastLines}`,
      )
    }
    await pause(Math.min(250 * 2 ** attempts, 4000), effort)
  }
}

/** The address of a server that already runs here; undefined when there is none and the way is free. */
async function adopt(cluster: Cluster, effort: Effort, clock: Clock): Promise<Address | undefined> {
  for (;;) {
    const postmaster = await readPostmaster(cluster.folder)
    if (postmaster === 'none') return undefined
    if (postmaster === 'broken') {
      // A server that is just starting writes this file in two steps.
      await pause(1000, effort)
      if ((await readPostmaster(cluster.folder)) !== 'broken') continue
      await rm(postmasterFile(cluster.folder), { force: true })
      return undefined
    }

    const found = await askAround(cluster, postmaster, clock)
    if (found.kind === 'ready') {
      const { address } = found
      if (!effort.keepAt || isSameAddress(address, effort.keepAt)) return address
      cluster.log.warn({ address, wanted: effort.keepAt }, 'PostgreSQL listens elsewhere; starting it again')
      await stopServer(cluster)
      return undefined
    }

    const life = await lifeOf(postmaster.pid, cluster.folder)
    if (life !== 'postgres' || found.kind === 'foreign') {
      // PostgreSQL sees by itself that a pid is dead, but not that it was given to another program since.
      if (life !== 'dead') await rm(postmasterFile(cluster.folder), { force: true })
      if (life === 'dead' && !effort.keepAt) await discardAddress(postmaster.address)
      return undefined
    }
    if (found.kind === 'wrong password') {
      throw new OperatorError(
        `The password in ${cluster.dataFolder}/postgres.secret is not that of the database in ${cluster.folder}. Restore both from the same backup.`,
      )
    }
    if (clock.isOver()) {
      throw new OperatorError(
        `PostgreSQL (process ${postmaster.pid}) runs on ${cluster.folder} but does not answer (${found.says}). Stop it with "kill ${postmaster.pid}" and start Vedette again.`,
      )
    }
    await pause(100, effort)
  }
}

type Found = { kind: 'ready'; address: Address } | { kind: Exclude<Answer['kind'], 'ready'>; says: string }

async function askAround(cluster: Cluster, postmaster: Postmaster, clock: Clock): Promise<Found> {
  let found: Found = { kind: 'silent', says: 'it has not said where it listens' }
  for (const address of [postmaster.address, usualAddress(cluster.folder)]) {
    if (!address || (found.kind !== 'silent' && found.kind !== 'foreign')) continue
    const { kind, says } = await probe(cluster, address)
    if (kind === 'ready') return { kind, address }
    if (kind === 'not yet') clock.prolong(cluster, says)
    if (found.kind === 'silent') found = { kind, says }
  }
  return found
}

async function answers(
  cluster: Cluster,
  address: Address,
  child: ChildProcess,
  effort: Effort,
  clock: Clock,
): Promise<boolean> {
  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  while (!hasEnded()) {
    const answer = await probe(cluster, address)
    if (answer.kind === 'ready') return !hasEnded()
    if (answer.kind === 'not yet') clock.prolong(cluster, answer.says)
    if (clock.isOver()) {
      await stopServer(cluster)
      return false
    }
    await pause(50, effort)
  }
  return false
}

interface Clock {
  isOver(): boolean
  prolong(cluster: Cluster, says: string): void
}

/** Recovery after a crash takes as long as it takes: a server that says so is not given up. */
function startClock(): Clock {
  let end = performance.now() + patienceSeconds * 1000
  let nextWord = performance.now() + 10_000
  return {
    isOver: () => performance.now() > end,
    prolong(cluster, says) {
      end = performance.now() + patienceSeconds * 1000
      if (performance.now() < nextWord) return
      nextWord = performance.now() + 10_000
      cluster.log.info({ says }, 'waiting for PostgreSQL')
    },
  }
}

function isSameAddress(a: Address, b: Address): boolean {
  return a.host === b.host && a.port === b.port
}

async function pause(milliseconds: number, { signal }: Effort): Promise<void> {
  await sleep(milliseconds, undefined, signal ? { signal } : {})
}
