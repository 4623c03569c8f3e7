// Every form in which Microsoft's sign-in and audit logs reach an investigator, as the files of one folder.
import { envelopeOfAudit, portalRowOfAudit, rowOfAudit } from './directory-audits.ts'
import { csvOf, type LogFile, type LogRecord, linesOf, portalMoment } from './record.ts'
import {
  envelopeOfSignIn,
  huntedSignIn,
  portalRowOfSignIn,
  portalStepsOfSignIn,
  rowOfSignIn,
} from './sign-ins.ts'
import {
  cloudAppEvent,
  officeActivity,
  purviewClassicRow,
  purviewRow,
  queriedRecord,
  searchRow,
} from './unified-audits.ts'

/** A tenant's records as the services hand them out, by log. */
export interface Logs {
  tenantId: string
  interactive: LogRecord[]
  nonInteractive: LogRecord[]
  directory: LogRecord[]
  /** Exchange, SharePoint, Teams. */
  office: LogRecord[]
  /** Entra's part of the unified audit log: UserLoggedIn and changes to the directory. */
  entra: LogRecord[]
}

export interface Form {
  name: string
  files(logs: Logs): LogFile[]
  /** Files in it that are no log of records, and said to be none. */
  unread?: string[]
}

const signInsOf = ({ interactive, nonInteractive }: Logs) => [...interactive, ...nonInteractive]
const unifiedOf = ({ entra, office }: Logs) => [...entra, ...office]
const auditRowsOf = ({ directory, tenantId }: Logs) => directory.map(audit => rowOfAudit(audit, tenantId))
const auditEnvelopesOf = ({ directory, tenantId }: Logs) =>
  directory.map(audit => envelopeOfAudit(audit, tenantId))
const json = (value: unknown) => JSON.stringify(value)
const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** What goes with logs of Entra alone: the rest of the unified audit log, as the Management Activity API has it. */
const officeFile = ({ office }: Logs): LogFile => ({ name: 'office.ndjson', content: linesOf(office) })

function parts<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
}

/** What programs make of nested objects on their way into a table: 'status.errorCode'. */
const flattened = (record: LogRecord, before = ''): LogRecord =>
  Object.assign(
    {},
    ...Object.entries(record).map(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? flattened(value as LogRecord, `${before}${name}.`)
        : { [`${before}${name}`]: value },
    ),
  )

/** Log Analytics' portal puts the zone into the title, and writes the moment for people. */
const zoned = (row: LogRecord): LogRecord =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) =>
      /^(TimeGenerated|CreatedDateTime|ActivityDateTime)$/.test(name)
        ? [`${name} [UTC]`, portalMoment(value)]
        : [name, value],
    ),
  )

/** What the query API of Log Analytics answers. */
function answerOf(rows: LogRecord[]): string {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const cell = (value: unknown) => (typeof value === 'object' && value !== null ? json(value) : value)
  return json({
    tables: [
      {
        name: 'PrimaryResult',
        columns: columns.map(name => ({ name, type: 'string' })),
        rows: rows.map(row => columns.map(name => cell(row[name] ?? null))),
      },
    ],
  })
}

