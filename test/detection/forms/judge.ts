// Files judged as `scan` judges a folder, and a story of attacks to hold the verdict against.
import { attacksOf, createWorld, recordsOf } from '../../../simulator/world/world.ts'
import type { Incident } from '../../../src/detection/correlate/incident.ts'
import { createDetector } from '../../../src/detection/detector.ts'
import { ownRules } from '../../../src/detection/own-rules.ts'
import { loadRules } from '../../../src/detection/sigma/language/load.ts'
import { isRejection, normalise } from '../../../src/events/normalise.ts'
import { openPlaces } from '../../../src/events/places/places.ts'
import { readRecords } from '../../../src/sources/files/read.ts'
import { type Comparison, compareWithTruth } from '../simulated.ts'
import type { Logs } from './forms.ts'
import type { LogFile, LogRecord } from './record.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const FROM = Date.parse('2026-02-02')
const PIECE = 64 * 1024

const ground = (async () => ({ rules: loadRules(await ownRules()), places: await openPlaces() }))()

export interface Judged {
  incidents: Incident[]
  taken: number
  /** What could not be read, and why, each reason once. */
  bad: string[]
}

export async function judgeFiles(files: LogFile[]): Promise<Judged> {
  const { rules, places } = await ground
  const detector = createDetector({ rules })
  const bad = new Set<string>()
  for (const { name, content } of files)
    for await (const batch of readRecords(inPieces(content))) {
      for (const { reason } of batch.bad) bad.add(`${name}: ${reason}`)
      for (const { record } of batch.entries) {
        const activity = normalise(record, { locate: places.locate })
        if (isRejection(activity)) bad.add(`${name}: the record ${activity.rejected}`)
        else detector.take([activity])
      }
    }
  return { incidents: detector.conclude(), taken: detector.counts().taken, bad: [...bad] }
}

async function* inPieces(content: string) {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

export interface Story {
  logs: Logs
  compare(incidents: Incident[]): Omit<Comparison, 'victims' | 'quiet'>
}

const KINDS = [
  'aitm',
  'device-code',
  'password-spray',
  'mfa-fatigue',
  'consent',
  'inbox-rule',
  'mass-download',
] as const

/** A small company, some weeks of work, and each kind of attack on somebody else; or none. */
export async function tellStory({
  seed = 5,
  people = 6,
  days = 11,
  isPeaceful = false,
} = {}): Promise<Story> {
  const attacks = (isPeaceful ? [] : KINDS).map((kind, place) => ({
    kind,
    at: new Date(FROM + (days - 4 + (place % 3)) * DAY + (9 + place) * HOUR),
  }))
  const world = createWorld({
    seed,
    from: new Date(FROM),
    to: new Date(FROM + days * DAY),
    tenants: [{ people, hasP1: true, attacks }],
  })
  const tenant = world.tenants[0]!
  const logs: Logs = {
    tenantId: tenant.directoryTenantId,
    interactive: [],
    nonInteractive: [],
    directory: [],
    office: [],
    entra: [],
  }
  for (const { feed, record } of recordsOf(tenant, world.from, world.to))
    logOf(logs, feed).push(record as LogRecord)
  const truths = attacksOf(tenant)
  return {
    logs,
    compare(incidents) {
      const { victims: _, quiet: __, ...comparison } = compareWithTruth({ incidents, truths, records: 0 })
      return comparison
    },
  }
}

function logOf(logs: Logs, feed: string): LogRecord[] {
  switch (feed) {
    case 'signIns':
      return logs.interactive
    case 'nonInteractiveSignIns':
      return logs.nonInteractive
    case 'directoryAudits':
      return logs.directory
    case 'Audit.AzureActiveDirectory':
      return logs.entra
    default:
      return logs.office
  }
}
