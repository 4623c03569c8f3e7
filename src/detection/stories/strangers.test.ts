// Whose place, program or application it is: what is strange for anybody of the company, and what only looks so.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HIDING,
  HOUR,
  habits,
  inboxRule,
  MINUTE,
  PLACES,
  type PlaceName,
  START,
} from '../fixtures/activities.ts'
import { judge } from '../fixtures/judge.ts'

const T = START + 20 * DAY + 2 * HOUR
const INFO = 'info@contoso.com'
const MADE_UP = 'Firefox on Linux'

const beginnings = (...stories: Activity[][]) => judge(...stories).map(({ occurredAt }) => occurredAt)
const colleagues = (count: number) =>
  Array.from({ length: count }, (_, n) => habits(`c${n}@contoso.com`, 5)).flat()

describe('an account that is hardly ever used', () => {
  const sendsOn = inboxRule({ name: 'Copies', forwardTo: ['office@mail.example'], looksFor: ['order'] })
  const used = (from: PlaceName, user = INFO) => [
    act(T, from, { user, session: 'x' }),
    deed(T + MINUTE, from, 'inbox-rule-set', { user, session: 'x', rule: sendsOn }),
    deed(T + 2 * MINUTE, from, 'mfa-method-added', { user, session: 'x' }),
  ]

  it('is an attacker’s where hardly any colleague has been', () => {
    expect(beginnings(colleagues(12), used('residential'))).toEqual([T])
  })

  it('may be its owner’s where colleagues are, or where there are too few to tell', () => {
    expect(beginnings(colleagues(12), used('neighbour'))).toEqual([])
    expect(beginnings(colleagues(4), used('residential'))).toEqual([])
  })

  it('is an attacker’s who sends its password from a line where hardly any colleague has been', () => {
    const sent = (from: PlaceName) => [
      act(T, from, { user: INFO, flow: 'ropc', mfa: 'none', client: null, isInteractive: false }),
    ]
    expect(beginnings(colleagues(12), sent('residential'))).toEqual([T])
    expect(beginnings(colleagues(12), sent('neighbour'))).toEqual([])
    expect(beginnings(colleagues(12), sent('hetzner'))).toEqual([])
  })

  it('may be a guest’s, who is at home elsewhere', () => {
    const guest = used('residential', 'kim@partner.example').map(each => ({ ...each, isGuest: true }))
    expect(beginnings(colleagues(12), guest)).toEqual([])
  })

  it('was broken into after many wrong passwords from abroad', () => {
    const guesses = (from: PlaceName) => [
      ...Array.from({ length: 20 }, (_, n) =>
        act(T - (n + 1) * MINUTE, from, { user: INFO, outcome: 'failure', errorCode: 50126 }),
      ),
      act(T, from, { user: INFO }),
    ]
    expect(beginnings(colleagues(12), guesses('residential'))).toEqual([T])
    expect(beginnings(colleagues(12), guesses('neighbour'))).toEqual([])
  })
})

describe('a program that signs in', () => {
  const signsIn = (from: PlaceName, client: string, said: Partial<Activity> = {}) =>
    act(T, from, { session: 'p', client, ...said })

  it.each(['python-requests', 'PowerShell'])(
    'from a rented machine, for the first time, is an attacker’s: %s',
    client => {
      expect(beginnings(habits(), [signsIn('hetzner', client)])).toEqual([T])
    },
  )

  it.each<[string, PlaceName, string]>([
    ['a script at a new place', 'neighbour', 'python-requests'],
    ['a shell at a new place', 'neighbour', 'PowerShell'],
    ['a shell in Microsoft’s data centre', 'azure', 'PowerShell'],
    ['a browser on a rented machine', 'hetzner', 'Chrome on Windows'],
  ])('may be the person’s: %s', (_name, from, client) => {
    expect(beginnings(habits(), [signsIn(from, client)])).toEqual([])
  })

  it('in the owner’s session from one of Microsoft’s data centres is a thief’s', () => {
    const session = 'ana@contoso.com-19'
    const stolen = (client: string) => [
      signsIn('azure', client, { session, isInteractive: false }),
      deed(T + MINUTE, 'azure', 'mail-read', { session, client: 'REST', itemCount: 400 }),
    ]
    expect(beginnings(habits(), stolen('python-requests'))).toEqual([T])
    expect(beginnings(habits(), stolen('Office'))).toEqual([])
  })
})

