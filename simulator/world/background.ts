// What a tenant logs that no employee does: guests, scripts, shared mailboxes' machines, and the internet's knocking.
import type { Act, Client, Origin } from './act.ts'
import { apps } from './apps.ts'
import { dayMs, hourMs, isWeekend, localMidnight, minuteMs, zoneOf } from './calendar.ts'
import type { Company, Guest, Person, ServiceAccount } from './cast.ts'
import { mailItem, readMail, type Stage, touchFile } from './deeds.ts'
import { browserAgent, browserName } from './devices.ts'
import { v4Of } from './line.ts'
import { type Pool, poolsFor, v4Address } from './networks.ts'
import { random } from './random.ts'
import { signIn } from './scene.ts'

function tool(userAgent: string, mailClient: string, clientApp = 'Mobile Apps and Desktop clients'): Client {
  return {
    userAgent,
    os: 'Windows10',
    browser: '',
    deviceId: null,
    deviceName: '',
    trust: '',
    isManaged: false,
    clientApp,
    mailClient,
    platform: 'Unknown',
  }
}

/** Somebody, somewhere, is always trying passwords; none of them fits. */
export function knocking(company: Company, staff: Person[], day: number): Act[] {
  const acts: Act[] = []
  // Campaigns last a week or so; a tenant is in the sights of one now, of none then.
  const week = random(company.seed, 'knocking', Math.floor(day / 8))
  if (!week.chance(0.7) || staff.length === 0) return acts
  const share = week.chance(0.15) ? week.between(0.05, 0.35) : week.between(0.003, 0.03)
  const use = week.chance(0.5) ? 'hosting' : week.chance(0.5) ? 'vpn' : 'access'
  const pools: Pool[] = Array.from({ length: week.whole(1, 8) }, () =>
    week.pick(poolsFor(use).filter(each => !each.isV6)),
  )
  const client = tool(
    week.pick([
      'BAV2ROPC',
      'python-requests/2.28.1',
      'fasthttp',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.88 Safari/537.36',
      'CBAInPROD',
    ]),
    '',
  )
  const app = week.pick([apps.azureCli, apps.exchange, apps.office, apps.graphPowerShell])
  const chance = random(company.seed, 'knock', day)
  for (let n = chance.count(staff.length * share); n > 0; n--) {
    const pool = chance.pick(pools)
    const person = chance.pick(staff)
    const from: Origin = {
      address: v4Address(pool, chance.whole(2, 900)),
      pool,
      client,
      session: chance.guid(),
      token: '',
      issuedAt: 0,
    }
    const error = chance.weighted([
      [50126, 78],
      [50053, 18],
      [50055, 1],
      [50057, 3],
    ] as const)
    for (let tries = chance.chance(0.06) ? chance.whole(3, 14) : 1; tries > 0; tries--) {
      signIn(
        { acts, chance, person, company },
        {
          at: day * dayMs + chance.whole(0, dayMs - 1),
          from,
          app,
          resource: apps.graph,
          error,
          mfa: 'none',
          flow: 'ropc',
        },
      )
    }
  }
  return acts
}

export function scripts(company: Company, day: number): Act[] {
  return company.services.flatMap(service => scriptDay(company, service, day))
}

function scriptDay(company: Company, service: ServiceAccount, day: number): Act[] {
  const chance = random(service.seed, 'day', day)
  const acts: Act[] = []
  const stage: Stage = { company, person: service.account, chance, acts }
  const client =
    service.purpose === 'scanner'
      ? tool('', 'Client=SMTP;', 'Authenticated SMTP')
      : tool(
          service.purpose === 'sync'
            ? 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.2; ADAL 3.19)'
            : 'python-requests/2.31.0',
          'Client=REST;;',
        )
  const session = random(service.seed, 'session', Math.floor(day / 30)).guid()
  const from: Origin = { ...v4Of(service.line), client, session, token: '', issuedAt: 0 }
  const midnight = localMidnight(zoneOf(company.country, company.sites[0]!.line.v4.longitude), day)
  if (service.purpose === 'scanner') {
    if (isWeekend(company.country, day)) return acts
    for (let n = chance.count(Math.min(30, company.people / 8)); n > 0; n--) {
      const at = midnight + Math.floor(chance.between(8, 17) * hourMs)
      signIn(stage, {
        at,
        from: { ...from, token: '' },
        app: apps.exchange,
        resource: apps.exchange,
        mfa: 'none',
        flow: 'legacy',
        isAudited: chance.chance(0.3),
      })
      mailItem(stage, at + 2000, from, 'Send', { subject: 'Scan from MFP-2', attachment: 'SCAN_0412.pdf' })
    }
    return acts
  }
  const every = service.purpose === 'sync' ? 30 : 60
  for (let minute = chance.whole(0, 9); minute < 1440; minute += every) {
    signIn(stage, {
      at: midnight + minute * minuteMs + chance.whole(0, 20_000),
      from: { ...from, token: '' },
      app: service.purpose === 'sync' ? apps.directory : apps.graphPowerShell,
      resource: apps.graph,
      isInteractive: false,
      mfa: 'none',
      flow: 'ropc',
    })
  }
  if (service.purpose === 'backup') {
    const library = {
      site: `${company.sharePointHost}/sites/${company.teamSites[day % company.teamSites.length]!.replaceAll(' ', '')}/`,
      folder: 'Shared Documents',
      isOneDrive: false,
    }
    for (let n = chance.whole(20, 90); n > 0; n--)
      touchFile(stage, midnight + 2 * hourMs + chance.whole(0, hourMs), from, 'FileDownloaded', { library })
  }
  if (service.purpose === 'reporting')
    readMail(stage, midnight + 6 * hourMs + chance.whole(0, 60_000), from, { items: chance.whole(5, 40) })
  return acts
}

/** People of other companies, looking at what was shared with them. */
export function guests(company: Company, day: number): Act[] {
  const acts: Act[] = []
  for (const guest of company.guests) {
    if (guest.invitedOn > day || isWeekend(guest.country, day)) continue
    const chance = random(guest.seed, 'day', day)
    if (!chance.chance(0.22)) continue
    visit(company, guest, day, { company, person: guest.account, chance, acts })
  }
  return acts
}

function visit(company: Company, guest: Guest, day: number, stage: Stage): void {
  const { chance } = stage
  const lag = guest.seed.a % 20
  const client: Client = {
    ...tool(browserAgent('windows', 'chrome', day, lag), 'Client=OWA;Action=ViaProxy', 'Browser'),
    browser: browserName('windows', 'chrome', day, lag),
    platform: 'WinDesktop',
  }
  const session = random(guest.seed, 'session', Math.floor(day / 10)).guid()
  const from: Origin = { ...v4Of(guest.line), client, session, token: '', issuedAt: 0 }
  const at =
    localMidnight(zoneOf(guest.country, guest.line.v4.longitude), day) +
    Math.floor(chance.between(8.5, 17) * hourMs)
  signIn(stage, {
    at,
    from,
    app: apps.sharePoint,
    resource: apps.sharePoint,
    mfa: chance.chance(0.2) ? 'passed' : 'earlier',
  })
  const library = {
    site: `${company.sharePointHost}/sites/${chance.pick(company.teamSites).replaceAll(' ', '')}/`,
    folder: 'Shared Documents',
    isOneDrive: false,
  }
  for (let n = chance.whole(1, 9); n > 0; n--)
    touchFile(
      stage,
      at + chance.whole(5000, 2_400_000),
      from,
      chance.pick(['FileAccessed', 'FilePreviewed', 'FileDownloaded', 'FileModified']),
      { library },
    )
}
