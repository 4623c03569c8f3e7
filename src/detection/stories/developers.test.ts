// Developers: the tools that they let in with device codes and run behind their VPN, and copies that they make at home.
import { expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 11 * HOUR
const AZURE_CLI = '04b07795-8ddb-461a-bbee-02f9e1bf7b46'
const OUTLOOK = 'd3590ed6-52b3-4102-aeff-aad2292ab01c'

const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)

/** Whose browser has been on one VPN and another from the beginning, in one session for all of it. */
const session = 'browser'
const past: Activity[] = [
  ...habits(),
  ...Array.from({ length: 10 }, (_, n) =>
    act(START + 2 * n * DAY + 15 * HOUR, n % 2 ? 'm247' : 'proton', { session, isInteractive: false }),
  ),
]
/** Whose laptop names itself. */
const bound = habits().map(each =>
  each.client === 'Chrome on Windows' ? { ...each, deviceId: 'd1', session } : each,
)
const byTool = { appId: AZURE_CLI, client: 'Python', isInteractive: false } as const
const entersCode = (from: PlaceName, appId = AZURE_CLI) =>
  act(T, from, { session, appId, flow: 'deviceCode' })

it('a code that is entered on the VPN, for a tool, is theirs', () => {
  expect(beginnings(past, [entersCode('nord')])).toEqual([])
  expect(beginnings(past, [entersCode('nord', OUTLOOK)])).toEqual([T])
  expect(beginnings(habits(), [entersCode('nord')])).toEqual([T])
})

it('the browser in which it was entered goes on on the VPN, and the tool on a server', () => {
  const server = act(T + MINUTE, 'azure', { ...byTool, session })
  const browser = act(T + 3 * HOUR, 'nord', { session, isInteractive: false })
  expect(beginnings(past, [entersCode('office'), server, browser])).toEqual([])
  const another = act(T + 3 * HOUR, 'nord', { session, client: 'Firefox on Linux', isInteractive: false })
  expect(beginnings(past, [entersCode('office'), server, another])).toEqual([T])
  // A server is none in which mail is read.
  const reads = deed(T + HOUR, 'azure', 'mail-read', { session, client: 'Python', itemCount: 40 })
  expect(beginnings(past, [entersCode('office'), server, reads])).toEqual([T])
})

it('a tool that is run behind the VPN is on the machine that is there, and without one on another’s', () => {
  const browser = act(T, 'ovh', { session, deviceId: 'd1', isInteractive: false })
  const tool = act(T + 5 * MINUTE, 'ovh', { ...byTool, session })
  expect(beginnings(bound, [browser, tool])).toEqual([])
  expect(beginnings(bound, [{ ...browser, deviceId: null }, tool])).toEqual([T])
})

it('a program that copies files where their own machine is at work on a new line is theirs, elsewhere it is not', () => {
  const works = [0, 1].map(n =>
    act(T + n * MINUTE, 'neighbour', {
      session: 'machine',
      deviceId: 'd1',
      client: n ? 'Outlook on Windows' : 'Teams on Windows',
      isInteractive: false,
    }),
  )
  const copies = (from: PlaceName) =>
    deed(T + 5 * HOUR, from, 'file-download', { client: 'rclone', session: null, itemCount: 60 })
  expect(beginnings(bound, works, [copies('neighbour')])).toEqual([])
  expect(beginnings(bound, works, [copies('residential')])).toHaveLength(1)
})

it('a server that was let in is not where a theft begins that comes days later', () => {
  const letIn = [
    act(T, 'office', { session, deviceId: 'd1', appId: AZURE_CLI, flow: 'deviceCode' }),
    act(T + MINUTE, 'azure', { ...byTool, session }),
  ]
  const theft = T + 4 * DAY
  const stolen = [
    act(theft, 'residential', { session, isInteractive: false }),
    deed(theft + MINUTE, 'residential', 'mail-read', { session, itemCount: 90 }),
  ]
  expect(beginnings(bound, letIn, stolen)).toEqual([theft])
})

it('an editor in the cloud signs in for itself in the session of the browser that shows it', () => {
  const VISUAL_STUDIO_CODE = 'aebc6443-996d-45c2-90f0-388ff96faa56'
  const browser = act(T, 'home', { session, deviceId: 'd1', isInteractive: false })
  const inCloud = (appId: string) =>
    act(T + MINUTE, 'azure', { session, appId, client: 'node-fetch', isInteractive: false })
  expect(beginnings(bound, [browser, inCloud(VISUAL_STUDIO_CODE)])).toEqual([])
  expect(beginnings(bound, [browser, inCloud(OUTLOOK)])).toEqual([T + MINUTE])
  const reads = deed(T + HOUR, 'azure', 'mail-read', { session, client: 'node-fetch', itemCount: 40 })
  expect(beginnings(bound, [browser, inCloud(VISUAL_STUDIO_CODE), reads])).toEqual([T + MINUTE])
})