describe('an account that only programs use', () => {
  const service = { user: 'svc@contoso.com', client: 'python-requests' }
  const runs = Array.from({ length: 30 }, (_, day) =>
    act(START + day * DAY + 8 * HOUR, 'office', { ...service, isInteractive: false }),
  )
  const byHand = (said: Partial<Activity> = {}) => act(T, 'hetzner', { ...service, session: 'x', ...said })

  it('is an attacker’s when somebody signs in to it by hand from a rented machine', () => {
    expect(beginnings(runs, [byHand({ client: MADE_UP })])).toEqual([T])
  })

  it('is an attacker’s also of an account made a week ago, of which a log tells only what its program reads', () => {
    const made = deed(START, 'office', 'user-created', {
      user: 'admin@contoso.com',
      targetUser: service.user,
    })
    const reads = Array.from({ length: 9 }, (_, day) =>
      deed(START + day * DAY + 18 * HOUR, 'aws', 'mail-read', {
        user: service.user,
        client: 'Exchange Web Services',
      }),
    )
    const at = START + 8 * DAY + 3 * HOUR
    const opened = (from: PlaceName) =>
      act(at, from, { user: service.user, session: 'x', client: 'Firefox on Windows' })
    const colleagues = Array.from({ length: 10 }, (_, n) => habits(`p${n}@contoso.com`, 8)).flat()
    expect(beginnings(colleagues, [made], reads, [opened('residential')])).toEqual([at])
    expect(beginnings(colleagues, [made], reads, [opened('neighbour')])).toEqual([])
  })

  it('is an attacker’s when somebody does so from a VPN, on a system that it never had', () => {
    const opened = { ...byHand({ client: 'Firefox on Windows' }), ...PLACES.nord }
    expect(beginnings(runs, [opened])).toEqual([T])
  })

  it('is an attacker’s also where the logs call its own sign-ins interactive', () => {
    const typed = runs.map(run => ({
      ...run,
      client: 'PowerShell',
      flow: 'ropc' as const,
      isInteractive: true,
    }))
    expect(beginnings(typed, [byHand({ client: MADE_UP })])).toEqual([T])
  })

  it('is an attacker’s who types its password where people sit abroad', () => {
    const typed = (from: PlaceName) => ({ ...byHand({ client: MADE_UP }), ...PLACES[from] })
    expect(beginnings(runs, [typed('residential')])).toEqual([T])
    expect(beginnings(runs, [typed('neighbour')])).toEqual([])
  })

  it('is an attacker’s also where it runs in a tool that shows no browser', () => {
    const tool = { appId: '14d82eec-204b-4c2f-b7e8-296a70dab67e', client: null, isInteractive: true }
    const byTool = runs.map(run => ({ ...run, ...tool }))
    expect(beginnings(byTool, [byHand({ client: MADE_UP })])).toEqual([T])
  })

  it('is an attacker’s on a rented machine abroad, while it goes on where it always ran', () => {
    const there = byHand({ isInteractive: false })
    const before = runs.filter(({ at }) => at < T)
    const after = runs.filter(({ at }) => at > T)
    const goesOn = act(T + 3 * HOUR, 'office', { ...service, isInteractive: false })
    expect(beginnings(before, [there, goesOn], after)).toEqual([T])
    expect(beginnings(before, [there])).toEqual([])
    const atHome = { ...there, place: { ...there.place!, country: 'ES' } }
    expect(beginnings(before, [atHome, goesOn], after)).toEqual([])
  })

  it('is an attacker’s on several rented machines of its own country on a day, while it goes on', () => {
    const there = (landlords: Array<'hetzner' | 'ovh'>) =>
      landlords.map((landlord, n) => {
        const place = { ...PLACES[landlord].place, country: 'ES', city: 'Madrid' }
        const address = `95.217.${n}.3`
        return act(T + n * HOUR, landlord, { ...service, address, place, isInteractive: false })
      })
    expect(beginnings(runs, there(['hetzner', 'ovh', 'hetzner']))).toEqual([T])
    expect(beginnings(runs, there(['hetzner', 'ovh']))).toEqual([])
    expect(beginnings(runs, there(['hetzner', 'hetzner', 'hetzner']))).toEqual([])
  })

  it('may have moved with its program, to a place that is its own in time', () => {
    const moved = Array.from({ length: 10 }, (_, day) =>
      act(T + day * DAY, 'hetzner', { ...service, session: 's', isInteractive: false }),
    )
    const before = runs.filter(({ at }) => at < T).map(run => ({ ...run, session: 's' }))
    expect(beginnings(before, moved)).toEqual([])
    const goesOn = act(T + 2 * DAY, 'office', { ...service, session: 's', isInteractive: false })
    expect(beginnings(before, moved, [goesOn])).toEqual([T])
  })

  it('may have moved with its program, or may be a person’s', () => {
    expect(
      beginnings(
        runs.filter(({ at }) => at < T),
        [byHand({ isInteractive: false })],
      ),
    ).toEqual([])
    const signsIn = act(START + 5 * DAY + 9 * HOUR, 'office', { ...service, client: 'Chrome on Windows' })
    expect(beginnings(runs, [signsIn], [byHand({ client: MADE_UP })])).toEqual([])
  })
})

