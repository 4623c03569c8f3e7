// A phishing page and whoever runs it, where no log tells sessions; and people who only have a VPN.
import { describe, expect, it } from 'vitest'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  habits,
  MINUTE,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 21 * DAY + 15 * HOUR
const OFFICE_PORTAL = '4765445b-32c6-49b0-83e6-1d93765276ca'

/** The page shows itself with the browser of whom it asks. */
const page = (from: PlaceName) => act(T, from, { mfa: 'passed', appId: OFFICE_PORTAL })
const comes = (from: PlaceName, after: number, client = 'Firefox on macOS') =>
  act(T + after, from, { client, mfa: 'earlier' })
const found = (...story: ReturnType<typeof act>[]) =>
  judge(habits(), story).map(({ occurredAt }) => occurredAt)

describe('after a sign-in that looks like a phishing page’s', () => {
  it('another machine behind another provider has got the account', () => {
    const [incident, ...others] = judge(habits(), [page('ovh'), comes('nord', 10 * MINUTE)])
    expect([incident?.occurredAt, incident?.addresses, others]).toEqual([T, ['185.203.8.8', '51.77.4.4'], []])
    expect(incident!.title).toBe('Phished account used from Datacamp (Netherlands)')
  })

  it('another machine abroad has, where people sit', () => {
    expect(found(page('ovh'), comes('residential', 10 * MINUTE))).toEqual([T])
    expect(found(comes('residential', 10 * MINUTE))).toEqual([])
  })

  it.each<[string, ReturnType<typeof act>[]]>([
    ['nobody', [page('ovh')]],
    ['who comes without it', [comes('nord', 10 * MINUTE)]],
    ['who comes with what the person has', [page('ovh'), comes('nord', 10 * MINUTE, 'Chrome on Windows')]],
    ['who comes hours later', [page('ovh'), comes('nord', 5 * HOUR)]],
    ['who was there before', [page('ovh'), comes('nord', -10 * MINUTE)]],
    ['who sits at home', [page('ovh'), comes('neighbour', 10 * MINUTE)]],
  ])('%s has not', (_who, story) => expect(found(...story)).toEqual([]))
})

describe('a sign-in that looks like a phishing page’s', () => {
  const misused = (session: string | null) => {
    const at = T + 13 * HOUR
    const said = { session, client: 'Firefox on Linux' }
    return [
      act(at, 'residential', { ...said, mfa: 'earlier' }),
      deed(at + MINUTE, 'residential', 'inbox-rule-set', { ...said, rule: HIDING }),
    ]
  }

  it('is where an attack began that comes within a day, where no session is told', () => {
    expect(found(page('ovh'), ...misused(null))).toEqual([T])
  })

  it('is not where sessions tell two people apart, nor days before', () => {
    expect(found({ ...page('ovh'), session: 'x' }, ...misused('y'))).toEqual([T + 13 * HOUR])
    expect(found({ ...page('ovh'), at: T - 2 * DAY }, ...misused(null))).toEqual([T + 13 * HOUR])
  })
})
