// The attacks, each a short story: a way in, what is done there, and how it ends.
import type { Origin } from '../act.ts'
import { apps } from '../apps.ts'
import { readMail } from '../deeds.ts'
import { grantConsent } from '../grants.ts'
import { signIn } from '../scene.ts'
import { takeOverAdministration } from './administration.ts'
import type { AttackKind } from './attack.ts'
import { deviceCode, passwordOnly, phish, phishAndReplay, replay, stolenToken } from './entry.ts'
import {
  addDevice,
  addMethod,
  forwardOutside,
  hideReplies,
  lureTargets,
  rummage,
  sendFraud,
  sendLures,
  takeFiles,
} from './moves.ts'
import { bruteForce, legacyProtocol, mfaFatigue, passwordSpray } from './password-scripts.ts'
import {
  hour,
  later,
  minute,
  originFrom,
  type Plot,
  pickCover,
  pickPoolFor,
  plotAgainst,
  strangeTool,
  victimOrigin,
} from './plot.ts'

function aitm(plot: Plot, at: number): void {
  const { chance, caution } = plot
  const { origin, at: opens } = phishAndReplay(plot, at)
  rummage(plot, opens + 30_000, origin, 20 + caution * 180)
  if (chance.chance(0.65)) hideReplies(plot, later(plot, opens, 4, 90), origin)
  if (chance.chance(0.4)) addMethod(plot, later(plot, opens, 2, 60), origin)
  if (chance.chance(0.35)) sendFraud(plot, later(plot, opens, 60, 600), origin)
  if (chance.chance(0.3)) takeFiles(plot, later(plot, opens, 20, 300), origin, chance.whole(20, 250), 40)
  for (let n = chance.whole(0, 3); n > 0; n--) {
    const back = later(plot, opens, 8 * 60, 60 * 60)
    const again = chance.chance(0.5) ? origin : replay(plot, back - 60_000, origin.session)
    if (again === origin)
      signIn(plot, {
        at: back - 20_000,
        from: origin,
        app: apps.outlookWeb,
        resource: apps.exchange,
        isInteractive: false,
        isAudited: true,
      })
    rummage(plot, back, again, 40)
  }
}

function deviceCodePhishing(plot: Plot, at: number): void {
  const { chance } = plot
  const { origin, at: opens } = deviceCode(plot, at)
  rummage(plot, later(plot, opens, 1, 60), origin, 90, apps.graph)
  if (chance.chance(0.4)) addDevice(plot, later(plot, opens, 5, 120), origin)
  if (chance.chance(0.4)) takeFiles(plot, later(plot, opens, 20, 600), origin, chance.whole(20, 300), 60)
  if (chance.chance(0.25)) sendLures(plot, later(plot, opens, 60, 900), origin, chance.whole(8, 40))
}

function maliciousConsent(plot: Plot, at: number): void {
  const { chance } = plot
  const own = victimOrigin(plot, at)
  const app = {
    id: chance.guid(),
    name: chance.pick([
      'Document Viewer',
      'Secure Mail Upgrade',
      'O365 Backup Access',
      'newapp',
      'Outlook Sync Pro',
      'Calendar Helper',
    ]),
  }
  const scopes = chance.pick([
    'Mail.Read offline_access User.Read',
    'Mail.ReadWrite Mail.Send offline_access Contacts.Read',
    'Mail.Read Files.Read.All offline_access',
    'full_access_as_user',
  ])
  const principal = { id: chance.guid(), type: 'ServicePrincipal' as const, name: app.name }
  signIn(plot, { at, from: own, app, resource: apps.graph, error: 65001, isAudited: true })
  const granted = at + chance.whole(6000, 60_000)
  grantConsent(plot, granted, own, app, principal, scopes)
  const server = originFrom(
    plot,
    pickPoolFor(plot, chance.pick(['hosting', 'hosting', 'vpn'] as const)),
    strangeTool(chance.pick(['python-requests/2.31.0', 'axios/1.6.2', 'Go-http-client/1.1'])),
    chance.guid(),
  )
  const sessions = chance.whole(2, 8)
  for (let n = 0; n < sessions; n++) {
    const visit = granted + Math.round((n * n * chance.between(0.5, 3) + 0.02) * hour)
    signIn(plot, {
      at: visit,
      from: server,
      app,
      resource: apps.graph,
      isInteractive: false,
      isAudited: chance.chance(0.5),
    })
    for (let reads = chance.whole(2, 10); reads > 0; reads--)
      readMail(plot, visit + chance.whole(1000, 600_000), server, {
        items: chance.whole(5, 80),
        app,
        folder: chance.pick(['\\Inbox', '\\Sent Items', '\\Archive']),
      })
  }
}

function inboxRuleFraud(plot: Plot, at: number): void {
  const { chance } = plot
  const { origin, at: opens } = chance.chance(0.6) ? phishAndReplay(plot, at) : passwordOnly(plot, at)
  rummage(plot, opens + 20_000, origin, 90)
  hideReplies(plot, later(plot, opens, 10, 200), origin)
  const days = chance.whole(1, 4)
  for (let day = 1; day <= days; day++) {
    const back = opens + day * 24 * hour + Math.round(chance.between(-3, 5) * hour)
    signIn(plot, {
      at: back,
      from: origin,
      app: apps.outlookWeb,
      resource: apps.exchange,
      isInteractive: chance.chance(0.4),
      isAudited: true,
    })
    rummage(plot, back + 10_000, origin, 60)
    if (day === days || chance.chance(0.3)) sendFraud(plot, back + 10 * minute, origin)
  }
}

