// Vedette's own PostgreSQL server: made in the data folder, started or joined, kept running, stopped.
import { type Address, defaultListening, discardAddress, type Listening } from './address.ts'
import { findBinaries } from './binaries.ts'
import { bringUp } from './bring-up.ts'
import type { Cluster } from './cluster.ts'
import { withFolderLock } from './folder-lock.ts'
import { isLastVisitor, openVisit, takeHold } from './hold.ts'
import { clearAttempts, clusterMajor, initialise, superuser } from './initialise.ts'
import type { Log } from './log.ts'
import { findPlace, makeDataFolder } from './place.ts'
import { makeSecret, readSecret } from './secret.ts'
import { stopServer } from './server.ts'
import { closeSession, type Session } from './session.ts'
import { type Held, supervise } from './supervise.ts'

export interface OwnServer {
  /** How to connect; a plain object that `pg` accepts. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** Where the cluster really lies, for a message to the operator. */
  clusterFolder: string
  /** Stops supervising; stops the server if this process holds it, leaves it running for others if it only visits. */
  close(): Promise<void>
}

export interface OpenOwnServer {
  dataFolder: string
  /**
   * 'hold': the only owner of the data folder (serve, demo).
   * 'visit': a short command; joins the server that runs, or brings it up for the moment.
   */
  mode: 'hold' | 'visit'
  log: Log
}

const database = 'vedette'
const startWait = { waitSeconds: 300 }
const stopWait = { waitSeconds: 30 }

/** `listening` is for trying on one platform what another one does. */
export async function openOwnServer(
  { dataFolder: folder, mode, log }: OpenOwnServer,
  listening: Listening = defaultListening,
): Promise<OwnServer> {
  const dataFolder = await makeDataFolder(folder)
  return withFolderLock(dataFolder, startWait, async () => {
    const cluster = await prepareCluster(dataFolder, listening, log)
    const { address, child } = await bringUp(cluster, { keepAt: undefined, signal: undefined })
    log.info(
      { clusterFolder: cluster.folder, version: cluster.binaries.version, ...address },
      child ? 'PostgreSQL started' : 'PostgreSQL was running already and is used as it is',
    )
    const session = await enter(cluster, address, mode).catch(async error => {
      // Nobody else can be using what was started a moment ago under the lock.
      if (child) await stopServer(cluster)
      throw error
    })
    return {
      connection: { ...address, user: superuser, password: cluster.password, database },
      clusterFolder: cluster.folder,
      close: once(
        mode === 'hold' ? holding(cluster, address, { session, child }) : visiting(cluster, address, session),
      ),
    }
  })
}

/** Only to be called under the folder's lock. */
async function prepareCluster(dataFolder: string, listening: Listening, log: Log): Promise<Cluster> {
  const place = await findPlace(dataFolder, log)
  const { clusterFolder, account } = place
  const major = await clusterMajor(clusterFolder)
  const binaries = await findBinaries({ dataFolder, account, major, log })
  const password = major === undefined ? await makeSecret(dataFolder) : await readSecret(dataFolder)
  await clearAttempts(place)
  if (major === undefined) {
    log.info({ clusterFolder, version: binaries.version }, 'making a new PostgreSQL database')
    await initialise(place, binaries, password)
  }
  return { folder: clusterFolder, dataFolder, account, binaries, password, listening, log }
}

async function enter(cluster: Cluster, address: Address, mode: 'hold' | 'visit'): Promise<Session> {
  const session = await (mode === 'hold' ? takeHold : openVisit)(cluster, address)
  try {
    await createDatabase(session)
    return session
  } catch (error) {
    await closeSession(session)
    throw error
  }
}

async function createDatabase({ client }: Session): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [database])
  if (rows.length > 0) return
  await client.query(`create database ${database}`)
}

function holding(cluster: Cluster, address: Address, first: Held): () => Promise<void> {
  const regain = (signal: AbortSignal) =>
    withFolderLock(cluster.dataFolder, { ...startWait, signal }, async () => {
      const { child } = await bringUp(cluster, { keepAt: address, signal })
      return { child, session: await takeHold(cluster, address) }
    })
  const supervision = supervise(first, regain, cluster.log)
  return async () => {
    const held = await supervision.end()
    if (!held) return
    // Whoever waits for the folder finds the server stopped, not stopping.
    await withFolderLock(cluster.dataFolder, stopWait, async () => {
      await closeSession(held.session)
      await stopServer(cluster)
      await discardAddress(address)
    }).finally(() => closeSession(held.session))
  }
}

function visiting(cluster: Cluster, address: Address, session: Session): () => Promise<void> {
  return () =>
    withFolderLock(cluster.dataFolder, stopWait, async () => {
      const isLast = await isLastVisitor(session).catch(() => false)
      await closeSession(session)
      if (!isLast) return
      await stopServer(cluster)
      await discardAddress(address)
    })
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
