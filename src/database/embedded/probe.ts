// Asks whether a server answers at an address, and whether it is the one of this cluster.
import type { Address } from './address.ts'
import type { Cluster } from './cluster.ts'
import { isSameFolder } from './postmaster-pid.ts'
import { closeSession, openSession } from './session.ts'

export interface Answer {
  /** 'not yet': it is starting, recovering or stopping. 'foreign': it is the server of another cluster. */
  kind: 'ready' | 'not yet' | 'foreign' | 'wrong password' | 'silent'
  says: string
}

export async function probe(cluster: Cluster, address: Address): Promise<Answer> {
  try {
    const session = await openSession(cluster, address, 'vedette probe')
    try {
      const { rows } = await session.client.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      )
      // A copied data folder carries the address of the server that runs on the original. A folder that we cannot see at
      // all is no proof of that: the data folder may have been moved under the running server.
      const isOurs = await isSameFolder(rows[0]?.folder ?? '', cluster.folder)
      return { kind: isOurs === false ? 'foreign' : 'ready', says: '' }
    } finally {
      await closeSession(session)
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === '57P03') return { kind: 'not yet', says: message }
    if (code === '28P01' || code === '28000') return { kind: 'wrong password', says: message }
    return { kind: 'silent', says: message }
  }
}
