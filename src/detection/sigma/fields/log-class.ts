// Which log a record comes from, told by its keys and, where they leave it open, by one value.
import type { LogSource } from '../rule.ts'
import { type Shape, shapeOf } from './shapes.ts'

/** 'unknown' may be anything, so every rule is tried on it. */
export type LogClass =
  | 'signinlogs'
  | 'auditlogs'
  | 'riskdetection'
  | 'pim'
  | 'activitylogs'
  | 'unified'
  | 'unified-directory' // the directory's part of the unified audit log: sign-ins and audits as well
  | 'other' // known to be none that rules for azure and m365 speak of
  | 'unknown'

/** Lower-case values of Azure Monitor's `category` and Log Analytics' `Type`. */
const byName: Record<string, LogClass> = {
  signinlogs: 'signinlogs',
  noninteractiveusersigninlogs: 'signinlogs',
  serviceprincipalsigninlogs: 'signinlogs',
  managedidentitysigninlogs: 'signinlogs',
  adfssigninlogs: 'signinlogs',
  aadnoninteractiveusersigninlogs: 'signinlogs',
  aadserviceprincipalsigninlogs: 'signinlogs',
  aadmanagedidentitysigninlogs: 'signinlogs',
  auditlogs: 'auditlogs',
  userriskevents: 'riskdetection',
  serviceprincipalriskevents: 'riskdetection',
  aaduserriskevents: 'riskdetection',
  aadserviceprincipalriskevents: 'riskdetection',
  azureactivity: 'activitylogs',
  administrative: 'activitylogs',
  security: 'activitylogs',
  servicehealth: 'activitylogs',
  resourcehealth: 'activitylogs',
  alert: 'activitylogs',
  autoscale: 'activitylogs',
  recommendation: 'activitylogs',
  policy: 'activitylogs',
  officeactivity: 'unified',
  microsoftgraphactivitylogs: 'other',
  provisioninglogs: 'other',
}

type Decision = LogClass | { key: string; otherwise: LogClass }

const classes = new Map<string, LogClass>()

export function classifyRecord(record: object, shape: Shape = shapeOf(record)): LogClass {
  const decision = (shape.log as Decision | undefined) ?? decide(shape)
  shape.log = decision
  if (typeof decision === 'string') return decision
  const value = (record as Record<string, unknown>)[decision.key]
  if (typeof value !== 'string') return decision.otherwise
  if (decision.key === 'Workload' || decision.key === 'OfficeWorkload') {
    return value === 'AzureActiveDirectory' ? 'unified-directory' : 'unified'
  }
  let known = classes.get(value)
  if (known === undefined) {
    known = byName[value.toLowerCase()] ?? decision.otherwise
    if (classes.size > 1000) classes.clear()
    classes.set(value, known)
  }
  return known
}

function decide(shape: Shape): Decision {
  const has = (...keys: string[]) => keys.every(key => shape.has(key))
  if (has('Operation') && (has('Workload') || has('OfficeWorkload'))) {
    return { key: has('Workload') ? 'Workload' : 'OfficeWorkload', otherwise: 'unified' }
  }
  if (has('Operation') && (has('RecordType') || has('OrganizationId') || has('CreationTime')))
    return 'unified-directory'
  if (has('auditData') || has('AuditData')) return 'unified-directory'
  if (has('Type') && (has('TimeGenerated') || has('SourceSystem')))
    return { key: 'Type', otherwise: 'unknown' }
  if (has('activityDisplayName') && (has('initiatedBy') || has('loggedByService') || has('targetResources')))
    return 'auditlogs'
  if (has('ActivityDisplayName') && has('TargetResources')) return 'auditlogs'
  if (has('category', 'operationName') && (has('properties') || has('resourceId'))) {
    return { key: 'category', otherwise: 'unknown' }
  }
  if ((has('riskEventType') || has('riskType')) && (has('riskLevel') || has('detectedDateTime')))
    return 'riskdetection'
  if (has('riskState', 'riskLevel', 'riskLastUpdatedDateTime')) return 'riskdetection'
  if (has('RiskEventType') && (has('RiskLevel') || has('DetectedDateTime'))) return 'riskdetection'
  if (has('createdDateTime') && (has('appDisplayName') || has('clientAppUsed'))) return 'signinlogs'
  if (has('Category', 'OperationName', 'ResultType')) return { key: 'Category', otherwise: 'unknown' }
  return 'unknown'
}

const azureServices: Record<LogClass, string[]> = {
  signinlogs: ['signinlogs'],
  auditlogs: ['auditlogs', 'pim'],
  riskdetection: ['riskdetection', 'pim'],
  pim: ['pim'],
  activitylogs: ['activitylogs', 'azureactivity'],
  unified: [],
  'unified-directory': ['signinlogs', 'auditlogs'],
  other: [],
  unknown: [],
}

/** Whether a rule for this log source speaks of records of this log. */
export function concerns(source: LogSource, log: LogClass): boolean {
  const product = source.product?.toLowerCase()
  if (log === 'unknown' || product === undefined) return true
  const service = source.service?.toLowerCase()
  if (product === 'azure') {
    const services = azureServices[log]
    return services.length > 0 && (service === undefined || services.includes(service))
  }
  return product === 'm365' && (log === 'unified' || log === 'unified-directory')
}

/** The log that a caller names by Sigma's words; null when it is none of ours, and is then compared word for word. */
export function classOf(source: LogSource): LogClass | null {
  const service = source.service?.toLowerCase()
  if (source.product?.toLowerCase() === 'm365') return 'unified'
  if (source.product?.toLowerCase() !== 'azure' || service === undefined) return null
  if (service === 'azureactivity') return 'activitylogs'
  return Object.hasOwn(azureServices, service) ? (service as LogClass) : null
}

/** Category, product and service agree wherever both name them. */
export function agrees(rule: LogSource, record: LogSource): boolean {
  return (['category', 'product', 'service'] as const).every(key => {
    const asked = rule[key]
    const given = record[key]
    return asked == null || given == null || asked.toLowerCase() === given.toLowerCase()
  })
}
