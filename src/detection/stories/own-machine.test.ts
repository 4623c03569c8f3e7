// What goes along with the person's own machine: programs that they let in on it, codes that they entered on it, the next machine.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import { act, DAY, deed, HOUR, habits, MINUTE, type PlaceName, START } from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 11 * HOUR
const AZURE_CLI = '04b07795-8ddb-461a-bbee-02f9e1bf7b46'
const OFFICE_PORTAL = '4765445b-32c6-49b0-83e6-1d93765276ca'

const laptop = {
  client: 'Edge on Windows',
  deviceId: 'd1',
  session: 'browser',
  isInteractive: false,
} as const

/** Days of work on a laptop that names itself. */
const bound = (days = 20): Activity[] =>
  habits('ana@contoso.com', days).map(each =>
    each.client === 'Chrome on Windows'
      ? { ...each, client: laptop.client, deviceId: laptop.deviceId, session: laptop.session }
      : each,
  )

const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)

describe('a mail program that was let in on the laptop', () => {
  const app = { appId: 'e9a7fea1-1cc0-4cd9-a31b-9137ca5deedd', appName: 'Letters' }
  const consentFrom = (from: PlaceName, session: string) =>
    deed(T, from, 'consent-granted', {
      operation: 'Consent to application',
      session,
      target: app.appName,
      targetId: app.appId,
      detail: 'EWS.AccessAsUser.All offline_access',
    })
  const consent = consentFrom('office', laptop.session)
  const said = { ...app, client: 'Letters', session: 'letters' }
  const works = (from: PlaceName) => [
    act(T + 2 * DAY, from, { ...said, isInteractive: false }),
    deed(T + 2 * DAY + MINUTE, from, 'mail-read', { ...said, itemCount: 900 }),
  ]

  it('is behind a VPN with it', () => {
    const along = act(T + 2 * DAY + HOUR, 'nord', laptop)
    expect(beginnings(bound(), [consent, ...works('nord'), along])).toEqual([])
  })

  it('is another’s where the laptop is not', () => {
    const before = act(T + DAY, 'nord', laptop)
    expect(beginnings(bound(), [consent, ...works('nord')])).toEqual([T])
    expect(beginnings(bound(), [consent, ...works('nord'), before])).toEqual([T])
  })

  it('is theirs behind a VPN with their phone and their browser, where no log names machines', () => {
    const browser = { session: 'ana@contoso.com-20', isInteractive: false }
    const phone = { session: 'ana@contoso.com-phone', client: 'Outlook on iOS', isInteractive: false }
    const letIn = (from: PlaceName) => [
      consentFrom(from, browser.session),
      act(T + HOUR, from, { ...said, isInteractive: false }),
      deed(T + 2 * HOUR, from, 'mail-read', { ...said, itemCount: 60 }),
    ]
    const along = [act(T + 30 * MINUTE, 'nord', browser), act(T + 40 * MINUTE, 'nord', phone)]
    expect(beginnings(habits(), letIn('nord'), along)).toEqual([])
    expect(beginnings(habits(), letIn('nord'))).toEqual([T])
  })
})

describe('a mail program of the phone that is set up on a new computer as well', () => {
  const app = { appId: 'f8d98a96-0999-43f5-8af3-69971c7bb423', appName: 'Apple Internet Accounts' }
  const setUp = (from: PlaceName) => {
    const said = { session: 'new', client: 'Safari on macOS' }
    return [
      act(T, from, { ...said, mfa: 'passed' }),
      deed(T + MINUTE, from, 'consent-granted', {
        ...said,
        operation: 'Consent to application.',
        target: app.appName,
        targetId: app.appId,
        detail: 'EAS.AccessAsUser.All EWS.AccessAsUser.All offline_access',
      }),
      deed(T + 3 * MINUTE, from, 'mail-read', { ...app, session: 'new', client: 'Exchange Web Services' }),
    ]
  }
  const reads = (day: number) =>
    deed(START + day * DAY + 13 * HOUR, 'mobile', 'mail-read', {
      ...app,
      client: 'Apple Mail on iOS',
      session: 'ios',
    })

  it('gets no new way in where it has been at work for days', () => {
    expect(beginnings(habits(), [2, 6, 9].map(reads), setUp('neighbour'))).toEqual([])
  })

  it('is let in for the first time where it has not', () => {
    expect(beginnings(habits(), setUp('neighbour'))).toEqual([T])
    expect(beginnings(habits(), [reads(19)], setUp('neighbour'))).toEqual([T])
  })
})

