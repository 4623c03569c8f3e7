// Everything that is collected from a Microsoft 365 tenant.
import type { Source } from '../source.ts'
import { auditQueries } from './audit-queries.ts'
import type { MicrosoftClient } from './client.ts'
import { directoryAudits } from './directory-audits.ts'
import { managementActivitySources } from './management-activity.ts'
import { nonInteractiveSignIns, signIns } from './sign-ins.ts'
import { directory } from './users.ts'

export const microsoftSources: Source<MicrosoftClient>[] = [
  ...managementActivitySources,
  signIns,
  nonInteractiveSignIns,
  directoryAudits,
  auditQueries,
  directory,
]
