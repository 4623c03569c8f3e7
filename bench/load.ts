// The load generator, a process of its own: keep-alive connections on the loopback, each with one request under way.
// Bare sockets and no allocation per chunk, because it shares the machine with what it measures.
import { connect, type Socket } from 'node:net'
import type { Load, LoadResult } from './load-types.ts'

const HEAD_END = '\r\n\r\n'

process.on('message', (load: Load) => {
  run(load).then(
    result => process.send!({ result }),
    (error: Error) => process.send!({ error: error.message }),
  )
})

async function run(load: Load): Promise<LoadResult> {
  const heads = load.requests.map(({ path, headers }) =>
    [
      `GET ${path} HTTP/1.1`,
      'host: 127.0.0.1',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n'),
  )
  const wires = heads.map(head => Buffer.from(head + HEAD_END))
  const statuses: Record<number, number> = {}
  const milliseconds: number[] = []
  let taken = 0
  let bytes = 0
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)))
  const startedAt = performance.now()
  const deadline = startedAt + load.seconds * 1000

  await Promise.all(
    sockets.map(
      ({ socket, receive }) =>
        new Promise<void>((resolve, reject) => {
          let current = 0
          let sentAt = 0
          const send = () => {
            if (performance.now() >= deadline || (load.isEachOnce && taken >= wires.length)) {
              socket.destroy()
              resolve()
              return
            }
            current = taken++ % wires.length
            sentAt = performance.now()
            socket.write(wires[current]!)
          }
          receive.failed = reject
          receive.answered = (status, head, length) => {
            milliseconds.push(performance.now() - sentAt)
            statuses[status] = (statuses[status] ?? 0) + 1
            bytes += length
            // What a polite poller does: it shows the tag of the copy that it has.
            if (load.isRevalidating && status === 200)
              wires[current] = Buffer.from(
                `${heads[current]}\r\nif-none-match: ${fieldOf(head, 'etag')}${HEAD_END}`,
              )
            send()
          }
          send()
        }),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = Float64Array.from(milliseconds).sort()
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
  return {
    perSecond: sorted.length / seconds,
    answered: sorted.length,
    bytes,
    statuses,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

interface Receive {
  answered(status: number, head: string, bodyLength: number): void
  failed(error: Error): void
}

function open(port: number): Promise<{ socket: Socket; receive: Receive }> {
  return new Promise((resolve, reject) => {
    const receive: Receive = { answered() {}, failed: reject }
    const read = reader(receive)
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(256 * 1024),
        callback(length, buffer) {
          read(buffer as Buffer, length)
          return true
        },
      },
    })
    socket.once('connect', () => resolve({ socket, receive }))
    socket.on('error', error => receive.failed(error))
    socket.on('end', () => receive.failed(new Error('the server closed a connection')))
  })
}

/** Understands as much of HTTP as the measured servers speak: a head, then as many bytes as it announced. */
function reader(receive: Receive) {
  let head = ''
  let missing = 0
  let length = 0
  return (buffer: Buffer, received: number) => {
    let from = 0
    if (missing === 0) {
      const chunk = buffer.subarray(0, received)
      const end = chunk.indexOf(HEAD_END)
      head += chunk.toString('latin1', 0, end < 0 ? received : end)
      if (end < 0) return
      from = end + HEAD_END.length
      length = missing = statusOf(head) === 304 ? 0 : Number(fieldOf(head, 'content-length'))
      if (Number.isNaN(missing)) return receive.failed(new Error(`an answer of unknown length: ${head}`))
    }
    missing -= received - from
    if (missing > 0) return
    const whole = head
    head = ''
    receive.answered(statusOf(whole), whole, length)
  }
}

const statusOf = (head: string) => Number(head.slice(9, 12))

function fieldOf(head: string, name: string): string {
  const start = head.toLowerCase().indexOf(`\r\n${name}: `)
  if (start < 0) return 'none'
  const from = start + name.length + 4
  const end = head.indexOf('\r\n', from)
  return head.slice(from, end < 0 ? undefined : end)
}