describe('a device code for a tool of developers that was entered on the laptop', () => {
  const said = { appId: AZURE_CLI, flow: 'deviceCode' } as const
  const entered = act(T, 'office', { ...laptop, ...said, isInteractive: true })
  const redeemed = (from: PlaceName, appId = AZURE_CLI) =>
    act(T + MINUTE, from, {
      ...said,
      appId,
      session: 'server',
      client: 'python-requests',
      isInteractive: false,
    })

  it('lets in a machine in Microsoft’s cloud, but neither one that is rented elsewhere nor anything else', () => {
    expect(beginnings(bound(), [entered, redeemed('azure')])).toEqual([])
    expect(beginnings(bound(), [entered, redeemed('hetzner')])).toEqual([T + MINUTE])
    expect(beginnings(bound(), [redeemed('azure', 'd3590ed6-52b3-4102-aeff-aad2292ab01c')])).toEqual([
      T + MINUTE,
    ])
  })

  it('does not make the browser in which it was entered another’s where the laptop goes', () => {
    const goesOn = (at: number, more: Partial<Activity> = {}) => act(at, 'nord', { ...laptop, ...more })
    expect(beginnings(bound(), [entered, goesOn(T + 20 * HOUR)])).toEqual([])
    const other = { client: 'Firefox on Linux', deviceId: null }
    expect(beginnings(bound(), [entered, goesOn(T + 20 * HOUR, other)])).toHaveLength(1)
  })
})

describe('a new laptop', () => {
  const programs = ['Outlook on Windows', 'Teams on Windows', 'Edge on Windows']
  /** Each program in a session of its own. */
  const atWork = (at: number, from: PlaceName, deviceId: string, name: string) =>
    programs.map((client, n) =>
      act(at + n * MINUTE, from, {
        client,
        deviceId,
        isDeviceKnown: true,
        session: `${name} ${client}`,
        isInteractive: false,
      }),
    )
  const days = Array.from({ length: 18 }, (_, day) =>
    atWork(START + day * DAY + 8 * HOUR, 'office', 'd1', 'old'),
  ).flat()
  const setUp = [
    deed(T, 'hetzner', 'device-registered', { target: 'LT-2', client: null }),
    deed(T + MINUTE, 'hetzner', 'mfa-method-added', { target: 'Windows Hello', client: null }),
    act(T + 5 * MINUTE, 'hetzner', {
      appId: OFFICE_PORTAL,
      client: 'Edge on Windows',
      deviceId: 'd2',
      isDeviceKnown: true,
      session: 'new browser',
      mfa: 'passed',
    }),
    ...atWork(T + 10 * MINUTE, 'hetzner', 'd2', 'new'),
  ]

  it('is set up on the VPN that the old one is on', () => {
    expect(beginnings(days, atWork(T - 2 * HOUR, 'hetzner', 'd1', 'today'), setUp)).toEqual([])
  })

  it('is another’s where the old one is not', () => {
    expect(beginnings(days, atWork(T - 2 * HOUR, 'office', 'd1', 'today'), setUp)).toHaveLength(1)
  })
})

describe('a phone', () => {
  const abroad = (said: Partial<Activity> = {}) => [
    act(T, 'hotel', { ...laptop, isInteractive: true, ...said }),
    deed(T + 2 * MINUTE, 'hotel', 'mfa-method-added', { ...laptop, isInteractive: null, ...said }),
  ]
  const athome = (client: string) => act(T + 6 * MINUTE, 'home', { client, session: 'other', mfa: 'passed' })

  it('comes out at home while the laptop is abroad', () => {
    expect(beginnings(bound(), abroad(), [athome('Outlook on iOS')])).toEqual([])
  })

  it('but no computer does', () => {
    expect(beginnings(bound(), abroad(), [athome('Chrome on Windows')])).toHaveLength(1)
  })
})

describe('a session of several programs, in a log that names no machines', () => {
  const day = START + 20 * DAY
  const programs = ['Chrome on Windows', 'Outlook on Windows', 'OneDrive on Windows']
  const works = (at: number, from: PlaceName, clients = programs) =>
    clients.map((client, n) => act(at + n * MINUTE, from, { session: 's', client, isInteractive: false }))
  const past = Array.from({ length: 20 }, (_, n) => works(START + n * DAY + 9 * HOUR, 'home')).flat()
  const takes = deed(day + 10 * HOUR, 'nord', 'file-download', {
    session: 's',
    client: 'Chrome on Windows',
    itemCount: 400,
  })

  it('has taken its machine along when they are all there', () => {
    expect(judge(past, works(day + 9 * HOUR, 'nord'), [takes])).toEqual([])
  })

  it('has been stolen from when one of them is', () => {
    const incidents = judge(past, works(day + 9 * HOUR, 'nord', programs.slice(0, 1)), [takes])
    expect(incidents.map(({ occurredAt }) => occurredAt)).toEqual([day + 9 * HOUR])
  })

  it('has been stolen from by who has more than it had', () => {
    const others = [...programs.slice(0, 1), 'Thunderbird on Windows', 'Teams on Windows']
    expect(judge(past, works(day + 9 * HOUR, 'nord', others), [takes])).toHaveLength(1)
  })
})

