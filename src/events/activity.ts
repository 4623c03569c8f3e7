// What was done, by whom, from where: one shape for every record, whichever way it came in.

/** What kind of network an address belongs to, as far as it is known. */
export type NetworkKind =
  | 'access' // homes and offices: an ordinary internet provider
  | 'mobile'
  | 'hosting' // data centres, where people do not sit
  | 'vpn' // commercial VPNs and anonymisers
  | 'relay' // iCloud Private Relay and the like: the person's own device, another address
  | 'proxy' // security gateways that companies send their traffic through
  | 'tor'
  | 'microsoft' // Microsoft's own machines acting for the user

export interface Place {
  /** ISO 3166 alpha-2. */
  country: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  /** Autonomous system number, and the name of who runs it. */
  asn: number | null
  network: string | null
  networkKind: NetworkKind | null
  /** Whether the record says so itself, and our files say otherwise. */
  isTold?: boolean
}

/** The verbs that detection knows. Whatever is none of them is 'other', and keeps its operation. */
export type Action =
  | 'sign-in' // isInteractive tells which; a sign-in that failed has outcome 'failure'
  | 'sign-out'
  | 'mail-read' // MailItemsAccessed: itemCount tells how many
  | 'mail-send'
  | 'mail-delete'
  | 'mail-sent-delete' // out of the folder of what was sent
  | 'mail-move'
  | 'mail-search'
  | 'inbox-rule-set' // made or changed; see rule
  | 'inbox-rule-remove'
  | 'mailbox-forwarding-set' // the mailbox itself forwards; see rule.forwardTo
  | 'mailbox-access-granted' // folder or mailbox permission, delegate, send-as
  | 'mailbox-protocol-enabled' // IMAP, POP, SMTP authentication
  | 'mail-flow-rule-set' // transport rule, connector
  | 'mailbox-audit-off' // auditing of a mailbox, or of the organization, switched off or bypassed
  | 'file-read'
  | 'file-download'
  | 'file-upload'
  | 'file-delete'
  | 'file-share' // links made, guests added
  | 'file-search'
  | 'message-send' // Teams and other chat
  | 'team-member-added'
  | 'mfa-method-added'
  | 'mfa-method-removed'
  | 'mfa-turned-off'
  | 'password-changed' // by the person
  | 'password-reset' // by an administrator or self-service reset
  | 'device-registered'
  | 'consent-granted'
  | 'app-created' // application or service principal
  | 'app-credential-added'
  | 'role-assigned'
  | 'group-member-added'
  | 'user-created'
  | 'user-invited'
  | 'user-changed'
  | 'user-disabled'
  | 'user-deleted'
  | 'sessions-revoked'
  | 'policy-changed' // conditional access, authentication methods, cross-tenant access, named locations
  | 'federation-changed' // domains, trust
  | 'role-activated' // privileged identity management
  | 'alert' // a risk detection or alert of the vendor's own
  | 'other'

/** What an inbox rule or a mailbox's forwarding does, whichever command set it. */
export interface MailRule {
  name: string | null
  forwardTo: string[]
  deletes: boolean
  /** Folder it moves to, such as 'RSS Subscriptions'. */
  movesTo: string | null
  marksRead: boolean
  stops: boolean
  /** Words, senders and subjects it looks for; empty means every message. */
  looksFor: string[]
}

export interface Activity {
  /** The record's own id; where it has none, a hash of its content. */
  id: string
  /**
   * What both copies bear when one event stands in two logs; null when there can be no copy. Activities of different
   * logs with the same twin are one event. For a sign-in it is the request id (Graph `id`, unified audit `IntraSystemId`).
   */
  twin: string | null
  /** Milliseconds since 1970. */
  at: number
  /** The log it stood in: the names Sigma uses for product and service. */
  log: 'signinlogs' | 'auditlogs' | 'riskdetection' | 'unified' | 'activitylogs'
  /** Directory tenant, lower case. */
  tenant: string | null
  /** Who acted: user principal name in lower case. Null when no person did. */
  user: string | null
  /** Their directory object id, lower case. */
  userId: string | null
  userName: string | null
  /** Who acted when it was no person: an application's or a service's name. */
  actorApp: string | null
  isGuest: boolean
  action: Action
  /** The vendor's own word, such as 'New-InboxRule' or 'Add member to role'. */
  operation: string
  /** 'interrupted': neither in nor refused (more steps were asked for). */
  outcome: 'success' | 'failure' | 'interrupted'
  /** AADSTS code of a sign-in; 0 when it succeeded; null when there is none. */
  errorCode: number | null
  /** Without port and brackets, IPv4 in IPv6 unwrapped, lower case. */
  address: string | null
  place: Place | null
  /** The session all records of one sign-in share (AADSessionId, sessionId). */
  session: string | null
  userAgent: string | null
  /** Short and comparable between logs and versions: 'Chrome on Windows', 'Outlook on iOS', 'python-requests'. */
  client: string | null
  deviceId: string | null
  /** Whether the record speaks of the device at all: only then is one without an id a device that named none. */
  tellsDevice: boolean
  /** True when the device is managed, compliant or joined; null when nothing is said. */
  isDeviceKnown: boolean | null
  appId: string | null
  appName: string | null
  resource: string | null
  /** Sign-ins only. */
  isInteractive: boolean | null
  /** 'deviceCode', 'ropc', 'authenticationTransfer', 'legacy' (IMAP, POP, SMTP …); null when ordinary. */
  flow: 'deviceCode' | 'ropc' | 'authenticationTransfer' | 'legacy' | null
  /** The second factor: passed in this sign-in, satisfied by an earlier one, refused by the person, failed (unanswered, a wrong code), asked for; null when nothing is said. */
  mfa: 'passed' | 'earlier' | 'refused' | 'failed' | 'asked' | 'none' | null
  /** The vendor's own opinion at the time. */
  risk: 'none' | 'low' | 'medium' | 'high' | null
  /** What it was done to: a file, a mailbox, an application, a role, an account, a method. */
  target: string | null
  targetId: string | null
  /** The account it was done to, when that is one: user principal name in lower case. */
  targetUser: string | null
  /** How many items one record stands for (aggregated reads); at least 1. */
  itemCount: number
  rule: MailRule | null
  /** Anything else worth saying aloud: scopes consented to, role, method, subject of a message, name of a device. */
  detail: string | null
  /** The record as it came, untouched. */
  raw: Record<string, unknown>
}
