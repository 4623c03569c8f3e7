import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeTemporaryFolder } from './fixtures/grounds.ts'
import { withFolderLock } from './folder-lock.ts'

it('lets one in at a time', async () => {
  const folder = await makeTemporaryFolder()
  let inside = 0
  let most = 0
  const enter = () =>
    withFolderLock(folder, { waitSeconds: 30 }, async () => {
      inside += 1
      most = Math.max(most, inside)
      await sleep(20)
      inside -= 1
    })
  await Promise.all([enter(), enter(), enter(), enter()])
  expect(most).toBe(1)
})

it('tells the operator when another process does not come out', async () => {
  const folder = await makeTemporaryFolder()
  await withFolderLock(folder, { waitSeconds: 1 }, async () => {
    const second = withFolderLock(folder, { waitSeconds: 0.1 }, async () => {})
    await expect(second).rejects.toThrow('Another Vedette process has been starting or stopping')
  })
})

it('is free again after the work has failed', async () => {
  const folder = await makeTemporaryFolder()
  const failing = withFolderLock(folder, { waitSeconds: 1 }, () => Promise.reject(new Error('work')))
  await expect(failing).rejects.toThrow('work')
  expect(await withFolderLock(folder, { waitSeconds: 1 }, async () => 'free')).toBe('free')
})