describe('an application that is made, given a secret and let in', () => {
  const administers = (from: PlaceName, ...actions: Activity['action'][]) => [
    act(T, from, { session: 'a', client: 'Firefox on Windows' }),
    ...actions.map((action, n) =>
      deed(T + (n + 1) * MINUTE, from, action, {
        session: 'a',
        client: 'Firefox on Windows',
        target: 'Sync',
      }),
    ),
  ]

  it('at once, from a strange place, is an attacker’s way in', () => {
    const [incident] = judge(
      habits(),
      administers('neighbour', 'app-created', 'app-credential-added', 'consent-granted'),
    )
    expect([incident?.occurredAt, incident?.why.join()]).toEqual([
      T,
      expect.stringContaining('Made an application: Sync, with a secret and access of its own'),
    ])
  })

  it('may be an administrator’s where they always are, or when they do not do all of it', () => {
    expect(
      beginnings(habits(), administers('home', 'app-created', 'app-credential-added', 'consent-granted')),
    ).toEqual([])
    expect(beginnings(habits(), administers('neighbour', 'app-created', 'app-credential-added'))).toEqual([])
  })
})

describe('wrong passwords from a data centre, now and then', () => {
  const tried = (from: PlaceName, days: number[]) => [
    ...days.map((ago, n) => ({
      ...act(T - ago * DAY, from, { outcome: 'failure', errorCode: 50126, client: MADE_UP }),
      address: `95.217.${10 + n}.3`,
    })),
    act(T, from, { client: MADE_UP }),
  ]

  it('are slow guesses, when one of them was right', () => {
    expect(beginnings(habits(), tried('hetzner', [1, 3, 5]))).toEqual([T])
  })

  it('are none of one day long ago, or where people sit', () => {
    expect(beginnings(habits(), tried('hetzner', [5, 5, 5]))).toEqual([])
    expect(beginnings(habits(), tried('neighbour', [1, 3, 5]))).toEqual([])
  })
})

describe('a password that was reset by self-service', () => {
  const reset = (from: PlaceName, at = T) =>
    deed(at, from, 'password-reset', { targetUser: 'ana@contoso.com', client: null })
  const comesIn = (from: PlaceName, client: string) => [
    act(T + 5 * MINUTE, from, { session: 'r', client }),
    deed(T + HOUR, from, 'mail-read', { session: 'r', client, itemCount: 30 }),
  ]

  it('lets in whoever sits at a strange machine there', () => {
    expect(beginnings(habits(), [reset('neighbour')], comesIn('neighbour', MADE_UP))).toEqual([T])
  })

  it.each<[string, Activity[][]]>([
    ['without a reset', [comesIn('neighbour', MADE_UP)]],
    ['reset at home', [[reset('home')], comesIn('neighbour', MADE_UP)]],
    ['days before', [[reset('neighbour', T - 2 * DAY)], comesIn('neighbour', MADE_UP)]],
    ['with what the person always uses', [[reset('neighbour')], comesIn('neighbour', 'Chrome on Windows')]],
  ])('or the person: %s', (_name, stories) => expect(beginnings(habits(), ...stories)).toEqual([]))
})