describe('the laptop’s session at a neighbour’s', () => {
  const away = (said: Partial<Activity>) => [
    act(T - HOUR, 'office', laptop),
    act(T, 'neighbour', { ...laptop, deviceId: null, ...said }),
    act(T + HOUR, 'office', laptop),
  ]

  it('was stolen where the record speaks of the device and names none', () => {
    expect(judge(bound(), away({}))).toHaveLength(1)
  })
  it('is no more than that where the record does not speak of the device', () => {
    expect(judge(bound(), away({ tellsDevice: false }))).toEqual([])
  })
})

describe('a code entered for somebody else, on a line where the laptop has never been and is as well', () => {
  const broker = { appId: '29d9ed98-a469-4536-ade2-f981bc1d605e', session: 'code' }
  const redeemed = [
    act(T + MINUTE, 'hetzner', { ...broker, client: 'Chrome on Windows', isInteractive: false }),
    deed(T + HOUR, 'hetzner', 'mail-read', { session: 'code', client: 'Chrome on Windows' }),
  ]

  it.each<[string, PlaceName, { address?: string }]>([
    ['at home, where the provider has given them another address', 'home', { address: '81.47.80.9' }],
    ['at a neighbour’s', 'neighbour', {}],
  ])('%s begins with the code, and the rest of that day there is its owner’s', (_name, from, line) => {
    const day = [
      act(T - 3 * HOUR, from, { ...laptop, ...line, isInteractive: true }),
      deed(T - 2 * HOUR, from, 'mail-send', { ...line, client: 'Outlook on the web' }),
      act(T + 4 * HOUR, from, { ...laptop, ...line }),
    ]
    const code = act(T, from, { ...broker, ...line, client: laptop.client, flow: 'deviceCode' })
    const [incident, ...others] = judge(bound(), day, [code], redeemed)
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.timeline.map(({ eventId }) => eventId)).toEqual([code, ...redeemed].map(({ id }) => id))
    expect(incident!.addresses).toEqual([redeemed[0]!.address])
  })
})

describe('the browser that always names its machine, on a line that the person never had', () => {
  /** Each day at another of so many machines. */
  const atDesks = (machines: number): Activity[] =>
    bound().map(each =>
      each.deviceId === null
        ? each
        : { ...each, deviceId: `d${Math.floor((each.at - START) / DAY) % machines}`, session: `${each.at}` },
    )
  const bare = [
    act(T + 10 * HOUR, 'residential', { client: laptop.client, session: 'new' }),
    deed(T + 11 * HOUR, 'residential', 'mfa-method-added', { client: laptop.client, session: 'new' }),
  ]

  it('is missed where it names none', () => {
    expect(beginnings(atDesks(2), bare)).toEqual([T + 10 * HOUR])
  })

  it('is on a machine at home of who sits at whatever machine is free', () => {
    const whys = judge(atDesks(8), bare).flatMap(({ why }) => why)
    expect(whys.join()).not.toContain('has always named its device')
  })
})

it('a machine that was set up beside theirs works wherever they go next', () => {
  const old = { ...laptop, session: 'old' }
  const at = (n: number, from: PlaceName) => act(T + n, from, old)
  const registers = deed(T + 5 * MINUTE, 'neighbour', 'device-registered', { session: null, client: null })
  const next = act(T + 22 * HOUR, 'residential', {
    session: 'next',
    client: laptop.client,
    deviceId: 'd2',
    isDeviceKnown: true,
    isInteractive: false,
  })
  expect(beginnings(bound(), [registers, next])).toHaveLength(1)
  expect(beginnings(bound(), [at(0, 'neighbour'), registers, next])).toEqual([])
})

it('who passes MFA in a browser that names their machine speaks for what is done at the address', () => {
  const signsIn = (said: Partial<Activity>) =>
    act(T, 'nord', { session: 'pass', client: laptop.client, mfa: 'passed', ...said })
  const adds = deed(T + 3 * MINUTE, 'nord', 'mfa-method-added', { session: null, client: null })
  const removed = deed(T - 20 * MINUTE, 'office', 'mfa-method-removed', {
    user: 'desk@contoso.com',
    targetUser: 'ana@contoso.com',
  })
  const desk = habits('desk@contoso.com')
  expect(beginnings(bound(), desk, [removed, signsIn({ deviceId: laptop.deviceId }), adds])).toEqual([])
  expect(beginnings(bound(), desk, [removed, signsIn({}), adds])).toHaveLength(1)
})

it('a code that a browser redeems in Microsoft’s cloud, by itself, was another’s', () => {
  const said = { session: 'code', client: laptop.client, flow: 'deviceCode' } as const
  const enters = act(T, 'office', { ...said, deviceId: laptop.deviceId })
  const redeems = act(T + 20_000, 'azure', { ...said, isInteractive: false })
  const reads = deed(T + 5 * MINUTE, 'azure', 'mail-read', { session: 'code', client: 'REST', itemCount: 9 })
  expect(beginnings(bound(), [enters, redeems, reads])).toEqual([T])
})
