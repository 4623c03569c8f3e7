// The report of `scan` as a page, in the browser.
import { htmlReport } from '../../src/cli/scan/html.ts'
import { createReading } from '../../src/cli/scan/summary.ts'
import type { Act, Incident } from '../../src/detection/correlate/incident.ts'
import { findings, overhang } from './axe.ts'
import { expect, test } from './visit.ts'

const at = Date.parse('2026-03-02T09:12:44Z')
const act: Act = {
  ...{ eventId: '5f1c8a52-0c77-4b3e-9a53-1a2b3c4d5e6f', at, until: at, records: 2, items: 76 },
  ...{ action: 'mail-read', operation: 'MailItemsAccessed', says: 'Read 76 messages', isSuccess: true },
  ...{ address: '2001:db8:85a3:1111:2222:8a2e:370:7334', network: 'Example Hosting', country: 'NL' },
  ...{ client: 'Chrome on Windows', session: '002c1f3e-9a53-4b3e-8a52-1a2b3c4d5e6f', target: null },
}
const incident: Incident = {
  ...{ id: '1', tenant: null, user: 'mara.lindqvist@northwind-dairy.example', userId: null },
  ...{ userName: 'Mara Lindqvist', title: 'Session stolen', summary: 'In words.', severity: 'high' },
  ...{ confidence: 0.97, occurredAt: at, lastSeenAt: at, why: ['A session was used from elsewhere'] },
  evidence: [
    { eventId: act.eventId, at, signal: 'session-on-second-network', rule: null, technique: 'T1550.004' },
  ],
  ...{ addresses: [act.address!], sessions: [act.session!], origins: [], lures: [], made: [], ledBy: [] },
  ...{ linkedUsers: [], timeline: [act] },
}

test('does not scroll sideways on any screen', async ({ visit }) => {
  const page = await visit({})
  await page.setContent(htmlReport([incident], createReading()))
  for (const width of [320, 360, 390, 700, 1400]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => overhang(page), `at ${width}`).toBe(0)
  }
  expect(await findings(page)).toEqual([])
})