describe('a session', () => {
  it('that began in a data centre and goes on in another browser where people sit was phished', () => {
    const edge = act(START + 3 * DAY + 9 * HOUR, 'home', { session: 'e', client: 'Edge on Windows' })
    const goesOn = (client: string) => [
      act(T, 'hetzner', { session: 'p', mfa: 'passed' }),
      act(T + 20 * MINUTE, 'neighbour', { session: 'p', client, isInteractive: false }),
    ]
    expect(beginnings(habits(), [edge], goesOn('Edge on Windows'))).toEqual([T])
    expect(beginnings(habits(), [edge], goesOn('Chrome on Windows'))).toEqual([])
  })

  it('that began with a device code at one strange place and goes on at another was phished', () => {
    const before = habits().filter(({ at }) => at < T)
    const code = (next: PlaceName, flow: Activity['flow']) => [
      act(T, 'neighbour', { session: 'd', flow }),
      act(T + 10 * HOUR, next, { session: 'd', isInteractive: false }),
    ]
    expect(beginnings(before, code('hotel', 'deviceCode'))).toEqual([T])
    expect(beginnings(before, code('neighbour', 'deviceCode'))).toEqual([])
    expect(beginnings(before, code('hotel', null))).toEqual([])
  })

  it('that was let in at a desk and redeemed on another of the person’s networks, by nothing of theirs, is another’s', () => {
    const entered = act(T, 'office', { session: 'c', flow: 'deviceCode', isDeviceKnown: true })
    const redeemed = (from: PlaceName, at = T + MINUTE, client: string | null = 'REST') => [
      act(at, from, { session: 'c', flow: 'deviceCode', client: null, isInteractive: false }),
      deed(at + HOUR, from, 'mail-read', { session: 'c', client, itemCount: 30 }),
    ]
    for (const from of ['mobile', 'home'] as const) {
      expect(beginnings(habits(), [entered, ...redeemed(from)]), from).toEqual([T])
      // A phone, or a machine that is set up a day later, may be the person's.
      expect(beginnings(habits(), [entered, ...redeemed(from, T + MINUTE, 'Outlook on iOS')])).toEqual([])
    }
    expect(beginnings(habits(), [entered, ...redeemed('office')])).toEqual([])
    // A server of the person's, at home.
    const cli = { session: 'c', flow: 'deviceCode', appId: '04b07795-8ddb-461a-bbee-02f9e1bf7b46' } as const
    const server = act(T + MINUTE, 'home', { ...cli, client: 'Azure CLI', isInteractive: false })
    expect(beginnings(habits(), [{ ...entered, ...cli }, server])).toEqual([])
  })

  it('that was let in at a desk and redeemed at the other protocol’s address of its provider, by another system, is another’s', () => {
    const [desk, beside] = ['2a02:9130:4:1::7', '81.47.80.9'].map(address => ({ ...PLACES.home, address }))
    const entered = act(T, 'home', { session: 'c', flow: 'deviceCode', ...desk })
    const redeemed = (client: string) => [
      act(T + 12_000, 'home', { session: 'c', client, isInteractive: false, ...beside }),
      deed(T + HOUR, 'home', 'mail-read', { session: 'c', client: 'REST', itemCount: 30, ...beside }),
    ]
    const past = habits().map(each => (each.address === PLACES.home.address ? { ...each, ...desk } : each))
    expect(beginnings(past, [entered], redeemed('Safari on macOS'))).toEqual([T])
    expect(beginnings(past, [entered], redeemed('Chrome on Windows'))).toEqual([])
  })

  it('that began elsewhere goes on with another computer on a mobile network of the person’s', () => {
    const story = (client: string) => [
      act(T, 'neighbour', { session: 'm', client: 'Safari on iOS' }),
      act(T + HOUR, 'mobile', { session: 'm', client, isInteractive: false }),
      deed(T + 2 * HOUR, 'mobile', 'mfa-method-added', { session: 'm', client: null }),
    ]
    expect(beginnings(habits(), story('Chrome on Windows'))).toHaveLength(1)
    expect(beginnings(habits(), story('Outlook on iOS'))).toEqual([])
  })

  it('is not stolen by what OneDrive sends up or fetches: its program signs in for itself', () => {
    const files = (operation: string, client = 'OneDrive on Windows') =>
      deed(T, 'hotel', 'file-upload', { operation, session: 'ana@contoso.com-phone', client })
    for (const operation of ['FileSyncUploadedFull', 'FileSyncDownloadedFull', 'FileAccessed'])
      expect(beginnings(habits(), [files(operation)]), operation).toEqual([])
    expect(beginnings(habits(), [files('FileUploaded', 'Edge on Windows')])).toEqual([T])
  })

  it('says little of another machine where the person’s sessions hold it at home, and much of any other', () => {
    const away = (client: string) =>
      act(T, 'hotel', { session: 'ana@contoso.com-19', client, isInteractive: false })
    const mac = act(START + 3 * DAY + 11 * HOUR, 'home', { session: 'mac', client: 'Edge on macOS' })
    const mixed = act(START + 4 * DAY + 11 * HOUR, 'office', {
      session: 'ana@contoso.com-4',
      client: 'Edge on macOS',
      isInteractive: false,
    })
    expect(beginnings(habits(), [mac], [away('Edge on macOS')])).toEqual([T])
    expect(beginnings(habits(), [mac, mixed], [away('Edge on macOS')])).toEqual([])
    // A system that none of them holds, and a browser that was never theirs.
    expect(beginnings(habits(), [mac, mixed], [away(MADE_UP)])).toEqual([T])
    expect(beginnings(habits(), [mac, mixed], [away('Firefox on Windows')])).toEqual([T])
  })

  it('takes what it holds at home along to a VPN; one of the two alone is another machine', () => {
    const session = 'mac'
    const clients = ['Chrome on macOS', 'Office on Windows']
    const used = (at: number, from: PlaceName, some: string[]) =>
      some.map(client => act(at, from, { session, client, isInteractive: false }))
    const home = [8, 9, 10, 11].flatMap(day => used(START + day * DAY + 11 * HOUR, 'home', clients))
    const opened = used(START + 2 * DAY + 11 * HOUR, 'home', ['Chrome on macOS'])
    const early = START + 3 * DAY + 11 * HOUR
    expect(beginnings(habits(), opened, used(early, 'nord', clients), home)).toEqual([])
    expect(beginnings(habits(), opened, used(early, 'nord', ['Office on Windows']), home)).toHaveLength(1)
  })

  it('says little of another system where the session itself tells two of them day after day', () => {
    const session = 'ana@contoso.com-phone'
    const linux = { session, client: 'Chrome on Linux', isInteractive: false }
    const away = act(T, 'neighbour', linux)
    const told = (...days: number[]) => days.map(day => act(START + day * DAY + 14 * HOUR, 'mobile', linux))
    expect(beginnings(habits(), told(22, 25), [away])).toEqual([T])
    expect(beginnings(habits(), told(22, 25, 27), [away])).toEqual([])
  })

  it('is a phone’s whichever phone it is said to be, but not in a data centre', () => {
    const away = (from: PlaceName) =>
      act(T, from, { session: 'ana@contoso.com-phone', client: 'App on Android', isInteractive: false })
    expect(beginnings(habits(), [away('neighbour')])).toEqual([])
    expect(beginnings(habits(), [away('hetzner')])).toEqual([T])
  })
})

