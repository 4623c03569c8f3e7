// A sign-in as the unified audit log writes it, and in which feeds it stands.
import type { SignInAct } from '../act.ts'
import type { Company } from '../cast.ts'
import { Random } from '../random.ts'
import { graphRecord } from './graph-sign-in.ts'
import { auditDelay, auditTime, graphDelay, type LoggedRecord } from './published.ts'
import { errors } from './sign-in-errors.ts'

const trustNumbers: Record<string, string> = {
  'Azure AD registered': '0',
  'Azure AD joined': '1',
  'Hybrid Azure AD joined': '2',
}

/** Which step of the sign-in page or protocol a record speaks of. */
function requestType(act: SignInAct): string {
  if (act.flow === 'deviceCode') return 'Cmsi:Cmsi'
  if (act.flow === 'ropc' || act.flow === 'legacy') return 'OAuth2:Token'
  if (!act.isInteractive) return 'OAuth2:Token'
  if (act.error === 50140) return 'Kmsi:kmsi'
  if (act.mfa === 'passed' || act.error === 500121) return 'SAS:ProcessAuth'
  if (act.error === 50126 || act.error === 50074 || act.error === 50053) return 'Login:login'
  return act.a % 3 === 0 ? 'Login:reprocess' : 'OAuth2:Authorize'
}

function osWord(os: string): string {
  return os.startsWith('Ios') ? 'iOS' : os
}

function browserWord(browser: string): string {
  const word = browser.split(' ')[0]!
  return word === '' || word === 'Rich' ? 'Other' : word === 'Mobile' ? 'Safari' : word
}

function auditRecord(company: Company, act: SignInAct, correlation: string): Record<string, unknown> {
  const { who, from } = act
  const { client } = from
  const isSuccess = act.error === 0
  const extended = [
    {
      Name: 'ResultStatusDetail',
      Value: isSuccess
        ? act.isInteractive && act.a % 4 === 0
          ? 'Redirect'
          : 'Success'
        : act.error === 50126 || act.error === 500121
          ? 'UserError'
          : 'UserError',
    },
  ]
  if (isSuccess && act.isInteractive && act.a % 5 === 0)
    extended.push({ Name: 'KeepMeSignedIn', Value: 'true' })
  extended.push({ Name: 'UserAgent', Value: client.userAgent })
  if (act.mfa === 'passed' || act.isInteractive)
    extended.push({ Name: 'UserAuthenticationMethod', Value: act.mfa === 'passed' ? '16777217' : '1' })
  extended.push({ Name: 'RequestType', Value: requestType(act) })
  const device: { Name: string; Value: string }[] = []
  if (client.deviceId)
    device.push({ Name: 'Id', Value: client.deviceId }, { Name: 'DisplayName', Value: client.deviceName })
  device.push(
    { Name: 'OS', Value: osWord(client.os) },
    { Name: 'BrowserType', Value: browserWord(client.browser) },
  )
  if (client.trust) device.push({ Name: 'TrustType', Value: trustNumbers[client.trust]! })
  if (client.isManaged) device.push({ Name: 'IsCompliant', Value: 'True' })
  device.push({ Name: 'IsCompliantAndManaged', Value: client.isManaged ? 'True' : 'False' })
  if (from.session !== '') device.push({ Name: 'SessionId', Value: from.session })
  const record: Record<string, unknown> = {
    CreationTime: auditTime(act.at),
    Id: act.id,
    Operation: isSuccess ? 'UserLoggedIn' : 'UserLoginFailed',
    OrganizationId: company.directoryTenantId,
    RecordType: 15,
    ResultStatus: isSuccess ? 'Success' : 'Failed',
    UserKey: who.id,
    UserType: 0,
    Version: 1,
    Workload: 'AzureActiveDirectory',
    ClientIP: from.address,
    ObjectId: act.resource.id,
    UserId: who.upn,
    AzureActiveDirectoryEventType: 1,
    ExtendedProperties: extended,
    ModifiedProperties: [],
    Actor: [
      { ID: who.id, Type: 0 },
      { ID: who.upn, Type: 5 },
    ],
    ActorContextId: company.directoryTenantId,
    ActorIpAddress: from.address,
    InterSystemsId: correlation,
    IntraSystemId: act.id,
    SupportTicketId: '',
    Target: [{ ID: act.resource.id, Type: 0 }],
    TargetContextId: company.directoryTenantId,
    ApplicationId: act.app.id,
    DeviceProperties: device,
    ErrorNumber: String(act.error),
  }
  if (!isSuccess) record.LogonError = errors[act.error]?.[0] ?? 'Other'
  return record
}

export function signInRecords(company: Company, act: SignInAct, out: LoggedRecord[]): void {
  const chance = new Random(act)
  const correlation = chance.guid()
  if (act.isAudited) {
    out.push({
      feed: 'Audit.AzureActiveDirectory',
      id: act.id,
      at: act.at,
      publishedAt: act.at + auditDelay(act),
      record: auditRecord(company, act, correlation),
    })
  }
  if (company.hasP1) {
    out.push({
      feed: act.isInteractive ? 'signIns' : 'nonInteractiveSignIns',
      id: act.id,
      at: act.at,
      publishedAt: act.at + graphDelay(act),
      record: graphRecord(company, act, correlation, chance),
    })
  }
}
