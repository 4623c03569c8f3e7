// Where the server listens: a Unix socket in a folder of its own, or a loopback port where sockets cannot be used.
import { lchown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { canEnter } from './account.ts'
import type { Account } from './run.ts'

/** As `pg` takes it: a host that begins with a slash is the folder of a socket. */
export interface Address {
  host: string
  port: number
}

/** Neither Node nor `pg` speak Unix sockets on Windows. */
export type Listening = 'socket' | 'loopback'
export const defaultListening: Listening = process.platform === 'win32' ? 'loopback' : 'socket'

const socketPort = 5432
const temporaryPrefix = 'vedette-pg-'

/** 104 bytes on macOS, 108 on Linux, with a terminating zero. */
export function fitsSocketPath(folder: string): boolean {
  return Buffer.byteLength(socketPath(folder)) < 100
}

export function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${socketPort}`)
}

/** The socket's usual place; also where to look for a server that was started before its data folder was moved. */
export function usualAddress(clusterFolder: string): Address {
  return { host: `${clusterFolder}.socket`, port: socketPort }
}

function isSocket(address: Address): boolean {
  return address.host.startsWith('/')
}

export async function chooseAddress(
  clusterFolder: string,
  account: Account | undefined,
  listening: Listening,
): Promise<Address> {
  if (listening === 'loopback') return { host: '127.0.0.1', port: await findFreePort() }
  const usual = usualAddress(clusterFolder)
  if (fitsSocketPath(usual.host)) return usual
  return { host: await makeTemporaryFolder(account), port: socketPort }
}

/** Makes the socket's folder anew if it has gone, and leaves no socket of a dead server in it. */
export async function prepareAddress(address: Address, account: Account | undefined): Promise<void> {
  if (!isSocket(address)) return
  const folder = address.host
  const owner = account?.uid ?? process.getuid?.()
  const existing = await lstat(folder).catch(() => undefined)
  const isOurs = existing?.isDirectory() && existing.uid === owner
  if (existing && !isOurs) {
    // In a folder that everyone may write to, what stands in our place may be a trap.
    if (isTemporary(address)) throw new Error(`${folder} was taken by another account`)
    await rm(folder, { recursive: true })
  }
  if (!isOurs) {
    await mkdir(folder, { mode: 0o700 })
    if (account) await lchown(folder, account.uid, account.gid)
  }
  await rm(socketPath(folder), { force: true })
  await rm(`${socketPath(folder)}.lock`, { force: true })
}

/** Only a temporary folder is ours to remove; one inside the data folder serves the next start. */
export async function discardAddress(address: Address | undefined): Promise<void> {
  if (address && isTemporary(address)) await rm(address.host, { recursive: true, force: true })
}

function isTemporary({ host }: Address): boolean {
  return [tmpdir(), '/tmp'].includes(dirname(host)) && basename(host).startsWith(temporaryPrefix)
}

async function makeTemporaryFolder(account: Account | undefined): Promise<string> {
  const sample = join(tmpdir(), `${temporaryPrefix}XXXXXX`)
  const parent = fitsSocketPath(sample) && (await canEnter(account, tmpdir())) ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, temporaryPrefix))
  if (account) await lchown(folder, account.uid, account.gid)
  return folder
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
