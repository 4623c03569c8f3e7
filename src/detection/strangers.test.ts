// Whose place, program or application it is: what is strange for anybody of the company, and what only looks so.
import { describe, expect, it } from 'vitest'
import type { Activity } from '../events/activity.ts'
import {
  act,
  DAY,
  deed,
  HOUR,
  habits,
  inboxRule,
  MINUTE,
  type PlaceName,
  START,
} from './fixtures/activities.ts'
import { judge } from './fixtures/judge.ts'

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

  it('may have moved with its program, or may be a person’s', () => {
    expect(beginnings(runs, [byHand({ isInteractive: false })])).toEqual([])
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

  it('is not stolen by what OneDrive sends up', () => {
    const syncs = (operation: string) =>
      deed(T, 'hotel', 'file-upload', {
        operation,
        session: 'ana@contoso.com-phone',
        client: 'OneDrive on Windows',
      })
    expect(beginnings(habits(), [syncs('FileSyncUploadedFull')])).toEqual([])
    expect(beginnings(habits(), [syncs('FileUploaded')])).toEqual([T])
  })

  it('says little of another machine where the person’s sessions hold several at home', () => {
    const stolen = act(T, 'neighbour', {
      session: 'ana@contoso.com-19',
      client: MADE_UP,
      isInteractive: false,
    })
    expect(beginnings(habits(), [stolen])).toEqual([T])
    const mixed = act(START + 4 * DAY + 11 * HOUR, 'office', {
      session: 'ana@contoso.com-4',
      client: 'Edge on macOS',
      isInteractive: false,
    })
    expect(beginnings(habits(), [mixed], [stolen])).toEqual([])
  })
})

describe('an application that was let in', () => {
  const app = { appId: '11111111-2222-4333-8444-555555555555', appName: 'Board' }
  const letIn = (detail: string) => [
    deed(T, 'home', 'consent-granted', {
      session: 'ana@contoso.com-19',
      target: 'Board',
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

  it('is an attacker’s tool when it may read mail', () => {
    expect(beginnings(habits(), letIn('Mail.ReadWrite offline_access'))).toEqual([T])
  })
})