describe('an application that was let in', () => {
  const app = { appId: '11111111-2222-4333-8444-555555555555', appName: 'Board' }
  const letIn = (detail: string, target = 'Board') => [
    deed(T, 'home', 'consent-granted', {
      operation: 'Consent to application',
      session: 'ana@contoso.com-19',
      target,
      targetId: app.appId,
      detail,
    }),
    ...[1, 24, 24 * 9].map(hours =>
      act(T + hours * HOUR, 'hetzner', { ...app, session: 's', client: 'node-fetch', isInteractive: false }),
    ),
  ]

  it('is at work where its maker has it', () => {
    expect(beginnings(habits(), letIn('User.Read Calendars.ReadWrite offline_access'))).toEqual([])
  })

  it('may do what any record of its consent says, whichever comes first', () => {
    const [consent, ...uses] = letIn('Mail.Read offline_access')
    const bare = deed(T - 1000, 'home', 'consent-granted', {
      session: 'ana@contoso.com-19',
      target: 'Board',
      targetId: app.appId,
    })
    expect(beginnings(habits(), [bare, consent!, ...uses.slice(0, 1)])).toEqual([T - 1000])
    const [little] = letIn('User.Read')
    expect(beginnings(habits(), [bare, little!, ...uses.slice(0, 1)])).toEqual([])
    // One that names no place counts although another does, which is the owner's desk.
    const placeless = { ...consent!, id: 'placeless', at: T - 1000, address: null, place: null }
    const atDesk = { ...bare, at: T }
    expect(beginnings(habits(), [placeless, atDesk, ...uses.slice(0, 1)])).toEqual([T - 1000])
  })

  it('does not speak for others, nor for one that reaches far and waits', () => {
    const other = act(T + HOUR, 'hetzner', {
      appId: '22222222-3333-4444-8555-666666666666',
      appName: null,
      session: 's',
      client: 'node-fetch',
      isInteractive: false,
    })
    const [consent] = letIn('User.Read')
    expect(beginnings(habits(), [consent!, other])).toEqual([T])
    const waits = letIn('Mail.Read').filter((_, n) => n === 0 || n === 3)
    expect(beginnings(habits(), waits)).toEqual([T + 24 * 9 * HOUR])
  })

  it('is not what a session let in days later reads through the same interface', () => {
    const consents = [
      deed(T - 2 * DAY, 'home', 'consent-granted', {
        target: 'Board',
        targetId: app.appId,
        detail: 'User.Read',
      }),
      deed(T - 2 * DAY, null, 'consent-granted', {
        target: 'Microsoft Graph',
        targetId: 'p',
        detail: 'User.Read',
      }),
    ]
    const code = {
      session: 'code',
      appId: '29d9ed98-a469-4536-ade2-f981bc1d605e',
      flow: 'deviceCode',
    } as const
    const phished = [
      act(T, 'home', code),
      act(T + MINUTE, 'hetzner', { ...code, client: 'App on Android', isInteractive: false }),
      deed(T + HOUR, 'hetzner', 'mail-read', {
        session: 'code',
        appId: '00000003-0000-0000-c000-000000000000',
        appName: 'Microsoft Graph',
        client: 'REST',
      }),
    ]
    const [incident, ...others] = judge(habits(), consents, phished)
    expect([incident?.occurredAt, others]).toEqual([T, []])
    expect(incident!.evidence.map(({ signal }) => signal)).not.toContain('consented-app')
  })

  it('is an attacker’s tool when it may read mail', () => {
    expect(beginnings(habits(), letIn('Mail.ReadWrite offline_access'))).toEqual([T])
  })

  it('is a service for many where those run, unless a script of no known name works there', () => {
    const service = (client: string | null, name = 'Board') =>
      letIn('Mail.ReadWrite Mail.Send offline_access', name).flatMap((each, n) =>
        n === 0
          ? each
          : [
              act(each.at, 'aws', { ...app, appName: name, session: 's', client, isInteractive: false }),
              // What Exchange tells of it names the application by its id alone.
              deed(each.at + MINUTE, 'aws', 'mail-read', {
                ...app,
                appName: null,
                session: 's',
                client: 'REST',
                itemCount: n === 1 ? 400 : 5,
              }),
            ],
      )
    expect(beginnings(habits(), service(null))).toEqual([])
    expect(beginnings(habits(), service('python-requests'))).toEqual([T])
    const known = service('python-requests', 'HubSpot Sales')
    expect(beginnings(habits(), known)).toEqual([])
    // Another log tells of the same consent, and names no more than the id.
    const nameless = { ...known[0]!, id: 'nameless', at: T - 1000, target: app.appId }
    const unnamed = known.map((each, n) => (n === 0 ? each : { ...each, appName: null }))
    expect(beginnings(habits(), [nameless], unnamed)).toEqual([])
    const hides = deed(T + 2 * HOUR, 'aws', 'inbox-rule-set', { ...app, session: 's', rule: HIDING })
    expect(beginnings(habits(), service(null), [hides])).toEqual([T])
  })

  it('was let in long ago, if it is known by its name and at work where services run', () => {
    const works = (from: PlaceName, appName: string) => {
      const said = { appId: app.appId, session: 's', isInteractive: false }
      return [
        act(T, from, { ...said, appName, client: 'node-fetch' }),
        deed(T + MINUTE, from, 'mail-read', { ...said, appName: null, client: 'REST' }),
      ]
    }
    expect(beginnings(habits(), works('aws', 'Zoom for Outlook'))).toEqual([])
    expect(beginnings(habits(), works('aws', 'Viewer'))).toEqual([T])
    expect(beginnings(habits(), works('hetzner', 'Zoom for Outlook'))).toEqual([T])
  })

  it('is an attacker’s tool for several who fell to one lure, unless many use it', () => {
    const lured = (count: number) =>
      Array.from({ length: count }, (_, n) => `v${n}@contoso.com`).flatMap(user => [
        ...habits(user),
        ...letIn('Mail.ReadWrite offline_access').map(each => ({
          ...each,
          id: `${each.id}-${user}`,
          user,
          session: `${user}-19`,
        })),
      ])
    expect(beginnings(lured(4))).toEqual([T, T, T, T])
    expect(beginnings(lured(8))).toEqual([])
  })

  it('is the mail program on the person’s new phone', () => {
    const phone = (from: PlaceName) => [
      deed(T, 'home', 'consent-granted', {
        target: 'Post',
        targetId: app.appId,
        detail: 'EAS.AccessAsUser.All offline_access',
      }),
      act(T + DAY, from, { ...app, session: 's', client: 'App on Android', isInteractive: false }),
    ]
    expect(beginnings(habits(), phone('neighbour'))).toEqual([])
    expect(beginnings(habits(), phone('residential'))).toEqual([T])
    const script = phone('neighbour').map((each, n) =>
      n === 0 ? each : { ...each, client: 'python-requests' },
    )
    expect(beginnings(habits(), script)).toEqual([T])
  })
})

