// Reads files into the detector, and keeps count of what was read and what was not.
import type { Detector } from '../../detection/detector.ts'
import type { Activity } from '../../events/activity.ts'
import { isRejection, normalise } from '../../events/normalise.ts'
import type { Locate } from '../../events/places/places.ts'
import type { FoundFiles } from '../../sources/files/list.ts'
import { readRecords } from '../../sources/files/read.ts'
import type { Memory } from './memory.ts'
import type { Progress } from './progress.ts'
import { createReading, type Reading } from './summary.ts'

// Few enough that they are done with before the engine takes them for something that stays, and lets memory grow; and
// enough that one step for all of them and then the next is quicker than all steps for each: what a step needs stays in
// the processor's caches.
const RECORDS_READ = 64

interface ReadInto {
  locate: Locate
  progress: Progress
  memory: Memory
}

export async function readInto(
  detector: Detector,
  { files, skipped }: FoundFiles,
  { locate, progress, memory }: ReadInto,
): Promise<Reading> {
  const reading = createReading()
  for (const { path, reason } of skipped) reading.skipped.push({ path, reason })
  const options = { locate }
  let before = 0
  for (const { path, bytes } of files) {
    let records = 0
    for await (const batch of readRecords(path, { batchSize: RECORDS_READ })) {
      const activities: Activity[] = []
      for (const { record, line } of batch.entries) {
        const activity = normalise(record, options)
        if (isRejection(activity)) reading.reject(activity.rejected, path, line)
        else activities.push(activity)
      }
      for (const { at } of detector.take(activities)) reading.saw(at)
      records += batch.entries.length
      for (const { line, reason, member } of batch.bad) {
        const place = member === undefined ? path : `${path} (${member})`
        if (line === null) reading.skipped.push({ path: place, reason })
        else reading.reject(reason, place, line)
      }
      progress.reading(before + batch.bytesRead)
      memory.look()
    }
    before += bytes
    reading.files++
    reading.records += records
  }
  const { taken, repeated, people } = detector.counts()
  reading.taken = taken
  reading.repeated = repeated
  reading.users = people
  return reading
}
