// Stores the records of a file as a tenant's history. A second time adds nothing: records are known by their ids.
import type { Db } from '../../database/connect.ts'
import { inOrganization } from '../../database/in-organization.ts'
import { normalise } from '../../events/normalise.ts'
import { type Storable, storeRecords } from '../../events/store.ts'
import { judgeRecords } from '../judge-records.ts'
import type { Bytes } from './bytes.ts'
import { type Bad, readRecords } from './read.ts'

// Few at a time are held as they were read, which is the larger part of what they take.
const RECORDS_READ = 100
// And so many are stored together.
const RECORDS_STORED = 1000
const CHARACTERS_STORED = 2 * 1024 * 1024

export interface ImportFile {
  tenantId: string
  directoryTenantId: string
  source: string | Bytes
  now: Date
  /** How many of what was refused are told of one by one. */
  badShown: number
  onProgress?(bytesRead: number): void
}

export interface Imported {
  /** New to Vedette. */
  stored: number
  /** Were here already, or came twice. */
  known: number
  /** Could not be read or understood. */
  refused: number
  bad: Bad[]
}

export async function importRecords(
  db: Db,
  organizationId: string,
  { tenantId, directoryTenantId, source, now, badShown, onProgress }: ImportFile,
): Promise<Imported> {
  const done: Imported = { stored: 0, known: 0, refused: 0, bad: [] }
  const refuse = (bad: Bad) => {
    done.refused++
    if (done.bad.length < badShown) done.bad.push(bad)
  }
  let records: Storable[] = []
  let characters = 0
  const store = async () => {
    const { stored, seen } = await inOrganization(db, organizationId, tx =>
      storeRecords(tx, organizationId, {
        tenantId,
        source: 'import',
        records,
        historyUntil: now,
        storedAt: now,
      }),
    )
    done.stored += stored
    done.known += seen
    records = []
    characters = 0
  }
  for await (const { entries, bad, bytesRead } of readRecords(source, { batchSize: RECORDS_READ })) {
    bad.forEach(refuse)
    for (const { record, line, member } of entries) {
      const judged = judgeRecords([record], { normalise, directoryTenantId, now })
      const kept = judged.kept[0]
      if (kept) {
        records.push(kept)
        characters += kept.text.length
      } else
        refuse({
          line,
          reason: `the record ${judged.rejected[0]?.reason ?? 'could not be understood'}`,
          ...(member !== undefined && { member }),
        })
    }
    if (records.length < RECORDS_STORED && characters < CHARACTERS_STORED) continue
    await store()
    onProgress?.(bytesRead)
  }
  if (records.length) await store()
  return done
}
