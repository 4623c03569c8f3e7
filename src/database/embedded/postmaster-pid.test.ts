import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { lifeOf, parsePostmaster } from './postmaster-pid.ts'

const socketServer = `4711
/srv/vedette/postgres
1763175600
5432
/srv/vedette/postgres.socket

 5432001   1234567
ready   
`

it('reads the pid and the folder of the socket', () => {
  expect(parsePostmaster(socketServer)).toEqual({
    pid: 4711,
    address: { host: '/srv/vedette/postgres.socket', port: 5432 },
  })
})

it('reads the loopback address of a server without a socket', () => {
  const text = '4711\nC:/vedette/postgres\n1763175600\n50123\n\n127.0.0.1\n\nready   \n'
  expect(parsePostmaster(text)).toEqual({ pid: 4711, address: { host: '127.0.0.1', port: 50123 } })
})

it('knows no address while the server has only written its pid', () => {
  expect(parsePostmaster('4711\n')).toEqual({ pid: 4711, address: undefined })
})

it.each(['', '\n', 'postgres\n', '-5\n', '1.5\n'])('makes nothing of %j', text => {
  expect(parsePostmaster(text)).toBeUndefined()
})

it('tells a dead pid from one that was given to another program', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const pid = child.pid ?? 0
  expect(await lifeOf(pid, '/')).toBe('other')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await lifeOf(pid, '/')).toBe('dead')
})
