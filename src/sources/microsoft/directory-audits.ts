// Changes in the directory by Graph. Without a premium licence Microsoft keeps them for seven days only.
import type { Source } from '../source.ts'
import type { MicrosoftClient } from './client.ts'
import { reportPages } from './report.ts'

export const directoryAudits: Source<MicrosoftClient> = {
  name: 'directoryAudits',
  isSilenceOdd: true,
  pages: context =>
    reportPages(
      {
        path: '/v1.0/auditLogs/directoryAudits',
        timeField: 'activityDateTime',
        keptDays: 30,
        permission: 'AuditLog.Read.All',
      },
      context,
    ),
}
