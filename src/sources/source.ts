// What a source of records is to the loop that collects from it: a name, how often, and a generator of pages.
import type { DirectoryUser } from '../directory/save.ts'

/** Which feed of a tenant a record came by. */
const SOURCE_NAMES = [
  'Audit.AzureActiveDirectory',
  'Audit.Exchange',
  'Audit.SharePoint',
  'Audit.General',
  'signIns',
  'nonInteractiveSignIns',
  'directoryAudits',
  'auditLogQueries',
  'directory',
] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

/** `Client` is what it takes to ask the vendor on a tenant's behalf; the loop only hands it on. */
export interface Source<Client = unknown> {
  name: SourceName
  /** How long after a finished turn the next is due; undefined: the usual interval (VEDETTE_POLL_SECONDS). */
  everySeconds?: number
  /** A feed of what happens; false for the directory and for history, whose silence is no sign of anything. */
  isSilenceOdd: boolean
  /**
   * Goes on from `cursor` until it has caught up, and then ends. After every page it may be stopped for good: the next
   * turn, perhaps in another process, begins at that page's cursor. A page may be asked for twice, never skipped.
   */
  pages(context: SourceContext<Client>): AsyncIterable<Page>
}

export interface SourceContext<Client> {
  tenant: { directoryTenantId: string; displayName: string }
  client: Client
  /** Where the last stored page said to go on; null at the very first. Plain JSON. */
  cursor: unknown
  now: Date
  /** With no cursor: how far back to begin. The source cuts it to what the vendor keeps, and that is no gap. */
  lookBackDays: number
  /** How much of what was read before is read again, for records that come late. */
  overlapSeconds: number
  /** Set once a day: begin here when the cursor is further on, for what came later than the overlap. */
  sweepFrom: Date | null
  /** Aborted when the service stops or the lease is lost. */
  signal: AbortSignal
}

export interface Page {
  /** As the vendor sent them, parsed. */
  records: Record<string, unknown>[]
  /** What this page says of the directory. */
  directory?: DirectoryChange
  /** Where to go on once this page is stored. Plain JSON, small: it is written with every page. */
  cursor: unknown
  /** What could not be read, by reason. */
  rejected?: Rejection[]
  /** Stretches of time whose records cannot be had any more. */
  gaps?: Gap[]
  /** A stretch of the audit log that is complete by now: gaps of its live feeds within it are none any more. */
  fills?: { from: Date; until: Date }
  /** The vendor needs time: the turn ends with this page, and the next one is due then. */
  resume?: {
    inSeconds: number
    /** What is left is older than what people are judged by: judging need not wait for it. */
    isRecentRead: boolean
  }
  /** When the vendor made the page's records available, where it says so. */
  publishedAt?: Date
}

export interface Rejection {
  /** A short phrase that groups alike: 'not JSON', 'no id'. It never holds anything of the record. */
  reason: string
  /** The beginning of what was refused, for whoever looks for the cause; cut before it is stored. */
  sample?: string
  /** How many; 1 when not said. */
  count?: number
}

export interface Gap {
  from: Date
  until: Date
  /** In words: 'Microsoft keeps seven days, and nothing was collected before that'. */
  reason: string
}

export interface DirectoryChange {
  /** Accounts as they are now, with all products they hold (vendor's names such as SPE_E3; the id where no name is known). */
  users: (DirectoryUser & { skus: string[] })[]
  /** Accounts that are gone. */
  deleted: { id: string; deletedAt: Date }[]
  /** Set on the last page of a full read: every account there is was told of since this moment, so others are gone. */
  completeSince?: Date
}

const FAULT_KINDS = [
  'throttled', // asked to wait: retryAfterSeconds
  'unreachable', // no answer, 5xx
  'broken-answer', // an answer that is not what it should be
  'permission', // consented, but not to this: permission
  'consent', // the tenant withdrew its consent, or never gave it
  'secret', // our secret or certificate is wrong or has expired
  'licence', // the tenant's licence does not include this feed: nothing to mend, asked again once a day
  'left-out', // something that a tenant may do without was not given: nothing to mend, asked again once an hour
  'auditing-off', // auditing is switched off in the tenant
  'not-connected', // nobody has connected the tenant yet
  'unexpected', // whatever nobody thought of
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** Why a source gives nothing. Its message is read by people on the tenant page: what is wrong, then what to do. */
export class SourceFault extends Error {
  readonly kind: FaultKind
  readonly retryAfterSeconds: number | undefined
  /** The permission that is missing, such as AuditLog.Read.All. */
  readonly permission: string | undefined

  constructor(
    kind: FaultKind,
    words: string,
    {
      retryAfterSeconds,
      permission,
      cause,
    }: { retryAfterSeconds?: number | undefined; permission?: string | undefined; cause?: unknown } = {},
  ) {
    super(words, { cause })
    this.name = 'SourceFault'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
    this.permission = permission
  }
}
