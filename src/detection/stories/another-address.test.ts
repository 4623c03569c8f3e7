// Whoever gets another address on the way: phones, relays and lines with one of each version hand out a new one every few minutes.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HIDING, HOUR, habits, MINUTE, PLACES, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 21 * DAY + 11 * HOUR
const NEAR = { ...PLACES.home, address: '81.99.7.7' }
const NEXT = { ...PLACES.home, address: '81.120.8.8' }

/** A browser that the person never used, on another line of their provider. */
const comes = (said: Partial<Activity> = {}): Activity =>
  act(T, 'home', { ...NEAR, client: 'Chrome on Android', ...said })
/** Mail on the web, which says nothing of a machine, from one more. */
const hides = (at: number, said: Partial<Activity> = {}): Activity =>
  deed(at, 'home', 'inbox-rule-set', { ...NEXT, client: 'Outlook on the web', rule: HIDING, ...said })

const found = (...stories: Activity[]) =>
  judge([...habits(), ...stories]).map(({ occurredAt, addresses }) => [occurredAt, addresses])

describe('what a stranger does from another address', () => {
  it('soon after on the same network is theirs, and began when they came', () => {
    expect(found(comes(), hides(T + HOUR))).toEqual([[T, [NEXT.address, NEAR.address]]])
    expect(found(comes())).toEqual([])
  })

  it('in the session that they began is theirs however long after', () => {
    const session = 'theirs'
    expect(found(comes({ session }), hides(T + 20 * HOUR, { session }))).toEqual([
      [T, [NEXT.address, NEAR.address]],
    ])
  })

  it('by a client of the person’s is theirs right after, if somebody else was there for certain', () => {
    const owner = [-5, 5].map(minutes => act(T + minutes * MINUTE, 'home'))
    const stranger = comes({ client: 'Firefox on macOS' })
    const goesOn = (at: number) => [act(at, 'home', NEXT), hides(at + 5 * MINUTE)]
    expect(found(...owner, stranger, ...goesOn(T + 20 * MINUTE))).toEqual([[T, [NEXT.address, NEAR.address]]])
    expect(found(...owner, stranger, ...goesOn(T + 3 * HOUR)).map(([at]) => at)).not.toContain(T)
  })

  it('through a relay is theirs, whichever provider of it', () => {
    const relay = (address: string, asn: number) => ({
      address,
      place: { ...PLACES.relay.place, asn, network: `Relay ${asn}` },
    })
    const first = comes({ ...relay('172.225.9.9', 36183), client: 'Safari on macOS' })
    const then = hides(T + HOUR, relay('146.75.9.9', 54113))
    expect(found(first, then)).toEqual([[T, ['146.75.9.9', '172.225.9.9']]])
  })
})

describe('what its owner does from another address', () => {
  it.each<[string, Activity[]]>([
    ['hours after', [comes(), hides(T + 9 * HOUR)]],
    ['on another network', [comes({ ...PLACES.neighbour }), hides(T + HOUR)]],
    ['where their machine is', [comes(), act(T + 50 * MINUTE, 'home', NEXT), hides(T + HOUR)]],
    ['in a session of theirs', [comes({ session: 's' }), hides(T + HOUR, { session: 'ana@contoso.com-21' })]],
    ['with nothing grave', [comes(), hides(T + HOUR, { rule: null, action: 'mail-read' })]],
  ])('is theirs %s', (_how, stories) => {
    expect(found(...stories).map(([at]) => at)).not.toContain(T)
  })
})