function massDownload(plot: Plot, at: number): void {
  const { chance, caution } = plot
  const { origin, at: opens } = chance.chance(0.5) ? stolenToken(plot, at) : phishAndReplay(plot, at)
  signIn(plot, {
    at: opens + 30_000,
    from: origin,
    app: apps.sharePoint,
    resource: apps.sharePoint,
    isAudited: true,
  })
  const tool = chance.chance(0.35)
    ? {
        ...origin,
        client: {
          ...origin.client,
          userAgent: chance.pick(['rclone/v1.65.0', 'python-requests/2.31.0']),
          clientApp: 'Mobile Apps and Desktop clients',
          browser: '',
        },
      }
    : origin
  takeFiles(
    plot,
    opens + 2 * minute,
    tool,
    chance.whole(150, 900),
    15 + caution * 400,
    chance.chance(0.8) ? 'FileDownloaded' : 'FileSyncDownloadedFull',
  )
}

function ownMethod(plot: Plot, at: number): void {
  const { chance } = plot
  const { origin, at: opens } = phishAndReplay(plot, at)
  addMethod(plot, later(plot, opens, 1, 25), origin)
  if (chance.chance(0.6)) addDevice(plot, later(plot, opens, 15, 120), origin)
  rummage(plot, opens + 60_000, origin, 40)
  // Comes back days later with a second factor of their own.
  const back = opens + Math.round(chance.between(20, 80) * hour)
  const second = originFrom(plot, pickPoolFor(plot, pickCover(plot)), origin.client)
  signIn(plot, { at: back, from: second, error: 50074, mfa: 'asked' })
  signIn(plot, { at: back + 15_000, from: second, mfa: 'passed', method: 'Mobile app notification' })
  rummage(plot, back + 60_000, second, 60)
}

function internalPhishing(plot: Plot, at: number): void {
  const { chance } = plot
  const { origin, at: opens } = phishAndReplay(plot, at)
  rummage(plot, opens + 20_000, origin, 30)
  hideReplies(plot, later(plot, opens, 5, 40), origin)
  const reached = lureTargets(plot, opens)
  const sentAt = later(plot, opens, 30, 240)
  sendLures(plot, sentAt, origin, reached.length)
  for (const fallen of reached.slice(0, chance.whole(1, 3))) {
    const next = plotAgainst(plot, fallen)
    const bitesAt = later(plot, sentAt, 3, 200)
    const { origin: there, at: then } = chance.chance(0.5)
      ? sameKit(next, bitesAt, origin)
      : phishAndReplay(next, bitesAt)
    rummage(next, then + 30_000, there, 60)
    if (chance.chance(0.5)) hideReplies(next, later(next, then, 5, 60), there)
  }
}

/** The second account falls to the same machines as the first. */
function sameKit(plot: Plot, at: number, first: Origin): { origin: Origin; at: number } {
  const { session, at: stolenAt } = phish(plot, at)
  const opens = later(plot, stolenAt, 1, 60)
  const origin = replay(plot, opens, session)
  origin.address = first.address
  origin.pool = first.pool
  return { origin, at: opens }
}

function tokenTheft(plot: Plot, at: number): void {
  const { chance, caution } = plot
  const { origin, at: opens } = stolenToken(plot, at)
  rummage(plot, opens + 20_000, origin, 30 + caution * 200)
  if (chance.chance(0.5)) takeFiles(plot, later(plot, opens, 5, 200), origin, chance.whole(15, 160), 60)
  for (let n = chance.whole(0, 2); n > 0; n--) {
    const back = later(plot, opens, 6 * 60, 50 * 60)
    signIn(plot, {
      at: back,
      from: origin,
      app: apps.outlookWeb,
      resource: apps.exchange,
      isInteractive: false,
      isAudited: true,
    })
    rummage(plot, back + 5000, origin, 30)
  }
  if (chance.chance(0.3)) hideReplies(plot, later(plot, opens, 20, 300), origin)
}

function forwarding(plot: Plot, at: number): void {
  const { chance } = plot
  const { origin, at: opens } = chance.chance(0.5) ? phishAndReplay(plot, at) : passwordOnly(plot, at)
  rummage(plot, opens + 30_000, origin, 20)
  forwardOutside(plot, later(plot, opens, 3, 60), origin)
  if (chance.chance(0.3)) hideReplies(plot, later(plot, opens, 20, 90), origin)
}

function adminTakeover(plot: Plot, at: number): void {
  const { chance } = plot
  const { origin, at: opens } = chance.chance(0.5) ? stolenToken(plot, at) : phishAndReplay(plot, at)
  takeOverAdministration(plot, opens, origin)
}

export const scripts: Record<AttackKind, (plot: Plot, at: number) => void> = {
  aitm,
  'device-code': deviceCodePhishing,
  'password-spray': passwordSpray,
  'brute-force': bruteForce,
  'mfa-fatigue': mfaFatigue,
  consent: maliciousConsent,
  'inbox-rule': inboxRuleFraud,
  'mass-download': massDownload,
  'mfa-method': ownMethod,
  'internal-phishing': internalPhishing,
  'token-theft': tokenTheft,
  'legacy-protocol': legacyProtocol,
  forwarding,
  'admin-takeover': adminTakeover,
}
