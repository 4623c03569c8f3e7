// An attack while it is being written: whose account, from which networks, with which tools.
import type { Act, Client, Origin } from '../act.ts'
import { dayOf } from '../calendar.ts'
import type { Company, Person } from '../cast.ts'
import { staffOn } from '../company.ts'
import type { Stage } from '../deeds.ts'
import { browserAgent, browserName, clientOf } from '../devices.ts'
import { devicesOn, homeLine, sessionOn } from '../life.ts'
import { kilometres, type Pool, poolsFor, v4Address } from '../networks.ts'
import { type Random, random } from '../random.ts'
import { openScene, placeAt, type Spot } from '../scene.ts'

export const minute = 60_000
export const hour = 60 * minute

export interface Plot extends Stage {
  person: Person
  /** The day on which it begins. */
  day: number
  /** What the attacker did. */
  acts: Act[]
  /** Addresses of victims who did the attacker's bidding themselves. */
  ownAddresses: Set<string>
  /** How quietly the attacker goes about it: 0 careless, 1 patient. */
  caution: number
  isAutomatic: boolean
}

export function openPlot(
  company: Company,
  { person, day, isAutomatic = false }: { person: Person; day: number; isAutomatic: boolean | undefined },
  chance: Random,
): Plot {
  const caution = chance.next()
  return { company, person, day, chance, acts: [], ownAddresses: new Set(), caution, isAutomatic }
}

/** The same attack, in another account. */
export function plotAgainst(plot: Plot, person: Person): Plot {
  return { ...plot, person }
}

export type Cover = 'hosting' | 'vpn' | 'near' | 'abroad' | 'tor'

/** Cautious attackers hire a line near the victim; careless ones come from a rented machine. */
export function pickCover(plot: Plot): Cover {
  const { chance, caution } = plot
  return chance.weighted<Cover>([
    ['hosting', 30 * (1.3 - caution)],
    ['vpn', 30],
    ['near', 45 * caution],
    ['abroad', 14 * (1.2 - caution)],
    ['tor', 2],
  ])
}

const abroad = ['NG', 'RU', 'RO', 'TR', 'ZA', 'IN', 'BR', 'AE']

export function pickPoolFor(plot: Plot, cover: Cover): Pool {
  const { chance, person, day } = plot
  const v4 = (list: readonly Pool[]) => list.filter(each => !each.isV6)
  if (cover === 'near') {
    const home = homeLine(person, day).v4
    const close = v4(poolsFor('access', person.country)).filter(
      each => kilometres(each, home) < 600 && each.asn !== home.asn && each !== person.site.line.v4,
    )
    if (close.length > 0) return chance.pick(close)
  }
  if (cover === 'abroad') {
    const country = chance.pick(abroad)
    const list = v4([...poolsFor('access', country), ...poolsFor('mobile', country)])
    if (list.length > 0) return chance.pick(list)
  }
  if (cover === 'tor') return chance.pick(v4(poolsFor('tor')))
  const use = cover === 'vpn' ? 'vpn' : 'hosting'
  const here = v4(poolsFor(use, person.country))
  const anywhere = v4(poolsFor(use)).filter(each =>
    ['US', 'NL', 'DE', 'GB', 'FR', 'SE', 'PL', 'SG'].includes(each.country),
  )
  return here.length > 0 && chance.chance(0.45) ? chance.pick(here) : chance.pick(anywhere)
}

/** A browser on a machine the directory does not know. */
export function strangeBrowser(plot: Plot, day: number): Client {
  const { chance } = plot
  const make = chance.chance(0.85) ? 'windows' : 'mac'
  const browser = chance.weighted([
    ['chrome', 60],
    ['firefox', 25],
    ['edge', 15],
  ] as const)
  const lag = chance.whole(0, 90)
  return {
    userAgent: browserAgent(make, browser, day, lag),
    os: make === 'windows' ? 'Windows10' : 'MacOs',
    browser: browserName(make, browser, day, lag),
    deviceId: null,
    deviceName: '',
    trust: '',
    isManaged: false,
    clientApp: 'Browser',
    mailClient: 'Client=OWA;Action=ViaProxy',
    platform: 'WinDesktop',
  }
}

/** A script or a tool instead of a browser. */
export function strangeTool(
  userAgent: string,
  clientApp = 'Mobile Apps and Desktop clients',
  mailClient = 'Client=REST;;',
): Client {
  return {
    userAgent,
    os: userAgent.includes('Linux') ? 'Linux' : 'Windows10',
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

export function originFrom(plot: Plot, pool: Pool, client: Client, session?: string): Origin {
  const { chance } = plot
  return {
    address: v4Address(pool, chance.whole(2, 1000)),
    pool,
    client,
    session: session ?? chance.guid(),
    token: '',
    issuedAt: 0,
  }
}

/** What the phishing page sees of the victim's browser and passes on. */
export function victimBrowser(plot: Plot, day: number): Client {
  const { laptop, phone, privatePc } = devicesOn(plot.company, plot.person, day)
  const device = plot.chance.chance(0.75) ? (laptop ?? phone) : (phone ?? laptop)
  const shown = clientOf(device ?? privatePc ?? phone!, 'browser', day)
  return { ...shown, deviceId: null, deviceName: '', trust: '', isManaged: false }
}

/** The victim at their own machine, on the network they use at that hour. */
export function victimOrigin(plot: Plot, at: number): Origin {
  const scene = openScene(plot.company, plot.person, dayOf(at), 'victim')
  const { laptop, phone, privatePc } = scene.devices
  const device = laptop ?? phone ?? privatePc
  if (!device) throw new Error(`${plot.person.upn} has no machine to be deceived on`)
  const spot: Spot = scene.life.stay ? 'hotel' : scene.life.kind === 'office' ? 'office' : 'home'
  const place = placeAt(scene, device, spot, 'browser', (at - scene.midnight) / 60_000)
  plot.ownAddresses.add(place.address)
  const family = device.browser === 'edge' && device.id !== null ? 'system' : 'browser'
  return {
    ...place,
    client: clientOf(device, 'browser', scene.day),
    session: sessionOn(plot.person, device, family, scene.day).id,
    token: '',
    issuedAt: at,
  }
}

/** Somebody fit to be attacked: at work then, with a mailbox. */
export function pickVictim(
  company: Company,
  chance: Random,
  at: number,
  wish: (person: Person) => boolean = () => true,
): Person {
  const staff = staffOn(company, dayOf(at)).filter(
    each =>
      !each.isFrontline &&
      each.laptop !== null &&
      each.leavesOn > dayOf(at) + 30 &&
      each.hiredOn < dayOf(at) - 30,
  )
  const fit = staff.filter(wish)
  const pool = fit.length > 0 ? fit : staff.length > 0 ? staff : staffOn(company, dayOf(at))
  return chance.pick(pool)
}

export function colleagues(plot: Plot, at: number, count: number): Person[] {
  const others = staffOn(plot.company, dayOf(at)).filter(
    each => each.id !== plot.person.id && each.laptop !== null,
  )
  return random(plot.person.seed, 'colleagues', dayOf(at)).shuffled(others).slice(0, count)
}

/** Some minutes after a moment. */
export function later(plot: Plot, at: number, fromMinutes: number, toMinutes: number): number {
  return at + Math.round(plot.chance.between(fromMinutes, toMinutes) * minute)
}