describe('a server that its developer lets in with a device code', () => {
  const AZURE_CLI = '04b07795-8ddb-461a-bbee-02f9e1bf7b46'
  const OUTLOOK = 'd3590ed6-52b3-4102-aeff-aad2292ab01c'
  const letsIn = (appId: string, ...then: Activity[]) => [
    act(T, 'office', { appId, session: 'code', flow: 'deviceCode' }),
    act(T + MINUTE, 'hetzner', {
      appId,
      session: 'code',
      flow: 'deviceCode',
      client: 'python-requests',
      isInteractive: false,
    }),
    ...then,
  ]

  it('is theirs while it only manages what runs in Azure', () => {
    expect(beginnings(habits(), letsIn(AZURE_CLI))).toEqual([])
    const again = letsIn(AZURE_CLI).map(each => ({
      ...each,
      id: `${each.id}-again`,
      at: each.at + 2 * DAY,
      session: 'second',
    }))
    expect(beginnings(habits(), letsIn(AZURE_CLI), again)).toEqual([])
  })

  it('is an attacker’s when it signs in to something else, or reads mail', () => {
    expect(beginnings(habits(), letsIn(OUTLOOK))).toEqual([T])
    const reads = deed(T + HOUR, 'hetzner', 'mail-read', { session: 'code', client: 'python-requests' })
    expect(beginnings(habits(), letsIn(AZURE_CLI, reads))).toEqual([T])
  })
})

