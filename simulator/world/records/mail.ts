// Mailbox and Exchange administration records of the unified audit log.
import type { Account, ExchangeAdminAct, MailItemAct, MailReadAct, MailSearchAct } from '../act.ts'
import type { Company } from '../cast.ts'
import { Random } from '../random.ts'
import { accessContext, auditDelay, auditTime, type LoggedRecord } from './published.ts'

function server(company: Company): string {
  return `${company.exchangeServer} (15.20.${7200 + (company.seed.a % 400)}.0${10 + (company.seed.b % 80)})`
}

function folderId(account: Account, path: string): string {
  let sum = 0
  for (let i = 0; i < path.length; i++) sum = (sum * 31 + path.charCodeAt(i)) >>> 0
  return `LgAAAAB${account.folderKey.slice(0, 22)}AQ${sum.toString(36).toUpperCase()}AAAB`
}

function messageId(company: Company, chance: Random): string {
  return `<${company.exchangeServer}${chance.hex(3).toUpperCase()}@${company.exchangeServer}.eurprd0${company.seed.a % 9}.prod.outlook.com>`
}

function mailboxFields(
  company: Company,
  act: MailReadAct | MailItemAct | MailSearchAct,
  mailbox: Account,
  logonType: number,
): Record<string, unknown> {
  return {
    OrganizationId: company.directoryTenantId,
    UserKey: act.who.puid,
    UserType: 0,
    Version: 1,
    Workload: 'Exchange',
    UserId: act.who.upn,
    ClientIPAddress: act.from.address,
    ClientInfoString: act.from.client.mailClient || 'Client=REST;Client=RESTSystem;;',
    ExternalAccess: false,
    InternalLogonType: 0,
    LogonType: logonType,
    LogonUserSid: act.who.sid,
    MailboxGuid: mailbox.mailboxGuid,
    MailboxOwnerSid: mailbox.sid,
    MailboxOwnerUPN: mailbox.upn,
    OrganizationName: company.initialDomain,
    OriginatingServer: `${server(company)}\r\n`,
    SessionId: act.from.session,
    TokenObjectId: act.who.id,
    TokenTenantId: company.directoryTenantId,
  }
}

function readRecord(company: Company, act: MailReadAct, chance: Random, id: string): Record<string, unknown> {
  const folder = folderId(act.mailbox, act.folder)
  const record: Record<string, unknown> = {
    AppAccessContext: accessContext(act.from, act.app.id),
    CreationTime: auditTime(act.at),
    Id: id,
    Operation: 'MailItemsAccessed',
    RecordType: 50,
    ResultStatus: 'Succeeded',
    ...mailboxFields(company, act, act.mailbox, act.logonType),
    AppId: act.app.id,
    ClientAppId: act.app.id,
    ClientRequestId: chance.guid(),
    OperationProperties: [
      { Name: 'MailAccessType', Value: act.isSync ? 'Sync' : 'Bind' },
      { Name: 'IsThrottled', Value: 'False' },
    ],
    OperationCount: act.isSync ? 1 : act.items,
  }
  if (act.isSync) {
    record.Item = { Id: folder, ParentFolder: { Id: folder, Name: act.folder.slice(1), Path: act.folder } }
    return record
  }
  const items: Record<string, unknown>[] = []
  for (let n = 0; n < act.items; n++) {
    items.push({
      Id: `RgAAAAB${chance.hex(2)}AAAJ`,
      ImmutableId: `LgAAAAB${chance.hex(2)}AAAI`,
      InternetMessageId: messageId(company, chance),
      SizeInBytes: chance.whole(4000, 180_000),
    })
  }
  record.Folders = [{ FolderItems: items, Id: folder, Path: act.folder }]
  return record
}

const groupOperations = new Set(['MoveToDeletedItems', 'SoftDelete', 'HardDelete', 'Move'])

