// SharePoint, OneDrive and Teams records of the unified audit log.
import type { FileAct, TeamsAct } from '../act.ts'
import { apps } from '../apps.ts'
import type { Company } from '../cast.ts'
import { Random, random } from '../random.ts'
import { accessContext, auditDelay, auditTime, type LoggedRecord } from './published.ts'

const geographies: Record<string, string> = {
  US: 'NAM',
  CA: 'CAN',
  GB: 'GBR',
  AU: 'AUS',
  NZ: 'AUS',
  JP: 'JPN',
  IN: 'IND',
  SG: 'APC',
  CH: 'CHE',
  FR: 'FRA',
  DE: 'EUR',
}
const siteIds = new WeakMap<Company, Map<string, { site: string; web: string; list: string }>>()

function idsOf(company: Company, site: string): { site: string; web: string; list: string } {
  let known = siteIds.get(company)
  if (!known) {
    known = new Map()
    siteIds.set(company, known)
  }
  let ids = known.get(site)
  if (!ids) {
    if (known.size > 20_000) known.clear()
    const chance = random(company.seed, 'site', site)
    ids = { site: chance.guid(), web: chance.guid(), list: chance.guid() }
    known.set(site, ids)
  }
  return ids
}

const sharing = new Set([
  'SharingSet',
  'SecureLinkCreated',
  'AddedToSecureLink',
  'AnonymousLinkCreated',
  'CompanyLinkCreated',
  'SharingInvitationCreated',
])

export function fileRecords(company: Company, act: FileAct, out: LoggedRecord[]): void {
  const chance = new Random(act)
  const id = chance.guid()
  const { who, from } = act
  const isPage = act.operation === 'PageViewed'
  const isFolder = act.operation.startsWith('Folder')
  const ids = idsOf(company, act.site)
  const context = accessContext(from, act.app?.id)
  context.CorrelationId = chance.guid()
  const url = isPage
    ? `${act.site}SitePages/Home.aspx`
    : `${act.site}${act.folder}/${isFolder ? act.name.split('.')[0] : act.name}`
  const isSharing = sharing.has(act.operation)
  const isBrowser = from.client.clientApp === 'Browser'
  const [browser = '', version = ''] = isBrowser ? from.client.browser.split(' ') : []
  const record: Record<string, unknown> = {
    AppAccessContext: context,
    CreationTime: auditTime(act.at),
    Id: id,
    Operation: act.operation,
    OrganizationId: company.directoryTenantId,
    RecordType: isSharing ? 14 : isPage ? 4 : 6,
    UserKey: `i:0h.f|membership|${who.puid.toLowerCase()}@live.com`,
    UserType: 0,
    Version: 1,
    Workload: act.isOneDrive ? 'OneDrive' : 'SharePoint',
    ClientIP: from.address,
    UserId: who.isGuest ? who.upn.toLowerCase() : who.upn,
    ApplicationId: act.app?.id ?? apps.sharePoint.id,
    AuthenticationType: 'OAuth',
    BrowserName: browser,
    BrowserVersion: version,
    CorrelationId: context.CorrelationId,
    EventSource: 'SharePoint',
    GeoLocation: geographies[company.country] ?? 'EUR',
    IsManagedDevice: from.client.isManaged,
    ItemType: isPage ? 'Page' : isFolder ? 'Folder' : 'File',
    ListId: ids.list,
    ListItemUniqueId: chance.guid(),
    Platform: from.client.platform,
    Site: ids.site,
    UserAgent: from.client.userAgent,
    WebId: ids.web,
    SiteUrl: act.site,
    ObjectId: url,
  }
  if (from.client.deviceName) record.DeviceDisplayName = from.address
  if (!isPage && !isFolder) {
    record.SourceFileExtension = act.name.split('.').pop() ?? ''
    record.SourceFileName = act.name
    record.SourceRelativeUrl = act.folder
    record.FileSizeBytes = act.size
    record.HighPriorityMediaProcessing = false
    record.ListBaseType = 1
    record.ListServerTemplate = act.isOneDrive ? 700 : 101
  }
  if (act.app) record.ApplicationDisplayName = act.app.name
  if (isSharing) {
    record.TargetUserOrGroupName = act.target
    record.TargetUserOrGroupType = act.target.includes('@')
      ? act.target.endsWith(company.domain)
        ? 'Member'
        : 'Guest'
      : 'SharingGroup'
    record.EventData = '<Type>Edit</Type>'
    record.UniqueSharingId = chance.guid()
  }
  out.push({ feed: 'Audit.SharePoint', id, at: act.at, publishedAt: act.at + auditDelay(act), record })
}

export function teamsRecords(company: Company, act: TeamsAct, out: LoggedRecord[]): void {
  const chance = new Random(act)
  const id = chance.guid()
  const { who, from } = act
  const record: Record<string, unknown> = {
    CreationTime: auditTime(act.at),
    Id: id,
    Operation: act.operation,
    OrganizationId: company.directoryTenantId,
    RecordType: 25,
    UserKey: who.id,
    UserType: 0,
    Version: 1,
    Workload: 'MicrosoftTeams',
    ClientIP: from.address,
    UserId: who.upn,
    ExtraProperties: [{ Key: 'UserAgent', Value: from.client.userAgent }],
  }
  if (act.operation === 'TeamsSessionStarted') {
    record.ObjectId = `${from.client.os} (${chance.whole(1000, 9999)})`
    record.DeviceId = from.client.deviceId ?? ''
  } else {
    const thread = `19:${chance.hex(4)}@thread.v2`
    record.AppAccessContext = accessContext(from, apps.teams.id)
    record.ChatThreadId = thread
    record.CommunicationType = act.kind || 'OneOnOne'
    record.MessageId = String(act.at)
    record.ObjectId = thread
    record.ItemName = thread
    record.ParticipantInfo = {
      HasForeignTenantUsers: false,
      HasGuestUsers: false,
      HasOtherGuestUsers: false,
      HasUnauthenticatedUsers: false,
      ParticipatingTenantIds: [company.directoryTenantId],
    }
    if (act.team) record.TeamName = act.team
    record.ResourceTenantId = company.directoryTenantId
    record.MessageVersion = '0'
  }
  out.push({ feed: 'Audit.General', id, at: act.at, publishedAt: act.at + auditDelay(act), record })
}
