// Sign-ins by Graph, for tenants with Entra ID P1: those at which somebody sat, and those that applications made for them.
import type { Source } from '../source.ts'
import type { MicrosoftClient } from './client.ts'
import { type Report, reportPages } from './report.ts'

// Only beta tells of sessions, user agents and tokens, and of sign-ins at which nobody sat.
const report = (type: string): Report => ({
  path: '/beta/auditLogs/signIns',
  timeField: 'createdDateTime',
  condition: `signInEventTypes/any(t: t eq '${type}')`,
  keptDays: 30,
  permission: 'AuditLog.Read.All',
})

export const signIns: Source<MicrosoftClient> = {
  name: 'signIns',
  isSilenceOdd: true,
  pages: context => reportPages(report('interactiveUser'), context),
}

export const nonInteractiveSignIns: Source<MicrosoftClient> = {
  name: 'nonInteractiveSignIns',
  isSilenceOdd: true,
  pages: context => reportPages(report('nonInteractiveUser'), context),
}
