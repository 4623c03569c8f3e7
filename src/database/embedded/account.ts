// The account that the server runs as: our own, or an unprivileged one when we are root, whom PostgreSQL refuses.
import { readFile } from 'node:fs/promises'
import { type Account, run } from './run.ts'

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** undefined stands for the account of this process. */
export async function chooseAccount(clusterOwner?: Account): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  // Root visiting the data folder of another user must not take the cluster away from that user.
  if (clusterOwner && clusterOwner.uid !== 0) return { uid: clusterOwner.uid, gid: clusterOwner.gid }
  return findNobody(await readFile('/etc/passwd', 'utf8').catch(() => ''))
}

export function findNobody(passwd: string): Account {
  const fields =
    passwd
      .split('\n')
      .find(line => line.startsWith('nobody:'))
      ?.split(':') ?? []
  const uid = Number(fields[2])
  const gid = Number(fields[3])
  // A nobody that is root in disguise would be refused by PostgreSQL all the same.
  return uid > 0 && gid > 0 ? { uid, gid } : { uid: 65534, gid: 65534 }
}

/** Asks the system itself, since modes, access lists and mounts all have a say. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  const { code } = await run(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])
  return code === 0
}
