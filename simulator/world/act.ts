// What somebody did: small, without the record's clothing. Records are written from it when they are asked for.
import type { App } from './apps.ts'
import type { Pool } from './networks.ts'

/** An account as the logs name it. */
export interface Account {
  id: string
  upn: string
  displayName: string
  /** Passport id, such as '10032002643F6746'. */
  puid: string
  sid: string
  mailboxGuid: string
  isGuest: boolean
  /** Drawn once for each account: what its mail folders are called inside. */
  folderKey: string
}

/** How something looks from the service's side: the program and the device that spoke. */
export interface Client {
  userAgent: string
  /** As Graph says: 'Windows10', 'Ios 17.2', 'MacOs', 'Android'. */
  os: string
  /** 'Edge 120.0.0'; empty for programs that are no browser. */
  browser: string
  deviceId: string | null
  deviceName: string
  trust: 'Azure AD joined' | 'Hybrid Azure AD joined' | 'Azure AD registered' | ''
  isManaged: boolean
  /** Graph's clientAppUsed. */
  clientApp: string
  /** What Exchange notes of the program. */
  mailClient: string
  /** SharePoint's Platform. */
  platform: string
}

/** From where, with what, in which session. */
export interface Origin {
  address: string
  pool: Pool
  client: Client
  session: string
  /** The token in use, named by the sign-in that gave it. */
  token: string
  issuedAt: number
}

interface Base {
  at: number
  who: Account
  from: Origin
  /** Two words from which the record's ids are drawn. */
  a: number
  b: number
}

type MfaState = 'passed' | 'earlier' | 'none' | 'denied' | 'unanswered' | 'asked'

export interface SignInAct extends Base {
  what: 'sign-in'
  app: App
  resource: App
  isInteractive: boolean
  /** AADSTS code; 0 is success. */
  error: number
  mfa: MfaState
  method: string
  flow: 'deviceCode' | 'ropc' | 'legacy' | null
  /** Id of the sign-in, when later acts name it as their token. */
  id: string
  /** Whether the unified audit log shows it too: token refreshes mostly do not. */
  isAudited: boolean
  /** Whether a conditional-access policy asked for the second factor. */
  isPolicyApplied: boolean
}

export interface MailReadAct extends Base {
  what: 'mail-read'
  isSync: boolean
  items: number
  folder: string
  app: App
  mailbox: Account
  /** 0 owner, 1 admin, 2 delegate. */
  logonType: number
}

export interface MailItemAct extends Base {
  what: 'mail-item'
  operation:
    | 'Send'
    | 'SendAs'
    | 'SendOnBehalf'
    | 'Create'
    | 'Update'
    | 'MoveToDeletedItems'
    | 'SoftDelete'
    | 'HardDelete'
    | 'Move'
  app: App
  mailbox: Account
  logonType: number
  subject: string
  folder: string
  toFolder: string
  items: number
  attachment: string
  /** Recipients, which only Send notes. */
  to: string[]
}

export interface MailSearchAct extends Base {
  what: 'mail-search'
  query: string
}

/** A cmdlet, whoever or whatever ran it. */
export interface ExchangeAdminAct extends Base {
  what: 'exchange-admin'
  cmdlet: string
  parameters: readonly (readonly [string, string])[]
  objectId: string
  app: App
}

export interface FileAct extends Base {
  what: 'file'
  operation: string
  /** Address of the library's site, ending in a slash. */
  site: string
  folder: string
  name: string
  isOneDrive: boolean
  app: App | null
  size: number
  /** Sharing: with whom. */
  target: string
}

export interface TeamsAct extends Base {
  what: 'teams'
  operation: string
  kind: string
  team: string
}

export interface DirectoryTarget {
  id: string
  type: 'User' | 'Application' | 'ServicePrincipal' | 'Role' | 'Group' | 'Device' | 'Policy' | 'Directory'
  name: string
  upn?: string
}

/** A change of the directory, or of a person's own security details. */
export interface DirectoryAct extends Base {
  what: 'directory'
  activity: string
  category: string
  service: string
  operationType: string
  targets: readonly DirectoryTarget[]
  /** Name, new and old value, as Graph shows them. */
  modified: readonly (readonly [string, string, string])[]
  details: readonly (readonly [string, string])[]
  result: 'success' | 'failure'
  reason: string
  /** Set when an application did it, not a person. */
  app: App | null
}

export type Act =
  | SignInAct
  | MailReadAct
  | MailItemAct
  | MailSearchAct
  | ExchangeAdminAct
  | FileAct
  | TeamsAct
  | DirectoryAct
