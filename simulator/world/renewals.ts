// New password, new telephone, new laptop, first day at work: what makes an account look unlike itself.
import type { Origin } from './act.ts'
import { apps } from './apps.ts'
import { minuteMs } from './calendar.ts'
import { changeDirectory, oneDriveOf, touchFile } from './deeds.ts'
import type { Device } from './devices.ts'
import { registerDevice, registerMethod } from './grants.ts'
import { devicesOn, passwordEra, previousWorkday } from './life.ts'
import { arrive, type Scene, type Spot, signIn } from './scene.ts'
import type { Stretch } from './workday.ts'

/** Something to do it from: the browser on the laptop, at a moment of the working day. */
export function sitDown(scene: Scene, stretches: Stretch[]): Origin | null {
  const { laptop } = scene.devices
  const stretch = stretches.find(each => each.to - each.from > 30 && each.spot !== 'inflight')
  if (!laptop || !stretch) return null
  const minute = scene.chance.between(stretch.from + 5, stretch.to - 5)
  return arrive(scene, laptop, stretch.spot, 'browser', minute, apps.officeHome, apps.graph)
}

/** New password, new telephone, new laptop: noticed on the first working day that has it. */
export function renewals(scene: Scene, stretches: Stretch[]): void {
  const { company, person, day, devices, chance } = scene
  const before = previousWorkday(person, day)
  if (before === null) {
    if (day - person.hiredOn < 7) firstDay(scene, stretches)
    return
  }
  const hasNewPassword = passwordEra(person, day) !== passwordEra(person, before)
  const old = devicesOn(company, person, before)
  const hasNewPhone = devices.phone !== null && old.phoneEra !== devices.phoneEra
  const hasNewLaptop = devices.laptop !== null && old.laptopEra !== devices.laptopEra
  if (!hasNewPassword && !hasNewPhone && !hasNewLaptop) return
  const from = sitDown(scene, stretches)
  if (!from) return
  const at = from.issuedAt
  if (hasNewPassword) {
    changeDirectory(scene, at, from, 'Change password (self-service)', {
      service: 'Self-service Password Management',
    })
    changeDirectory(scene, at + 900, from, 'Change user password')
    changeDirectory(scene, at + 1200, from, 'Update StsRefreshTokenValidFrom Timestamp', {
      modified: [['StsRefreshTokensValidFrom', new Date(at).toISOString(), '']],
    })
    // Programs still hold tokens of before.
    for (let n = chance.whole(1, 4); n > 0; n--) {
      signIn(scene, {
        at: at + chance.whole(30_000, 2_000_000),
        from: { ...from, token: '' },
        isInteractive: false,
        error: 50173,
        app: apps.office,
        resource: apps.exchange,
      })
    }
  }
  if (hasNewPhone) newPhone(scene, devices.phone!, from)
  if (hasNewLaptop) newLaptop(scene, devices.laptop!, stretches, from)
}

function newPhone(scene: Scene, phone: Device, from: Origin): void {
  const { chance, person } = scene
  const at = from.issuedAt
  signIn(scene, {
    at: at - 30_000,
    from,
    app: apps.mySignIns,
    resource: apps.graph,
    mfa: chance.chance(0.5) ? 'earlier' : 'passed',
    method: 'Text message',
  })
  registerMethod(scene, at, from, phone)
  if (chance.chance(0.6))
    changeDirectory(scene, at + 120_000, from, 'User deleted security info', {
      service: 'Authentication Methods',
      operationType: 'Delete',
      reason: 'User deleted Authenticator App with Notification and Code',
    })
  const spot: Spot = chance.chance(0.7) ? 'home' : 'mobile'
  const there = arrive(
    scene,
    phone,
    scene.life.stay ? 'mobile' : spot,
    person.phoneApp,
    chance.between(17 * 60, 21 * 60),
    apps.outlookMobile,
    apps.exchange,
  )
  signIn(scene, {
    at: there.issuedAt - 60_000,
    from: there,
    app: apps.outlookMobile,
    resource: apps.exchange,
    error: 50074,
    mfa: 'asked',
  })
  signIn(scene, {
    at: there.issuedAt - 30_000,
    from: there,
    app: apps.outlookMobile,
    resource: apps.exchange,
    mfa: 'passed',
    method: chance.pick(['Text message', 'Mobile app notification']),
  })
  registerDevice(scene, there.issuedAt, there, phone, phone.make === 'android' ? 'Android' : 'iOS')
}

function newLaptop(scene: Scene, laptop: Device, stretches: Stretch[], from: Origin): void {
  const { chance, person } = scene
  const first = stretches[0]!
  const at = scene.midnight + Math.floor(first.from * minuteMs)
  signIn(scene, {
    at: at - 240_000,
    from: { ...from, token: '' },
    app: apps.broker,
    resource: apps.registration,
    mfa: 'passed',
    method: person.method,
  })
  registerDevice(scene, at - 200_000, from, laptop, laptop.make === 'mac' ? 'MacMDM' : 'Windows')
  const sync = arrive(scene, laptop, first.spot, 'sync', first.from + 5, apps.oneDriveSync, apps.sharePoint)
  // Everything comes down again.
  const library = { site: oneDriveOf(scene.company, person), folder: 'Documents', isOneDrive: true }
  const spread = chance.whole(1_200_000, 7_000_000)
  for (let n = chance.whole(80, 900); n > 0; n--)
    touchFile(scene, sync.issuedAt + chance.whole(1000, spread), sync, 'FileSyncDownloadedFull', {
      library,
      app: apps.oneDriveSync,
    })
}

/** The first day at work: a password from the administrator, a method, a machine. */
function firstDay(scene: Scene, stretches: Stretch[]): void {
  const { devices, person, chance } = scene
  const from = stretches.length > 0 ? sitDown(scene, stretches) : null
  if (!from) return
  const at = from.issuedAt
  signIn(scene, { at: at - 60_000, from, error: 50055, mfa: 'none' })
  changeDirectory(scene, at - 30_000, from, 'Change user password', { modified: [] })
  signIn(scene, { at: at - 20_000, from, error: 50079, mfa: 'none' })
  if (devices.phone) registerMethod(scene, at, from, devices.phone)
  signIn(scene, { at: at + 60_000, from: { ...from, token: '' }, mfa: 'passed', method: person.method })
  if (devices.laptop && chance.chance(0.7))
    registerDevice(
      scene,
      at + 120_000,
      from,
      devices.laptop,
      devices.laptop.make === 'mac' ? 'MacMDM' : 'Windows',
    )
}