function itemRecord(company: Company, act: MailItemAct, chance: Random, id: string): Record<string, unknown> {
  const isGroup = groupOperations.has(act.operation)
  const record: Record<string, unknown> = {
    AppAccessContext: accessContext(act.from, act.app.id),
    CreationTime: auditTime(act.at),
    Id: id,
    Operation: act.operation,
    RecordType: isGroup ? 3 : 2,
    ResultStatus: 'Succeeded',
    ...mailboxFields(company, act, act.mailbox, act.logonType),
    AppId: act.app.id,
    ClientAppId: act.app.id,
  }
  const parent = { Id: folderId(act.mailbox, act.folder), Path: act.folder }
  const one = (): Record<string, unknown> => {
    const item: Record<string, unknown> = {
      Id: `RgAAAAB${chance.hex(2)}AAAJ`,
      InternetMessageId: messageId(company, chance),
      ParentFolder: parent,
      Subject: act.subject,
    }
    if (act.attachment) item.Attachments = `${act.attachment} (${chance.whole(20_000, 400_000)}b)`
    return item
  }
  if (isGroup) {
    const affected: Record<string, unknown>[] = []
    for (let n = 0; n < act.items; n++) affected.push(one())
    record.AffectedItems = affected
    record.CrossMailboxOperation = false
    record.Folder = parent
    if (act.operation === 'Move' || act.operation === 'MoveToDeletedItems') {
      const path = act.operation === 'Move' ? act.toFolder : '\\Deleted Items'
      record.DestFolder = { Id: folderId(act.mailbox, path), Path: path }
    }
    return record
  }
  const item = one()
  item.SizeInBytes = chance.whole(6000, 90_000)
  record.Item = item
  if (act.operation.startsWith('Send')) record.SaveToSentItems = act.a % 50 !== 0
  if (act.operation === 'SendAs' || act.operation === 'SendOnBehalf') {
    const prefix = act.operation === 'SendAs' ? 'SendAsUser' : 'SendOnBehalfOfUser'
    record[`${prefix}MailboxGuid`] = act.mailbox.mailboxGuid
    record[`${prefix}Smtp`] = act.mailbox.upn
  }
  if (act.operation === 'Update') record.ModifiedProperties = ['RecipientCollection', 'Subject']
  return record
}

function adminRecord(
  company: Company,
  act: ExchangeAdminAct,
  chance: Random,
  id: string,
): Record<string, unknown> {
  const { who, from } = act
  const address = from.address.includes(':') ? `[${from.address}]` : from.address
  return {
    AppAccessContext: accessContext(from, act.app.id),
    CreationTime: auditTime(act.at),
    Id: id,
    Operation: act.cmdlet,
    OrganizationId: company.directoryTenantId,
    RecordType: 1,
    ResultStatus: 'True',
    UserKey: who.puid,
    UserType: 2,
    Version: 1,
    Workload: 'Exchange',
    ClientIP: `${address}:${chance.whole(1024, 65_000)}`,
    ObjectId: act.objectId,
    UserId: who.upn,
    AppId: act.app.id,
    AppPoolName: 'MSExchangeAdminApiNetCore',
    ClientAppId: '',
    CorrelationID: '',
    ExternalAccess: false,
    OrganizationName: company.initialDomain,
    OriginatingServer: server(company),
    Parameters: act.parameters.map(([Name, Value]) => ({ Name, Value })),
    RequestId: chance.guid(),
    SessionId: from.session,
    TokenObjectId: who.id,
  }
}

export function mailRecords(
  company: Company,
  act: MailReadAct | MailItemAct | MailSearchAct | ExchangeAdminAct,
  out: LoggedRecord[],
): void {
  const chance = new Random(act)
  const id = chance.guid()
  const delay = auditDelay(act)
  let record: Record<string, unknown>
  if (act.what === 'mail-read') record = readRecord(company, act, chance, id)
  else if (act.what === 'mail-item') record = itemRecord(company, act, chance, id)
  else if (act.what === 'exchange-admin') record = adminRecord(company, act, chance, id)
  else {
    record = {
      AppAccessContext: accessContext(act.from),
      CreationTime: auditTime(act.at),
      Id: id,
      Operation: 'SearchQueryInitiatedExchange',
      RecordType: 101,
      ResultStatus: 'Succeeded',
      ...mailboxFields(company, act, act.who, 0),
      QueryText: act.query,
      QuerySource: 'OWA',
      ScopeIds: [],
    }
  }
  out.push({ feed: 'Audit.Exchange', id, at: act.at, publishedAt: act.at + delay, record })
}
