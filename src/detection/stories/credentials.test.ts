// Who replaces everything that an account can be entered with, and who comes back with what they had added.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HOUR,
  habits,
  inboxRule,
  MINUTE,
  PLACES,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 21 * HOUR
const PHONE = { client: 'Safari on iOS', session: 'new' }

/** A number that was ported, and what is done with it. The directory names no place. */
const swapped = (from: PlaceName, acts: Activity['action'][]): Activity[] => [
  ...acts.map((action, n) => deed(T + n * 5 * MINUTE, null, action, { client: null, session: null })),
  act(T + 4 * MINUTE, from, { ...PHONE, mfa: 'passed' }),
  deed(T + HOUR, from, 'mail-read', PHONE),
]
const ALL: Activity['action'][] = ['password-reset', 'mfa-method-added', 'mfa-method-removed']
const past = habits('ana@contoso.com', 20)

it('password and second factor replaced at once from a strange line are a takeover', () => {
  const [incident, ...others] = judge(past, swapped('neighbour', ALL))
  expect(others).toEqual([])
  expect(incident!.why.join()).toContain('Replaced the password and a way to pass MFA')
  expect(incident!.title).toContain('password and MFA replaced')
})

it.each<[string, Activity[]]>([
  ['a new phone', swapped('neighbour', ['mfa-method-added', 'mfa-method-removed'])],
  ['a forgotten password', swapped('neighbour', ['password-reset'])],
  ['all of it at home', swapped('home', ALL)],
  ['nobody who signs in elsewhere', swapped('neighbour', ALL).filter(({ place }) => place === null)],
])('%s is none', (_name, story) => expect(judge(past, story)).toEqual([]))

describe('a lost phone', () => {
  const machine = (at: number, from: PlaceName) =>
    ['Outlook on Windows', 'OneDrive on Windows'].map(client =>
      act(at, from, {
        client,
        session: 'laptop',
        deviceId: 'laptop',
        isDeviceKnown: true,
        isInteractive: false,
      }),
    )
  const days = Array.from({ length: 20 }, (_, day) => machine(START + day * DAY + 8 * HOUR, 'home')).flat()
  const replaced = swapped('neighbour', ALL).map(activity =>
    activity.place === null ? { ...activity, ...PLACES.neighbour } : activity,
  )

  it('is replaced by its owner where their machine is at work', () => {
    expect(judge(past, days, machine(T - 3 * HOUR, 'neighbour'), replaced)).toEqual([])
  })

  it('also on another machine, with the browser that has always named the laptop', () => {
    const browser = { client: 'Edge on Windows', session: 'laptop' }
    const named = days.map(each => ({ ...each, ...browser, id: `${each.id}b` }))
    const bare = replaced.map(each =>
      each.client === PHONE.client ? { ...each, client: browser.client } : each,
    )
    expect(judge(past, days, named, machine(T - 3 * HOUR, 'neighbour'), bare)).toEqual([])
    expect(judge(past, days, named, machine(T - 3 * HOUR, 'home'), bare)).toHaveLength(1)
  })

  it('is another’s where that is elsewhere', () => {
    expect(judge(past, days, machine(T - 3 * HOUR, 'home'), replaced)).toHaveLength(1)
  })
})

describe('on the owner’s own mobile network', () => {
  const stranger = { client: 'Chrome on Android', session: 'new' }
  const hides = inboxRule({ name: 's', movesTo: 'RSS Feeds', looksFor: [] })
  const reset = deed(T, 'mobile', 'password-reset', { ...stranger, session: null })
  const added = deed(T + 5 * MINUTE, 'mobile', 'mfa-method-added', { ...stranger, session: null })
  const comesIn = act(T + 2 * MINUTE, 'mobile', { ...stranger, mfa: 'passed' })
  const rule = deed(T + HOUR, 'mobile', 'inbox-rule-set', { ...stranger, rule: hides })

  it('who has the number resets the password, and is told from the owner by what they hide', () => {
    const incidents = judge(past, [reset, comesIn, added, rule])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([T])
    expect(incidents[0]!.why.join()).toContain('2 minutes after the password had been reset there')
  })

  it('a new phone is the owner’s, and so is what is hidden from the phone that they have', () => {
    const registered = deed(T + HOUR, 'mobile', 'device-registered', stranger)
    expect(judge(past, [reset, comesIn, added, registered])).toEqual([])
    const own = { client: 'Outlook on iOS', session: 'ana@contoso.com-phone' }
    expect(judge(past, [reset, { ...comesIn, ...own }, { ...rule, ...own }])).toEqual([])
  })
})

it('who may still have a key and comes back weeks later is the same attacker', () => {
  const breakIn = (at: number, from: PlaceName, ...deeds: Activity['action'][]) => [
    act(at, from, { session: `${at}`, client: 'Firefox on Linux', flow: 'deviceCode' }),
    ...deeds.map(action => deed(at + 5 * MINUTE, from, action, { session: `${at}`, client: null })),
  ]
  const back = (days: number) => breakIn(T + days * DAY, 'ovh')
  const lived = habits('ana@contoso.com', 70)
  const changed = [deed(T + DAY, 'home', 'password-changed', { session: null })]
  const helped = [
    deed(T + DAY, 'office', 'password-reset', {
      user: 'it@contoso.com',
      targetUser: 'ana@contoso.com',
      session: null,
    }),
  ]
  const first = breakIn(T, 'hetzner')
  expect(judge(lived, first, back(18))).toHaveLength(1)
  expect(judge(lived, first, back(30))).toHaveLength(2)
  expect(judge(lived, first, changed, back(18))).toHaveLength(2)
  expect(judge(lived, first, helped, back(18))).toHaveLength(2)
  expect(judge(lived, first, changed, back(12))).toHaveLength(1)
  expect(judge(lived, breakIn(T, 'hetzner', 'mfa-method-added'), changed, back(40))).toHaveLength(1)
})

describe('the password alone, where the person has always passed MFA', () => {
  const alone = (from: PlaceName, said: Partial<Activity> = {}) =>
    judge(past, [act(T, from, { session: 'new', client: 'Firefox on Linux', mfa: 'none', ...said })])

  it('in a data centre and with a browser that they never had is not theirs', () => {
    const [incident, ...others] = alone('hetzner')
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.why).toContain(
      'Signed in with the password alone, where this account has always passed MFA',
    )
  })

  it('may be theirs where people sit, with what they always use, or where MFA was not always asked for', () => {
    expect(alone('neighbour')).toEqual([])
    expect(alone('hetzner', { client: 'Chrome on Windows' })).toEqual([])
    expect(alone('hetzner', { mfa: 'passed' })).toEqual([])
    const before = act(T - 3 * DAY, 'office', { session: 'old', mfa: 'none' })
    expect(judge(past, [before], [act(T, 'hetzner', { client: 'Firefox on Linux', mfa: 'none' })])).toEqual(
      [],
    )
  })
})
