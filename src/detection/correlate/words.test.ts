// How an attack is told.
import { expect, it } from 'vitest'
import { createTraces } from '../behaviour/memory/trace.ts'
import { deed } from '../fixtures/activities.ts'
import type { Signal } from '../signal.ts'
import type { Attack } from './incident.ts'
import { tell } from './words.ts'

const signal = (name: string, says: string, family: Signal['family'], weight: number): Signal => ({
  name,
  says,
  family,
  weight,
  technique: null,
  eventId: name,
  at: 0,
})

it('names rules by their titles, apart from what somebody did', () => {
  const attack = {
    weighed: {
      signals: [
        signal('device-code-sign-in', 'Signed in with a device code', 'access', 100),
        signal('mass-read', 'Read 900 messages', 'collection', 40),
        signal('7c4ff5d3', 'Rule: Inbox rule deletes mail', 'evasion', 45),
      ],
    },
    visits: [],
    traces: [],
    start: { origin: null, manner: { action: 'sign-in' }, at: Date.UTC(2026, 2, 4, 9, 12) },
  } as unknown as Attack
  const { title, summary, why } = tell('ana@contoso.example', null, attack)
  expect(title).toBe('Device-code sign-in from an unknown place, then many messages read')
  expect(summary).toContain('Then they read 900 messages. Rules that matched: Inbox rule deletes mail.')
  expect(why).toContain('Rule: Inbox rule deletes mail')
})

it('speaks of a phishing proxy only where one was seen', () => {
  const titleOf = (...signals: Signal[]) =>
    tell('ana@contoso.example', null, {
      weighed: { signals },
      visits: [],
      traces: [],
      start: { origin: null, manner: { action: 'sign-in' }, at: 0 },
    } as unknown as Attack).title
  const moved = signal('session-moved', 'It moved', 'access', 80)
  const proxy = signal('phishing-proxy', 'It was a proxy', 'access', 20)
  expect(titleOf(moved)).toBe('Session that began at another strange place used from an unknown place')
  expect(titleOf(moved, proxy)).toBe('Session of a phishing proxy used from an unknown place')
})

it('tells what the owner was led to do, and where the attacker was', () => {
  const origin = (name: string, country: string) => ({
    name,
    country,
    asn: 1,
    address: '192.0.2.1',
    network: name,
  })
  const letIn = {
    id: 'a',
    origin: origin('Telefonica', 'ES'),
    manner: { action: 'sign-in', flow: 'deviceCode' },
  }
  const used = { id: 'b', origin: origin('Hetzner', 'DE'), manner: { action: 'sign-in', flow: 'deviceCode' } }
  const session = { ...signal('device-code-session-elsewhere', 'It is used', 'access', 100), eventId: 'b' }
  const attack = {
    weighed: { signals: [session] },
    visits: [{ visit: { origin: used.origin, clients: ['App on Android'], traces: [used] } }],
    traces: [letIn, used],
    start: { ...letIn, at: Date.UTC(2026, 2, 4, 9, 12) },
  } as unknown as Attack
  const { title, summary } = tell('ana@contoso.example', null, attack)
  expect(title).toBe('Device-code phishing: session used from Hetzner (Germany)')
  expect(summary).toContain(
    'ana@contoso.example let in a device-code session at Telefonica (Spain) on 4 March 2026 at 09:12 UTC. Someone used it from Hetzner (Germany) with App on Android.',
  )
})

it('ends with what was taken and left behind', () => {
  const { trace } = createTraces()
  const device = deed(1, 'hetzner', 'device-registered', { detail: 'LAPTOP-9' })
  const traces = [deed(0, 'hetzner', 'mail-read', { itemCount: 12 }), device].map(each => trace(each, []))
  const summaryOf = (...signals: Signal[]) =>
    tell('ana@contoso.com', null, {
      weighed: { signals },
      visits: [],
      traces,
      start: traces[0],
    } as unknown as Attack).summary
  const registered = signal('device-registered', 'Registered a device: LAPTOP-9', 'persistence', 50)
  expect(summaryOf()).toMatch(/In all they read 12 messages\. Left behind: one device \(LAPTOP-9\)\.$/)
  expect(summaryOf({ ...registered, eventId: device.id })).toMatch(
    /Then they registered a device: LAPTOP-9\. In all they read 12 messages\.$/,
  )
})
