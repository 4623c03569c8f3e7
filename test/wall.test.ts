import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openOn } from '../src/database/open.ts'
import { dropDatabase, makeDatabase } from './harness.ts'

it('the service refuses to work as a role that could look over the wall', async () => {
  const databaseUrl = await makeDatabase()
  const address = new URL(databaseUrl)
  address.searchParams.set('options', '-c work_mem=8MB')
  const opening = openOn({ connectionString: address.href }, 2, pino({ level: 'silent' }))
  await expect(opening).rejects.toThrow(/and not as vedette_app/)
  await dropDatabase(databaseUrl)
})
