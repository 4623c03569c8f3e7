// One incident a line, for programs.
import type { Incident } from '../../detection/correlate/incident.ts'

const iso = (at: number): string => new Date(at).toISOString()

export const ndjsonReport = (incidents: Incident[]): string =>
  incidents.map(incident => `${JSON.stringify(lineOf(incident))}\n`).join('')

/** The first seven members are the contract (docs/detection.md); what follows may grow. */
const lineOf = (incident: Incident) => ({
  user: incident.user,
  title: incident.title,
  severity: incident.severity,
  occurredAt: iso(incident.occurredAt),
  lastSeenAt: iso(incident.lastSeenAt),
  why: incident.why,
  evidence: incident.evidence.map(({ eventId, at, signal, technique }) => ({
    eventId,
    at: iso(at),
    signal,
    technique,
  })),
  id: incident.id,
  tenant: incident.tenant,
  userId: incident.userId,
  userName: incident.userName,
  summary: incident.summary,
  confidence: incident.confidence,
  attackerAddresses: incident.addresses,
  attackerSessions: incident.sessions,
  linkedUsers: incident.linkedUsers,
  timeline: incident.timeline.map(({ at, until, ...act }) => ({ at: iso(at), until: iso(until), ...act })),
})
