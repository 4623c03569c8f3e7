// The ordinary part of a person's day: tokens, mail, files, chats, from laptop and phone.
import type { Act } from './act.ts'
import { type App, apps } from './apps.ts'
import { minuteMs } from './calendar.ts'
import { chat, mailItem, pickLibrary, readMail, touchFile } from './deeds.ts'
import type { Device, Program } from './devices.ts'
import { devicesOn, previousWorkday, sessionOn } from './life.ts'
import { subjects } from './names.ts'
import { poolsFor, v4Address, v6Address } from './networks.ts'
import { arrive, type Scene, type Spot, signIn } from './scene.ts'

/** A stretch of time at one place, in minutes after local midnight. */
export interface Stretch {
  from: number
  to: number
  spot: Spot
}

/** Where the laptop is open, and when. */
export function laptopStretches(scene: Scene): Stretch[] {
  const { person, life, chance } = scene
  const start = chance.normal(person.startsAt, 18)
  const lunch = chance.normal(12.4 * 60, 20)
  const pause = chance.between(25, 60)
  const end = start + chance.normal(person.works, 35)
  if (life.kind === 'off') return []
  if (life.kind === 'trip') {
    const stay = life.stay!
    const isTravelDay = scene.day === stay.from || scene.day === stay.to
    if (isTravelDay) {
      const spot: Spot = stay.hasInflight ? 'inflight' : 'airport'
      return [
        { from: start - 30, to: start + 60, spot: 'airport' },
        { from: start + 150, to: start + 260, spot },
        { from: end - 60, to: end + 90, spot: scene.day === stay.to ? 'home' : 'hotel' },
      ]
    }
    return [
      { from: start - 45, to: start + 20, spot: 'hotel' },
      { from: start + 60, to: lunch, spot: chance.chance(0.4) ? 'airport' : 'hotel' },
      { from: lunch + pause, to: end, spot: chance.chance(0.25) ? 'mobile' : 'hotel' },
      { from: end + 90, to: end + 170, spot: 'hotel' },
    ]
  }
  const spot: Spot = life.kind
  const isWeekend = life.isFree
  const stretches: Stretch[] = isWeekend
    ? [{ from: lunch, to: lunch + chance.between(40, 160), spot }]
    : [
        { from: start, to: lunch, spot },
        { from: lunch + pause, to: end, spot },
      ]
  // Left early, working on from home; or a while in the evening.
  if (!isWeekend && spot === 'office' && chance.chance(0.08))
    stretches[1] = { from: lunch + 70, to: end, spot: 'home' }
  if (!isWeekend && chance.chance(person.eveningShare))
    stretches.push({ from: end + 120, to: end + 120 + chance.between(20, 90), spot: 'home' })
  return stretches
}

interface Use {
  program: Program
  app: App
  resource: App
}

const laptopUses: readonly Use[] = [
  { program: 'outlook', app: apps.office, resource: apps.exchange },
  { program: 'teams', app: apps.teams, resource: apps.graph },
  { program: 'sync', app: apps.oneDriveSync, resource: apps.sharePoint },
  { program: 'browser', app: apps.officeHome, resource: apps.graph },
]

const refreshed: readonly (readonly [App, App])[] = [
  [apps.office, apps.exchange],
  [apps.teams, apps.graph],
  [apps.oneDriveSync, apps.sharePoint],
  [apps.office, apps.graph],
  [apps.edge, apps.graph],
  [apps.teams, apps.exchange],
  [apps.broker, apps.graph],
]

function within(scene: Scene, stretch: Stretch): number {
  return scene.midnight + Math.floor(scene.chance.between(stretch.from, stretch.to) * minuteMs)
}

