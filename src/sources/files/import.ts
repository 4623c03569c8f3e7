// Stores the records of a file as a tenant's history. A second time adds nothing: records are known by their ids.
import type { Db } from '../../database/connect.ts'
import { inOrganization } from '../../database/in-organization.ts'
import { normalise } from '../../events/normalise.ts'
import { type Storable, storeRecords } from '../../events/stored/store.ts'
import { noteImporting } from '../../tenants/importing.ts'
import { judgeRecords, type Normalise } from '../judge-records.ts'
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
  /** After every thousand records or so. */
  onProgress?(progress: ImportProgress): void
  /** Ends it between two of those; what is stored stays. */
  signal?: AbortSignal
}

export interface ImportProgress extends Pick<Imported, 'stored' | 'known' | 'refused'> {
  /** Of the file as it lies on disk. */
  bytesRead: number
}

export interface Imported {
  /** New to Vedette. */
  stored: number
  /** Were here already, or came twice. */
  known: number
  /** Could not be read or understood. */
  refused: number
  bad: Bad[]
  /** Where most of the records that were taken name another directory as theirs: how many, and the first of those. */
  elsewhere: { records: number; directoryTenantId: string } | null
}

/** Judging waits until `endImporting`: more files may follow. */
export async function importRecords(
  db: Db,
  organizationId: string,
  { tenantId, directoryTenantId, source, now, badShown, onProgress, signal }: ImportFile,
): Promise<Imported> {
  const done: Imported = { stored: 0, known: 0, refused: 0, bad: [], elsewhere: null }
  const refuse = (bad: Bad) => {
    done.refused++
    if (done.bad.length < badShown) done.bad.push(bad)
  }
  const whose = namedDirectories(directoryTenantId)
  let records: Storable[] = []
  let characters = 0
  let dealtWith = 0
  let bytesSeen = 0
  const settle = async () => {
    if (records.length) {
      const { stored, seen } = await inOrganization(db, organizationId, async tx => {
        await noteImporting(tx, organizationId, tenantId)
        return storeRecords(tx, organizationId, {
          tenantId,
          source: 'import',
          records,
          historyUntil: now,
          storedAt: now,
        })
      })
      done.stored += stored
      done.known += seen
      records = []
      characters = 0
    }
    dealtWith = 0
    const { stored, known, refused } = done
    onProgress?.({ bytesRead: bytesSeen, stored, known, refused })
  }
  for await (const { entries, bad, bytesRead } of readRecords(source, { batchSize: RECORDS_READ })) {
    signal?.throwIfAborted()
    bad.forEach(refuse)
    dealtWith += bad.length + entries.length
    bytesSeen = bytesRead
    for (const { record, line, member } of entries) {
      const judged = judgeRecords([record], { normalise: whose.normalise, directoryTenantId, now })
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
    if (dealtWith >= RECORDS_STORED || characters >= CHARACTERS_STORED) await settle()
  }
  // Silence would look like success.
  if (!bytesSeen) refuse({ line: null, reason: 'there are no records in it' })
  if (dealtWith) await settle()
  done.elsewhere = whose.elsewhere()
  return done
}

/** A record goes to the tenant that it is imported for, whatever it says itself; but a wrong file should be noticed. */
function namedDirectories(directoryTenantId: string) {
  let here = 0
  let elsewhere: Imported['elsewhere'] = null
  return {
    normalise: ((record, { now, tenant }) => {
      const made = normalise(record, { now })
      if ('rejected' in made) return made
      if (made.tenant === directoryTenantId) here++
      else if (made.tenant) {
        elsewhere ??= { records: 0, directoryTenantId: made.tenant }
        elsewhere.records++
      }
      made.tenant = tenant
      return made
    }) satisfies Normalise,
    // Some always do: guests, and people who are guests elsewhere.
    elsewhere: () => (elsewhere && elsewhere.records > here ? elsewhere : null),
  }
}