const entraForms: Form[] = [
  {
    name: 'Graph, lists',
    files: logs => [
      { name: 'signins.json', content: pretty(signInsOf(logs)) },
      { name: 'audits.json', content: json(logs.directory) },
    ],
  },
  {
    name: 'Graph, pages as they were answered',
    files: logs => [
      ...parts(signInsOf(logs), 1000).map((value, at) => ({
        name: `signins-${at}.json`,
        content: json({
          '@odata.context': 'https://graph.microsoft.com/beta/$metadata#auditLogs/signIns',
          '@odata.nextLink': 'https://graph.microsoft.com/beta/auditLogs/signIns?$skiptoken=x',
          value,
        }),
      })),
      { name: 'audits.json', content: pretty({ value: logs.directory }) },
    ],
  },
  {
    name: 'Microsoft Extractor Suite, lists appended to each other',
    files: logs => [
      {
        name: '20260101-SignInLogs-Combined.json',
        content: parts(signInsOf(logs), 1000).map(pretty).join('\r\n'),
      },
      { name: '20260101-AuditLogs.json', content: parts(logs.directory, 20).map(pretty).join('\r\n') },
    ],
  },
  {
    name: 'Graph, flattened into CSV',
    files: logs => [
      { name: 'signins.csv', content: csvOf(signInsOf(logs).map(record => flattened(record))) },
      { name: 'audits.json', content: json(logs.directory) },
    ],
  },
  {
    name: 'Entra portal, CSV',
    unread: ['InteractiveSignIns_AuthDetails.csv'],
    files: logs => [
      { name: 'InteractiveSignIns.csv', content: `\ufeff${csvOf(logs.interactive.map(portalRowOfSignIn))}` },
      {
        name: 'InteractiveSignIns_AuthDetails.csv',
        content: csvOf(logs.interactive.flatMap(portalStepsOfSignIn)),
      },
      { name: 'NonInteractiveSignIns.csv', content: csvOf(logs.nonInteractive.map(portalRowOfSignIn)) },
      { name: 'AuditLogs.csv', content: csvOf(logs.directory.map(portalRowOfAudit)) },
    ],
  },
  {
    name: 'diagnostic settings, a record a line',
    files: logs => [
      { name: 'PT1H.json', content: linesOf(signInsOf(logs).map(envelopeOfSignIn)) },
      {
        name: 'audit-PT1H.json',
        content: linesOf(auditEnvelopesOf(logs)),
      },
    ],
  },
  {
    name: 'diagnostic settings, messages of an event hub',
    files: logs => [
      {
        name: 'hub.json',
        content: parts(signInsOf(logs).map(envelopeOfSignIn), 300)
          .map(records => json({ records }))
          .join('\n'),
      },
      {
        name: 'hub-audit.json',
        content: pretty({ records: auditEnvelopesOf(logs) }),
      },
    ],
  },
  {
    name: 'Log Analytics, rows',
    files: logs => [
      { name: 'SigninLogs.json', content: json(logs.interactive.map(rowOfSignIn)) },
      {
        name: 'AADNonInteractiveUserSignInLogs.ndjson',
        content: linesOf(logs.nonInteractive.map(rowOfSignIn)),
      },
      {
        name: 'AuditLogs.json',
        content: json(auditRowsOf(logs)),
      },
    ],
  },
  {
    name: 'Log Analytics, the answer to a query',
    files: logs => [
      { name: 'signins.json', content: answerOf(signInsOf(logs).map(rowOfSignIn)) },
      {
        name: 'audits.json',
        content: answerOf(auditRowsOf(logs)),
      },
    ],
  },
  {
    name: 'Log Analytics, CSV of the portal',
    files: logs => [
      { name: 'query_data.csv', content: csvOf(logs.interactive.map(row => zoned(rowOfSignIn(row)))) },
      { name: 'query_data (1).csv', content: csvOf(logs.nonInteractive.map(row => zoned(rowOfSignIn(row)))) },
      {
        name: 'query_data (2).csv',
        content: csvOf(auditRowsOf(logs).map(zoned), {
          isQuoted: true,
        }),
      },
    ],
  },
  {
    name: 'Defender, advanced hunting of sign-ins',
    files: logs => [
      { name: 'AADSignInEventsBeta.csv', content: csvOf(signInsOf(logs).map(huntedSignIn)) },
      { name: 'audits.json', content: json(logs.directory) },
    ],
  },
]

const unifiedForms: Form[] = [
  {
    name: 'Management Activity API, blobs',
    files: logs =>
      parts(unifiedOf(logs), 2000).map((blob, at) => ({ name: `${at}.json`, content: json(blob) })),
  },
  {
    name: 'Management Activity API, a record a line',
    files: logs => [{ name: 'unified.ndjson', content: linesOf(unifiedOf(logs)) }],
  },
  {
    name: 'Purview, CSV',
    files: logs => [{ name: 'AuditLog.csv', content: csvOf(unifiedOf(logs).map(purviewRow)) }],
  },
  {
    name: 'Purview, CSV of before',
    files: logs => [{ name: 'AuditLog.csv', content: csvOf(unifiedOf(logs).map(purviewClassicRow)) }],
  },
  {
    name: 'Search-UnifiedAuditLog, CSV',
    files: logs => [
      {
        name: 'UAL-Combined.csv',
        content: `#TYPE Deserialized.Microsoft.Exchange.Data.ApplicationLogic.UnifiedAuditLogEvent\r\n${csvOf(unifiedOf(logs).map(searchRow), { isQuoted: true })}`,
      },
    ],
  },
  {
    name: 'Search-UnifiedAuditLog, JSON',
    files: logs => [{ name: 'UAL.json', content: pretty(unifiedOf(logs).map(searchRow)) }],
  },
  {
    name: 'Graph, the answer to an audit query',
    files: logs => [{ name: 'records.json', content: json({ value: unifiedOf(logs).map(queriedRecord) }) }],
  },
  {
    name: 'Graph, an audit query as CSV',
    files: logs => [{ name: 'records.csv', content: csvOf(unifiedOf(logs).map(queriedRecord)) }],
  },
  {
    name: 'Defender, advanced hunting of cloud applications',
    files: logs => [{ name: 'CloudAppEvents.csv', content: csvOf(unifiedOf(logs).map(cloudAppEvent)) }],
  },
]

const sentinelForms: Form[] = [
  {
    name: 'Sentinel, rows of all tables',
    files: logs => [
      {
        name: 'all.ndjson',
        content: linesOf([
          ...signInsOf(logs).map(rowOfSignIn),
          ...auditRowsOf(logs),
          ...logs.office.map(officeActivity),
        ]),
      },
    ],
  },
  {
    name: 'Sentinel, CSV of all tables',
    files: logs => [
      { name: 'signins.csv', content: csvOf(logs.interactive.map(rowOfSignIn)) },
      { name: 'more-signins.csv', content: csvOf(logs.nonInteractive.map(rowOfSignIn)) },
      { name: 'audits.csv', content: csvOf(auditRowsOf(logs)) },
      {
        name: 'office.csv',
        content: csvOf(logs.office.map(officeActivity).map(zoned)),
      },
    ],
  },
]

export const forms: Form[] = [
  ...entraForms.map(form => ({
    ...form,
    files: (logs: Logs) => [...form.files(logs), officeFile(logs)],
  })),
  ...unifiedForms,
  ...sentinelForms,
]
