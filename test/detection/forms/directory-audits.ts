// An entry of Entra's audit log as Graph has it, written in the other forms in which it is exported.
import { type LogRecord, under } from './record.ts'

export function envelopeOfAudit(audit: LogRecord, tenantId: string): LogRecord {
  const user = under(under(audit, 'initiatedBy'), 'user')
  return {
    time: audit.activityDateTime,
    resourceId: `/tenants/${tenantId}/providers/Microsoft.aadiam`,
    operationName: audit.activityDisplayName,
    operationVersion: '1.0',
    category: 'AuditLogs',
    tenantId,
    resultSignature: 'None',
    durationMs: 0,
    callerIpAddress: user.ipAddress ?? null,
    correlationId: audit.correlationId,
    identity: user.displayName ?? user.userPrincipalName ?? '',
    Level: 4,
    properties: { ...audit, activityDateTime: String(audit.activityDateTime).replace(/Z$/, '+00:00') },
  }
}

export function rowOfAudit(audit: LogRecord, tenantId: string): LogRecord {
  return {
    TenantId: '7f2b7d1e-0b52-4c1b-8a35-9a4a5b1f0c11',
    SourceSystem: 'Azure AD',
    TimeGenerated: audit.activityDateTime,
    ResourceId: `/tenants/${tenantId}/providers/Microsoft.aadiam`,
    OperationName: audit.activityDisplayName,
    OperationVersion: '1.0',
    Category: audit.category,
    ResultType: '',
    ResultSignature: 'None',
    ResultDescription: '',
    DurationMs: 0,
    CorrelationId: audit.correlationId,
    Resource: 'Microsoft.aadiam',
    Identity: under(under(audit, 'initiatedBy'), 'user').displayName ?? '',
    Level: '4',
    Location: '',
    AdditionalDetails: audit.additionalDetails,
    Id: audit.id,
    InitiatedBy: audit.initiatedBy,
    LoggedByService: audit.loggedByService,
    Result: audit.result,
    ResultReason: audit.resultReason,
    TargetResources: audit.targetResources,
    AADTenantId: tenantId,
    ActivityDisplayName: audit.activityDisplayName,
    ActivityDateTime: audit.activityDateTime,
    AADOperationType: audit.operationType,
    Type: 'AuditLogs',
  }
}

/** A row of the portal's AuditLogs_….csv: targets and their changed properties in columns that are counted. */
export function portalRowOfAudit(audit: LogRecord): LogRecord {
  const user = under(under(audit, 'initiatedBy'), 'user')
  const app = under(under(audit, 'initiatedBy'), 'app')
  const row: LogRecord = {
    'Date (UTC)': audit.activityDateTime,
    CorrelationId: audit.correlationId,
    Service: audit.loggedByService,
    Category: audit.category,
    Activity: audit.activityDisplayName,
    Result: audit.result,
    ResultReason: audit.resultReason,
    ActorType: user.userPrincipalName ? 'User' : 'Application',
    ActorDisplayName: user.displayName ?? app.displayName ?? '',
    ActorObjectId: user.id ?? '',
    ActorUserPrincipalName: user.userPrincipalName ?? '',
    ActorServicePrincipalId: app.servicePrincipalId ?? '',
    ActorServicePrincipalName: app.servicePrincipalName ?? '',
    IPAddress: user.ipAddress ?? '',
  }
  const targets = (audit.targetResources ?? []) as LogRecord[]
  targets.slice(0, 3).forEach((target, at) => {
    const place = `Target${at + 1}`
    row[`${place}Type`] = target.type
    row[`${place}DisplayName`] = target.displayName
    row[`${place}ObjectId`] = target.id
    row[`${place}UserPrincipalName`] = target.userPrincipalName
    const changed = (target.modifiedProperties ?? []) as LogRecord[]
    changed.slice(0, 5).forEach((property, number) => {
      row[`${place}ModifiedProperty${number + 1}Name`] = property.displayName
      row[`${place}ModifiedProperty${number + 1}OldValue`] = property.oldValue
      row[`${place}ModifiedProperty${number + 1}NewValue`] = property.newValue
    })
  })
  const details = (audit.additionalDetails ?? []) as LogRecord[]
  details.slice(0, 4).forEach((detail, at) => {
    row[`AdditionalDetail${at + 1}Key`] = detail.key
    row[`AdditionalDetail${at + 1}Value`] = detail.value
  })
  return row
}
