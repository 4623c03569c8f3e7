// Root and ordinary users. Without root only the ordinary path exists, which every other test takes.
import { chmod, chown, lstat, readlink, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRoot } from './account.ts'
import {
  canRunHere,
  closeGently,
  killPostmaster,
  makeDataFolderName,
  makeTemporaryFolder,
  openElsewhere,
  query,
  removeAtEnd,
  silent,
} from './fixtures/grounds.ts'
import { openOwnServer } from './open.ts'
import { sharedFolder } from './place.ts'

const daemon = { uid: 1, gid: 1 }

describe.runIf(isRoot())('as root', () => {
  it('runs the server as another account', async () => {
    const dataFolder = await makeDataFolderName()
    const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    expect(server.clusterFolder).toBe(join(dataFolder, 'postgres'))
    expect((await stat(server.clusterFolder)).uid).not.toBe(0)
    expect((await stat(join(dataFolder, 'postgres.secret'))).uid).toBe(0)
    await server.close()
  })

  it('keeps the cluster elsewhere when that account cannot reach the data folder', async () => {
    const said: string[] = []
    const log = { ...silent, info: (_: object, message: string) => said.push(message) }
    const dataFolder = await makeDataFolderName(await makeTemporaryFolder(0o700))
    const first = await openOwnServer({ dataFolder, mode: 'hold', log })
    removeAtEnd(first.clusterFolder)
    expect(dirname(first.clusterFolder)).toBe(sharedFolder)
    expect(await readlink(join(dataFolder, 'postgres'))).toBe(first.clusterFolder)
    expect(said.filter(message => message.includes('cannot reach the data folder'))).toHaveLength(1)
    await query(first.connection, 'create table kept as select 42 as answer')
    await first.close()

    const second = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    expect(second.clusterFolder).toBe(first.clusterFolder)
    expect(await query(second.connection, 'select answer from kept')).toEqual([[42]])
    await second.close()
  })

  it('does not take over the cluster of a data folder that was removed', async () => {
    const parent = await makeTemporaryFolder(0o700)
    const dataFolder = await makeDataFolderName(parent)
    const first = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    removeAtEnd(first.clusterFolder)
    await first.close()
    await rm(dataFolder, { recursive: true })
    const second = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    removeAtEnd(second.clusterFolder)
    expect(second.clusterFolder).toBe(`${first.clusterFolder}-2`)
    await second.close()
  })

  it('says what to do when the cluster that lay elsewhere is gone', async () => {
    const dataFolder = join(await makeTemporaryFolder(0o700), 'data')
    const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    removeAtEnd(server.clusterFolder)
    await server.close()
    await rm(server.clusterFolder, { recursive: true })
    const opening = openOwnServer({ dataFolder, mode: 'hold', log: silent })
    await expect(opening).rejects.toThrow('which is not there any more')
  })
})

describe.runIf(isRoot() && canRunHere(daemon))('as an ordinary user', () => {
  it('runs the server as that user and survives its death', async () => {
    const dataFolder = await makeOwnedFolder()
    const holder = openElsewhere(dataFolder, 'hold', daemon)
    const { connection, clusterFolder } = await holder.outcome
    expect((await lstat(clusterFolder!)).uid).toBe(daemon.uid)
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o700)
    await killPostmaster(clusterFolder!)
    await closeGently(holder)
    const again = openElsewhere(dataFolder, 'hold', daemon)
    expect(await query((await again.outcome).connection!, 'select 1')).toEqual([[1]])
    expect(connection).toEqual((await again.outcome).connection)
    await closeGently(again)
  })

  it('root may visit without taking the cluster away', async () => {
    const dataFolder = await makeOwnedFolder()
    const first = openElsewhere(dataFolder, 'hold', daemon)
    await first.outcome
    await closeGently(first)
    const root = await openOwnServer({ dataFolder, mode: 'visit', log: silent })
    expect(await query(root.connection, 'select 1')).toEqual([[1]])
    await root.close()
    const second = openElsewhere(dataFolder, 'hold', daemon)
    expect((await second.outcome).error).toBeUndefined()
    await closeGently(second)
  })

  it("says what to do in front of another account's data folder", async () => {
    const dataFolder = await makeDataFolderName()
    const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    await server.close()
    await chmod(dataFolder, 0o755)
    const other = openElsewhere(dataFolder, 'hold', daemon)
    expect((await other.outcome).error).toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining('Run Vedette as the account that owns it'),
    })
  })
})

/** The user's folder is 0700: what root may look into, the account nobody may not. */
async function makeOwnedFolder(): Promise<string> {
  const parent = await makeTemporaryFolder()
  await chown(parent, daemon.uid, daemon.gid)
  return makeDataFolderName(parent)
}
