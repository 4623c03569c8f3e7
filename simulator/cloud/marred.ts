// One record as it is handed out: untouched, or spoilt in one of the ways that records come spoilt.
import { type SetFault, strikesRecord } from './faults.ts'
import type { LoggedRecord } from './source.ts'

export interface Marred {
  id: string
  /** As it truly was: what filters look at. */
  original: Record<string, unknown>
  record: Record<string, unknown>
  json: string
  isHuge: boolean
}

const TIMES = ['CreationTime', 'createdDateTime', 'activityDateTime']
const HUNDRED_MEGABYTES = 100 * 1024 * 1024

export function mar(logged: LoggedRecord, faults: SetFault[], isHugeTaken = false): Marred {
  let { record } = logged
  let isHuge = false
  for (const fault of faults) {
    if (!strikesRecord(fault, logged.id, logged.publishedAt)) continue
    const time = TIMES.find(name => name in record)
    if (fault.kind === 'withoutId') record = without(record, 'Id', 'id')
    else if (fault.kind === 'withoutTime') record = without(record, ...TIMES)
    else if (fault.kind === 'negativeTime' && time)
      // Half of them as .NET writes a date that was never set, half as no calendar has it.
      record = { ...record, [time]: logged.id < '8' ? '0001-01-01T00:00:00' : '-0044-03-15T12:00:00' }
    else if (fault.kind === 'farFuture' && time) record = { ...record, [time]: '9999-12-31T23:59:59' }
    else if (fault.kind === 'changedDuplicate')
      record = { ...record, ResultStatus: 'Changed', ClientIP: '203.0.113.99' }
    else if (fault.kind === 'hugeRecord' && !isHugeTaken && !isHuge) {
      record = { ...record, AdditionalInfo: 'x'.repeat(fault.bytes ?? HUNDRED_MEGABYTES) }
      isHuge = true
    }
  }
  return { id: logged.id, original: logged.record, record, json: JSON.stringify(record), isHuge }
}

function without(record: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}
