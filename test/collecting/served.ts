// A vendor over HTTP that remembers what it served.
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export interface Vendor {
  url: string
  /** Ids sent, by tenant. */
  served: Map<string, Set<string>>
  /** Pages there are of each tenant, and the last that was asked for. */
  pages: number
  highest: number
  /** Told of each request by the name that the asking node put into its address. */
  asked: EventEmitter
  delayMilliseconds: number
}

const RECORDS = 6

/** Every page holds some of the page before again, as vendors do. */
export async function vendorForTest(): Promise<Vendor> {
  const vendor: Vendor = {
    url: '',
    served: new Map(),
    pages: Number.POSITIVE_INFINITY,
    highest: 0,
    asked: new EventEmitter(),
    delayMilliseconds: 0,
  }
  const server = createServer(async (request, response) => {
    const [, node = '', tenant = '', page = ''] = request.url!.split('/')
    vendor.asked.emit(node)
    if (vendor.delayMilliseconds) await sleep(vendor.delayMilliseconds)
    if (Number(page) >= vendor.pages) return void response.writeHead(204).end()
    vendor.highest = Math.max(vendor.highest, Number(page))
    const first = Number(page) * (RECORDS - 2)
    const records = Array.from({ length: RECORDS }, (_, n) => ({
      id: `${tenant} ${first + n}`,
      time: '2026-03-10T11:59:00.000Z',
      note: 'x'.repeat(300),
    }))
    const ids = vendor.served.get(tenant) ?? new Set()
    vendor.served.set(tenant, ids)
    for (const { id } of records) ids.add(id)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(records))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  vendor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return vendor
}
