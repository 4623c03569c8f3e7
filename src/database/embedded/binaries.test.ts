import { expect, it } from 'vitest'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { makeDataFolderName, query, silent } from './fixtures/grounds.ts'
import { initialise } from './initialise.ts'
import { findInstalled } from './installed.ts'
import { openOwnServer } from './open.ts'
import { findPlace, makeDataFolder } from './place.ts'
import { makeSecret } from './secret.ts'
import { majorOf, oldestMajor } from './version.ts'

const account = await chooseAccount()
const installed = (await findInstalled(account)).find(
  ({ version }) => (majorOf(version) ?? 0) >= oldestMajor && majorOf(version) !== 18,
)

it('prefers what npm brought for a new database', async () => {
  const found = await findBinaries({ dataFolder: '/nowhere', account, major: undefined, log: silent })
  expect(majorOf(found.version)).toBe(18)
})

it.runIf(installed)(
  'opens a database of another version with an installed PostgreSQL of that version',
  async () => {
    const dataFolder = await makeDataFolder(await makeDataFolderName())
    const place = await findPlace(dataFolder, silent)
    await initialise(place, installed!, await makeSecret(dataFolder))
    const server = await openOwnServer({ dataFolder, mode: 'hold', log: silent })
    const rows = await query(server.connection, `select current_setting('server_version_num')::int / 10000`)
    expect(rows).toEqual([[majorOf(installed!.version)]])
    await server.close()
  },
)
