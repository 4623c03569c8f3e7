// The report for a person at a terminal.
import type { Act, Evidence, Incident } from '../../detection/correlate/incident.ts'
import { TECHNIQUES } from '../../incidents/techniques.ts'
import { CONFIDENCE, hasJudgedNothing, leavesOut, moment, type Reading } from './summary.ts'

const MOST_ACTS = 25
const WIDTH = 110

export function textReport(incidents: Incident[], reading: Reading): string {
  if (hasJudgedNothing(reading)) return 'Nothing could be judged.\n'
  if (incidents.length === 0) return `No incidents${leavesOut(reading) ? ' in what was judged' : ''}.\n`
  return [...incidents.map(textOf), `${CONFIDENCE}\n`].join('\n')
}

function textOf(incident: Incident, index: number): string {
  const { title, user, userName, severity, confidence, summary, why, evidence, timeline } = incident
  const width = Math.max(...evidence.map(({ signal, rule }) => (rule ?? signal).length))
  const shown = timeline.slice(0, MOST_ACTS)
  return [
    `${index + 1}. ${title}`,
    `   ${userName && userName !== user ? `${userName}, ${user}` : user}`,
    `   ${severity}, confidence ${Math.round(confidence * 100)} %, ${moment(incident.occurredAt)} to ${moment(incident.lastSeenAt)}`,
    '',
    ...wrapped(summary, 3),
    '',
    '   Why',
    ...why.flatMap(reason => wrapped(reason, 5, '- ')),
    '',
    '   Evidence',
    ...evidence.map(
      ({ at, signal, rule, technique, eventId }) =>
        `     ${moment(at)}  ${(rule ?? signal).padEnd(width)} ${(technique ?? '').padEnd(10)} ${eventId}`,
    ),
    '',
    ...techniquesOf(evidence),
    `   What they did${timeline.length > shown.length ? ` (the first ${shown.length} of ${timeline.length})` : ''}`,
    ...shown.map(act => `     ${moment(act.at)}  ${sayAct(act)}`),
    '',
    ...(incident.addresses.length ? [`   Addresses  ${incident.addresses.join(', ')}`] : []),
    ...(incident.sessions.length ? [`   Sessions   ${incident.sessions.join(', ')}`] : []),
    ...(incident.linkedUsers.length ? [`   Linked to  ${incident.linkedUsers.join(', ')}`] : []),
    '',
  ].join('\n')
}

function techniquesOf(evidence: Evidence[]): string[] {
  const used = [...new Set(evidence.flatMap(({ technique }) => technique ?? []))].sort()
  return used.length === 0
    ? []
    : ['   ATT&CK', ...used.map(id => `     ${id.padEnd(10)} ${TECHNIQUES[id] ?? ''}`.trimEnd()), '']
}

export function sayAct({ says, address, network, country, client }: Act): string {
  const from = [address, network, country, client].filter(part => part !== null).join(', ')
  return from ? `${says} — ${from}` : says
}

function wrapped(text: string, indent: number, bullet = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && indent + bullet.length + line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  if (line) lines.push(line)
  return lines.map(
    (each, index) => `${' '.repeat(indent)}${index ? ' '.repeat(bullet.length) : bullet}${each}`,
  )
}
