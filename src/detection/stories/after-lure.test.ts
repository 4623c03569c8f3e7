// Who comes in after a misused account has written to many: the colleague who fell to it, or one who travels.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
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

const ANA = 'ana@contoso.com'
const BEN = 'ben@contoso.com'
const T = START + 20 * DAY + 13 * HOUR

const people = [...habits(ANA), ...habits(BEN)]
const misused = (messages: number): Activity[] => {
  const said = { user: ANA, session: 'stolen', client: 'Firefox on Linux' }
  return [
    act(T - 30 * MINUTE, 'hetzner', { ...said, mfa: 'passed' }),
    deed(T - 20 * MINUTE, 'hetzner', 'inbox-rule-set', { ...said, rule: HIDING }),
    ...Array.from({ length: messages }, (_, n) => deed(T + n * 2000, 'hetzner', 'mail-send', said)),
  ]
}
const lured = (from: PlaceName, said: Partial<Activity> = {}) => [
  act(T + 2 * HOUR, from, {
    user: BEN,
    session: 'new',
    mfa: 'passed',
    appId: '4765445b-32c6-49b0-83e6-1d93765276ca',
    ...said,
  }),
]

const ofBen = (incidents: ReturnType<typeof judge>) => incidents.filter(({ user }) => user === BEN)

it('whoever signs in through a data centre soon after fell to it, and both accounts are linked', () => {
  const incidents = judge(people, misused(14), lured('ovh'))
  expect(incidents.map(({ user, linkedUsers }) => [user, linkedUsers])).toEqual([
    [ANA, [BEN]],
    [BEN, [ANA]],
  ])
  const [incident] = ofBen(incidents)
  expect(incident!.occurredAt).toBe(T + 2 * HOUR)
  expect(incident!.why.join()).toContain(
    '2 hours after mail had gone out to many from the misused account of ana@',
  )
})

it('a machine in a data centre to which colleagues had come before is their company’s', () => {
  const used = (user: string, days: number) => [
    act(T - days * DAY, 'ovh', { user, session: user, mfa: 'passed' }),
  ]
  const [cas, dan] = [used('cas@contoso.com', 6), used('dan@contoso.com', 3)]
  expect(ofBen(judge(people, cas, dan, misused(14), lured('ovh')))).toEqual([])
  expect(ofBen(judge(people, cas, misused(14), lured('ovh')))).toHaveLength(1)
  const since = used('dan@contoso.com', -1)
  expect(ofBen(judge(people, cas, since, misused(14), lured('ovh')))).toHaveLength(1)
})

it('a phishing page behind a VPN looks like one', () => {
  expect(ofBen(judge(people, misused(14), lured('nord')))).toHaveLength(1)
  expect(ofBen(judge(people, misused(14), lured('nord', { appId: null })))).toEqual([])
})

it.each<[string, Activity[][]]>([
  ['no account is misused', [lured('ovh')]],
  ['a misused one has written to few', [misused(4), lured('ovh')]],
  ['it was days ago', [misused(14), lured('ovh').map(one => ({ ...one, at: T + 3 * DAY }))]],
  ['it is still to come', [misused(14), lured('ovh').map(one => ({ ...one, at: T - 2 * HOUR }))]],
  [
    'they had been there before',
    [misused(14), lured('ovh').flatMap(one => [{ ...one, id: 'e', at: T - 3 * DAY, session: 'old' }, one])],
  ],
  [
    'they go on with a session of theirs',
    [misused(14), lured('ovh', { session: `${BEN}-20`, isInteractive: false })],
  ],
  ['they are on a line nearby with a browser of theirs', [misused(14), lured('neighbour')]],
  ['their own machine is with them', [misused(14), lured('ovh', { deviceId: 'd1', isDeviceKnown: true })]],
])('when %s, it may be the person', (_name, stories) => expect(ofBen(judge(people, ...stories))).toEqual([]))

it('one who sends many messages every day at home leads nobody', () => {
  const newsletter = Array.from({ length: 40 }, (_, n) =>
    deed(T + n * 2000, 'office', 'mail-send', { user: ANA, session: `${ANA}-20` }),
  )
  expect(judge(people, newsletter, lured('ovh'))).toEqual([])
})