describe('a developer who signs in somewhere new with a device code', () => {
  const code = (appId: string, from: PlaceName) => {
    const said = { appId, session: 'code', flow: 'deviceCode', isInteractive: false } as const
    return [
      act(T, from, { ...said, client: MADE_UP, isInteractive: true }),
      act(T + MINUTE, from, { ...said, client: 'Python' }),
      deed(T + 2 * MINUTE, from, 'app-created', { client: null, target: 'Pipeline' }),
    ]
  }

  it('is at work, unless from a data centre, or for something else', () => {
    expect(beginnings(habits(), code('04b07795-8ddb-461a-bbee-02f9e1bf7b46', 'neighbour'))).toEqual([])
    expect(beginnings(habits(), code('04b07795-8ddb-461a-bbee-02f9e1bf7b46', 'hetzner'))).toEqual([T])
    expect(beginnings(habits(), code('d3590ed6-52b3-4102-aeff-aad2292ab01c', 'neighbour'))).toEqual([T])
  })
})

describe('a tool that many of the company have', () => {
  const AZURE_CLI = '04b07795-8ddb-461a-bbee-02f9e1bf7b46'
  const developers = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      act(START + (n + 2) * DAY + 9 * HOUR, 'office', { user: `d${n}@contoso.com`, appId: AZURE_CLI }),
    )
  const onServer = (said: Partial<Activity> = {}) =>
    act(T, 'hetzner', {
      appId: AZURE_CLI,
      session: 'code',
      client: 'python-requests',
      flow: 'deviceCode',
      ...said,
    })

  it('may be let in on a rented machine too', () => {
    expect(beginnings(habits(), developers(4), [onServer()])).toEqual([])
    expect(beginnings(habits(), developers(3), [onServer()])).toEqual([T])
  })

  it('but neither with the password alone, nor to read mail', () => {
    expect(beginnings(habits(), developers(4), [onServer({ flow: 'ropc' })])).toEqual([T])
    const reads = deed(T + HOUR, 'hetzner', 'mail-read', { session: 'code', client: 'python-requests' })
    expect(beginnings(habits(), developers(4), [onServer(), reads])).toEqual([T])
  })
})

