// The report as one file to read, print and send: no script, nothing fetched from anywhere.
import type { Incident } from '../../detection/correlate/incident.ts'
import { TECHNIQUES } from '../../incidents/techniques.ts'
import { CONFIDENCE, hasJudgedNothing, moment, type Reading, sayReading } from './summary.ts'
import { sayAct } from './text.ts'

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; color: #1c2024; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin: 0 0 .25rem; } h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; }
article { border: 1px solid #d5d9de; border-left: .4rem solid #8a929b; border-radius: .3rem; padding: 1rem 1.25rem; margin: 1.25rem 0; }
article.critical { border-left-color: #b3123b; } article.high { border-left-color: #d6560a; } article.medium { border-left-color: #b98900; }
.facts { color: #55606b; margin: 0; } pre { white-space: pre-wrap; color: #55606b; font: inherit; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; } td, th { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #eceef0; }
th { overflow-wrap: normal; } td:first-child { white-space: nowrap; }
@media (max-width: 40rem) { article { padding: .75rem; } td:first-child { white-space: normal; } }
@media print { body { margin: 0; max-width: none; } article { break-inside: auto; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
`

export const htmlReport = (incidents: Incident[], reading: Reading): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Vedette: ${titleOf(incidents.length, reading)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Account takeovers found in exported logs</h1>
<pre>${escaped(sayReading(reading, incidents.length))}</pre>
${incidents.length > 0 ? `<p class="facts">${CONFIDENCE}</p>` : ''}
${incidents.map(article).join('\n')}
</body>
</html>
`

function titleOf(incidents: number, reading: Reading): string {
  if (hasJudgedNothing(reading)) return 'nothing could be judged'
  return `${incidents} ${incidents === 1 ? 'incident' : 'incidents'}`
}

function article(incident: Incident): string {
  const { title, user, userName, severity, confidence, summary, why, evidence, timeline } = incident
  const marks = [
    ['Addresses', incident.addresses],
    ['Sessions', incident.sessions],
    ['Linked accounts', incident.linkedUsers],
  ] as const
  return `<article class="${severity}">
<h2>${escaped(title)}</h2>
<p class="facts">${escaped(userName && userName !== user ? `${userName}, ${user}` : user)} · ${severity} · confidence ${Math.round(confidence * 100)} % · ${moment(incident.occurredAt)} to ${moment(incident.lastSeenAt)}</p>
<p>${escaped(summary)}</p>
<h3>Why</h3>
<ul>${why.map(reason => `<li>${escaped(reason)}</li>`).join('')}</ul>
<h3>Evidence</h3>
<table><thead><tr><th>Moment</th><th>Signal or rule</th><th>ATT&amp;CK</th><th>Record</th></tr></thead><tbody>
${evidence.map(({ at, signal, rule, technique, eventId }) => row([moment(at), rule ?? signal, sayTechnique(technique), eventId])).join('\n')}
</tbody></table>
<h3>What they did</h3>
<table><tbody>
${timeline.map(act => row([moment(act.at), sayAct(act)])).join('\n')}
</tbody></table>
${marks
  .filter(([, values]) => values.length > 0)
  .map(([name, values]) => `<h3>${name}</h3><p>${escaped(values.join(', '))}</p>`)
  .join('\n')}
</article>`
}

const sayTechnique = (id: string | null): string =>
  id === null ? '' : `${id} ${TECHNIQUES[id] ?? ''}`.trim()

const row = (cells: string[]): string => `<tr>${cells.map(cell => `<td>${escaped(cell)}</td>`).join('')}</tr>`

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Everything in a log may have been written by an attacker. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => ENTITIES[sign]!)
