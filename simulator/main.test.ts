// The simulator as a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')

test('it says in a file where it listens, answers there, and ends when told to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'ready.json')
  const args = [
    '--people',
    '5,6',
    '--seed',
    '3',
    '--speed',
    '60',
    '--attack',
    'aitm@-60@1',
    '--ready-file',
    file,
  ]
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  let ready = null
  while (!ready && child.exitCode === null) {
    ready = await readFile(file, 'utf8').then(JSON.parse, () => null)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  expect(ready.tenants).toHaveLength(2)
  const state = (await (await fetch(`${ready.url}/_control`)).json()) as {
    speed: number
    tenants: { id: string }[]
  }
  expect(state.speed).toBe(60)
  expect(state.tenants.map(({ id }) => id)).toEqual(ready.tenants.map(({ id }: { id: string }) => id))
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test.each([
  [['--people', '3'], /people must be a whole number from 5 to 5000/],
  [['--attack', 'nonsense@5'], /--attack is KIND@MINUTES/],
  [['--nonsense'], /nonsense/],
])('%j is refused with what can be given', async (args, message) => {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', data => {
    said += data
  })
  expect(await once(child, 'close')).toEqual([2, null])
  expect(said).toMatch(message)
  expect(said).toContain('--ready-file')
})
