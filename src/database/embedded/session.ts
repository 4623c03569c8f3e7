// One connection to the server, by which this process keeps watch over it.
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Address } from './address.ts'
import type { Cluster } from './cluster.ts'
import { superuser } from './initialise.ts'

export interface Session {
  client: Client
  socket: Socket
  /** Settles when the connection is gone, for whatever reason. */
  ended: Promise<void>
}

export async function openSession(cluster: Cluster, address: Address, name: string): Promise<Session> {
  const socket = new Socket()
  const client = new Client({
    stream: () => socket,
    ...address,
    user: superuser,
    password: cluster.password,
    database: 'postgres',
    application_name: name,
    // The operator's PGSSLMODE is meant for another server.
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  })
  const ended = new Promise<void>(resolve => {
    client.once('end', () => resolve())
  })
  // Without a listener a lost connection would end the process; `ended` tells of it.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    socket.destroy()
    throw error
  }
  return { client, socket, ended }
}

/** A server that hangs is not waited for. */
export async function closeSession({ client, socket }: Session): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(2000, undefined, { ref: false })])
  socket.destroy()
}