/** What somebody does at the laptop in one stretch. */
function workAt(scene: Scene, laptop: Device, stretch: Stretch, isFirst: boolean): void {
  const { chance, person } = scene
  const hours = Math.max(0, stretch.to - stretch.from) / 60
  const [mailUse, teamsUse, syncUse, browserUse] = laptopUses as [Use, Use, Use, Use]
  const prefersWeb = person.seed.a % 5 === 0
  const open = (use: Use, delay: number) =>
    arrive(scene, laptop, stretch.spot, use.program, stretch.from + delay, use.app, use.resource)
  const mail = prefersWeb
    ? open({ program: 'owa', app: apps.outlookWeb, resource: apps.exchange }, 1)
    : open(mailUse, 1)
  const teams = open(teamsUse, 0)
  const browser = open(browserUse, chance.between(2, 25))
  const busy = hours * person.activity

  if (isFirst && laptop.make === 'windows' && chance.chance(0.7)) {
    signIn(scene, {
      at: scene.midnight + Math.floor(stretch.from * minuteMs),
      from: {
        ...teams,
        token: '',
        client: { ...teams.client, userAgent: 'Windows-AzureAD-Authentication-Provider/1.0', browser: '' },
      },
      app: apps.windows,
      resource: apps.directory,
      mfa: 'earlier',
      method: 'Windows Hello for Business',
      isAudited: chance.chance(0.5),
    })
  }
  for (let n = chance.count(busy * 1.5); n > 0; n--) {
    const [app, resource] = chance.pick(refreshed)
    signIn(scene, {
      at: within(scene, stretch),
      from: chance.chance(0.6) ? mail : teams,
      app,
      resource,
      isInteractive: false,
    })
  }
  for (let n = chance.count(busy * 0.22); n > 0; n--) {
    const at = within(scene, stretch)
    const [app, resource] = chance.pick([
      [apps.officeHome, apps.graph],
      [apps.sharePoint, apps.sharePoint],
      [apps.outlookWeb, apps.exchange],
      [apps.teamsWeb, apps.graph],
    ] as const)
    if (chance.chance(0.2))
      signIn(scene, { at: at - 4000, from: browser, app, resource, error: 50140, mfa: 'earlier' })
    signIn(scene, { at, from: browser, app, resource })
  }
  if (chance.chance(0.03))
    signIn(scene, {
      at: within(scene, stretch),
      from: browser,
      isInteractive: false,
      error: chance.pick([50058, 50132, 70044]),
    })

  for (let n = chance.count(busy * 0.45); n > 0; n--)
    readMail(scene, within(scene, stretch), mail, {
      isSync: !prefersWeb,
      folder: chance.chance(0.8) ? '\\Inbox' : '\\Sent Items',
    })
  for (let n = chance.count(busy * 0.9); n > 0; n--)
    readMail(scene, within(scene, stretch), mail, { items: chance.whole(1, 9) })
  for (let n = chance.count(busy * 0.55); n > 0; n--) {
    mailItem(scene, within(scene, stretch), mail, 'Send', {
      subject: chance.pick(subjects),
      attachment: chance.chance(0.2) ? 'Offer.pdf' : '',
    })
  }
  for (let n = chance.count(busy * 0.3); n > 0; n--) {
    mailItem(
      scene,
      within(scene, stretch),
      mail,
      chance.pick(['MoveToDeletedItems', 'MoveToDeletedItems', 'SoftDelete', 'Create', 'Update', 'Move']),
      {
        subject: chance.pick(subjects),
        items: chance.chance(0.85) ? 1 : chance.whole(2, 14),
        toFolder: '\\Archive',
      },
    )
  }
  if (chance.chance(0.12))
    readMail(scene, within(scene, stretch), fromMicrosoft(scene, mail), { items: 1, app: apps.teams })
  const sync = chance.chance(0.6) ? open(syncUse, 3) : null
  for (let n = chance.count(busy * 1.4); n > 0; n--) {
    const at = within(scene, stretch)
    const operation = chance.weighted(fileWork)
    if (operation.startsWith('FileSync')) {
      if (sync) touchFile(scene, at, sync, operation, { app: apps.oneDriveSync })
    } else
      touchFile(scene, at, operation === 'FileModified' && !prefersWeb ? mail : browser, operation, {
        library: pickLibrary(scene),
      })
  }
  if (isFirst) chat(scene, within(scene, { ...stretch, to: stretch.from + 10 }), teams, 'TeamsSessionStarted')
  for (let n = chance.count(busy * 0.4); n > 0; n--) {
    chat(
      scene,
      within(scene, stretch),
      teams,
      chance.pick(['MessageSent', 'MessageSent', 'ReactedToMessage', 'MessageEditedHasLink']),
      chance.pick(['OneOnOne', 'GroupChat', 'Channel']),
    )
  }
}

/** Microsoft's own machines open mail for the user, with the user's token. */
function fromMicrosoft(scene: Scene, mail: Act['from']): Act['from'] {
  const pool = scene.chance.pick(poolsFor('microsoft'))
  const number = scene.chance.word()
  return {
    ...mail,
    address: pool.isV6 ? v6Address(pool, number, number >>> 8) : v4Address(pool, number),
    pool,
    client: { ...mail.client, mailClient: 'Client=REST;Client=RESTSystem;;' },
  }
}

const fileWork: readonly (readonly [string, number])[] = [
  ['FileAccessed', 40],
  ['FileModified', 16],
  ['FilePreviewed', 10],
  ['PageViewed', 10],
  ['FileSyncUploadedFull', 7],
  ['FileSyncDownloadedFull', 7],
  ['FileDownloaded', 4],
  ['FileUploaded', 4],
  ['FileRenamed', 1],
  ['FileRecycled', 2],
  ['FolderCreated', 1],
]

