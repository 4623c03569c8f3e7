// How an attack is told.
import { expect, it } from 'vitest'
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
    start: { origin: null, manner: { action: 'sign-in' }, at: Date.UTC(2026, 2, 4, 9, 12) },
  } as unknown as Attack
  const { title, summary, why } = tell('ana@contoso.example', null, attack)
  expect(title).toBe('Device-code sign-in from an unknown place, then many messages read')
  expect(summary).toContain('Then they read 900 messages. Rules that matched: Inbox rule deletes mail.')
  expect(why).toContain('Rule: Inbox rule deletes mail')
})