describe('a program that says little of its machine', () => {
  it('is webmail: every browser shows as it in Exchange’s log', () => {
    const goesOn = (client: string) => [
      act(T, 'nord', { session: 'v' }),
      deed(T + HOUR, 'm247', 'mail-read', { session: 'v', client }),
    ]
    expect(beginnings(habits(), goesOn('Outlook on the web'))).toEqual([])
    expect(beginnings(habits(), goesOn('IMAP'))).toEqual([T])
  })

  it('is the library that programs sign in with: that it named a device is no promise of the next phone', () => {
    const said = (client: string) => ({ client, session: 'l', isInteractive: false })
    const bound = (client: string) =>
      Array.from({ length: 15 }, (_, n) =>
        act(START + n * DAY + 9 * HOUR, 'home', { ...said(client), deviceId: 'd1' }),
      )
    const bare = (client: string) =>
      judge(habits(), bound(client), [act(T, 'ovh', { ...said(client), session: 'p', mfa: 'passed' })])
    expect(bare('Microsoft sign-in library')).toEqual([])
    expect(bare('Microsoft sign-in library on Windows')).toHaveLength(1)
  })
})

describe('a consent behind a VPN', () => {
  const NOTES = '33333333-4444-4555-8666-777777777777'
  const consents = (user: string) => [
    act(T, 'ovh', { user, session: 'x', appId: '4765445b-32c6-49b0-83e6-1d93765276ca', mfa: 'earlier' }),
    deed(T + MINUTE, 'ovh', 'consent-granted', {
      user,
      session: 'x',
      operation: 'Consent to application',
      target: 'Notes',
      targetId: NOTES,
      detail: 'Mail.Read offline_access',
    }),
  ]
  const using = ['b', 'c', 'd', 'e', 'f', 'g'].map(name =>
    act(T - DAY, 'office', { user: `${name}@contoso.com`, appId: NOTES, appName: 'Notes' }),
  )

  it('says little of an application that many colleagues use', () => {
    expect(beginnings(habits(), consents('ana@contoso.com'))).toEqual([T])
    expect(beginnings(habits(), using, consents('ana@contoso.com'))).toEqual([])
  })
})

describe('a machine that is registered', () => {
  const registers = (from: PlaceName) => [
    act(T, from, { session: 'r', client: 'Edge on Windows', isInteractive: true }),
    deed(T + MINUTE, from, 'device-registered', { session: null, client: null, target: 'LAPTOP-7' }),
  ]
  const works = (from: PlaceName, at = T + HOUR) =>
    act(at, from, {
      session: 'm',
      client: 'Edge on Windows',
      deviceId: 'd7',
      isDeviceKnown: true,
      isInteractive: false,
    })

  it('at one strange place and at work at another is an attacker’s', () => {
    expect(beginnings(habits(), registers('neighbour'), [works('hotel')])).toEqual([T])
  })

  it('is the person’s where they set it up, at home or on a journey, or behind a VPN', () => {
    expect(beginnings(habits(), registers('neighbour'), [works('neighbour')])).toEqual([])
    const moves = [works('neighbour', T + 2 * MINUTE), works('hotel')]
    expect(beginnings(habits(), registers('neighbour'), moves)).toEqual([])
    expect(beginnings(habits(), registers('home'), [works('hotel')])).toEqual([])
    expect(beginnings(habits(), registers('neighbour'), [works('nord')])).toEqual([])
    expect(beginnings(habits(), registers('neighbour'), [works('hotel', T + 3 * DAY)])).toEqual([])
  })
})

describe('mail that is read in no session, in a data centre', () => {
  const reads = (client: string, session: string | null) => [
    act(T + 7 * HOUR, 'office'),
    deed(T + 8 * HOUR, 'aws', 'mail-read', { session, client, appId: 'b1', appName: null }),
    act(T + 9 * HOUR, 'office'),
  ]

  it('is read by an application of the company’s: nobody sits there', () => {
    expect(beginnings(habits(), reads('REST', null))).toEqual([])
  })

  it('is read by somebody else in a session of their own, or with a program that people sit at', () => {
    expect(beginnings(habits(), reads('REST', 'x'))).toEqual([T + 8 * HOUR])
    expect(beginnings(habits(), reads('Thunderbird on Linux', null))).toEqual([T + 8 * HOUR])
  })
})