/** Phones look in now and then, all day, wherever they are. */
function phoneDay(scene: Scene, phone: Device, spotAt: (minute: number) => Spot): void {
  const { chance, person } = scene
  const program = person.phoneApp
  const app = program === 'ios-mail' ? apps.iosAccounts : apps.outlookMobile
  const isOff = scene.life.kind === 'off'
  const visits = chance.count(
    (isOff ? (scene.life.peeks ? 1.6 : 0.5) : 3) * Math.min(1.6, person.activity + 0.4),
  )
  const session = sessionOn(person, phone, 'system', scene.day).id
  let isNew = session !== sessionOn(person, phone, 'system', scene.day - 1).id
  for (let n = visits; n > 0; n--) {
    const minute = chance.between(6.7 * 60, 22.6 * 60)
    const from = arrive(scene, phone, spotAt(minute), program, minute, app, apps.exchange)
    const at = from.issuedAt
    if (isNew) askForSecondFactor(scene, at - 60_000, from, app, person.method)
    isNew = false
    readMail(scene, at + chance.whole(2000, 90_000), from, { items: chance.whole(1, 7), app })
    if (chance.chance(0.25))
      readMail(scene, at + chance.whole(90_000, 400_000), from, { isSync: program === 'ios-mail', app })
    if (chance.chance(0.14))
      mailItem(scene, at + chance.whole(60_000, 500_000), from, 'Send', {
        subject: chance.pick(subjects),
        app,
      })
    if (chance.chance(0.08))
      mailItem(scene, at + chance.whole(60_000, 500_000), from, 'MoveToDeletedItems', {
        subject: chance.pick(subjects),
        app,
      })
    if (chance.chance(0.4)) {
      const teams = arrive(scene, phone, spotAt(minute), 'teams', minute + 2, apps.teams, apps.graph)
      if (chance.chance(0.5)) chat(scene, teams.issuedAt + 30_000, teams, 'MessageSent', 'OneOnOne')
    }
  }
}

/** A machine the company does not know: the tablet on the sofa, the computer of the household. */
function privateEvening(scene: Scene, device: Device, spot: Spot, hasOpened: boolean): void {
  const { chance, person } = scene
  const minute = chance.between(18.5 * 60, 22.5 * 60)
  const from = arrive(scene, device, spot, 'browser', minute, apps.outlookWeb, apps.exchange)
  if (hasOpened) askForSecondFactor(scene, from.issuedAt - 20_000, from, apps.outlookWeb, person.method)
  else signIn(scene, { at: from.issuedAt - 1500, from, app: apps.outlookWeb, resource: apps.exchange })
  for (let n = chance.whole(1, 4); n > 0; n--)
    readMail(scene, from.issuedAt + chance.whole(10_000, 1_500_000), from, { items: chance.whole(1, 5) })
  if (chance.chance(0.3))
    touchFile(scene, from.issuedAt + chance.whole(60_000, 1_500_000), from, 'FileAccessed')
}

/** Password, then the prompt, then in: the three records a full sign-in leaves. */
function askForSecondFactor(scene: Scene, at: number, from: Act['from'], app: App, method: string): void {
  const { chance } = scene
  if (chance.chance(0.05 + scene.person.forgetful)) {
    for (let n = chance.whole(1, 2); n > 0; n--)
      signIn(scene, { at: at - 25_000 * n, from, app, error: 50126, mfa: 'none' })
  }
  signIn(scene, { at, from, app, error: 50074, mfa: 'asked' })
  let wait = chance.whole(8000, 35_000)
  // The phone is in the other room: the prompt lapses, and the second one is answered.
  if (chance.chance(0.04)) {
    signIn(scene, { at: at + 62_000, from, app, error: 500121, mfa: 'unanswered', method })
    wait += 80_000
  }
  signIn(scene, { at: at + wait, from, app, mfa: 'passed', method })
}

export function ordinaryDay(scene: Scene): Stretch[] {
  const { chance, person, devices, life } = scene
  const stretches = devices.laptop ? laptopStretches(scene) : []
  if (devices.laptop && stretches.length > 0) {
    const before = previousWorkday(person, scene.day)
    const oldLaptop = before === null ? null : devicesOn(scene.company, person, before).laptop
    for (const [index, stretch] of stretches.entries()) workAt(scene, devices.laptop, stretch, index === 0)
    const first = stretches[0]!
    for (const family of ['system', 'browser'] as const) {
      const now = sessionOn(person, devices.laptop, family, scene.day).id
      const earlier = before === null || !oldLaptop ? null : sessionOn(person, oldLaptop, family, before).id
      if (now === earlier) continue
      const opened = scene.acts.find(act => act.from.session === now)
      if (opened) {
        const from = { ...opened.from, token: '' }
        askForSecondFactor(
          scene,
          scene.midnight + Math.floor((first.from - 2) * minuteMs),
          from,
          family === 'browser' ? apps.officeHome : apps.office,
          person.method,
        )
      }
    }
  }
  if (devices.phone) {
    const away: Spot = life.stay ? 'hotel' : 'home'
    phoneDay(scene, devices.phone, minute => {
      const at = stretches.find(each => minute >= each.from && minute <= each.to)
      if (at && at.spot !== 'inflight') return chance.chance(0.6) ? at.spot : 'mobile'
      return chance.chance(0.65) ? away : 'mobile'
    })
  }
  const spot: Spot = life.stay ? 'hotel' : 'home'
  if (devices.tablet && chance.chance(0.2)) privateEvening(scene, devices.tablet, spot, chance.chance(0.1))
  if (devices.privatePc && !life.stay && chance.chance(life.kind === 'off' ? 0.12 : 0.08)) {
    privateEvening(scene, devices.privatePc, spot, chance.chance(0.35))
  }
  return stretches
}
