// One person's day as it is being written: who, which machines, from which network at which hour.
import type { Account, Act, Origin, SignInAct } from './act.ts'
import { type App, apps } from './apps.ts'
import { localMidnight, minuteMs } from './calendar.ts'
import type { Company, Person } from './cast.ts'
import { clientOf, type Device, type Program } from './devices.ts'
import { type Day, type Devices, dayOfLife, devicesOn, homeLine, sessionOn } from './life.ts'
import { type Line, type Place, v4Of, v6On } from './line.ts'
import { type Pool, pickPool, poolsFor, v4Address, v6Address } from './networks.ts'
import { type Random, random } from './random.ts'
import { tokenName } from './records/published.ts'

export type Spot = 'home' | 'office' | 'mobile' | 'hotel' | 'airport' | 'inflight'

export interface Scene {
  company: Company
  person: Person
  day: number
  life: Day
  devices: Devices
  chance: Random
  /** Local midnight, as a moment. */
  midnight: number
  home: Line
  usesVpn: boolean
  acts: Act[]
}

/** `purpose` keeps apart what is written of one person's day in several places. */
export function openScene(company: Company, person: Person, day: number, purpose = 'day'): Scene {
  const life = dayOfLife(person, day)
  const chance = random(person.seed, purpose, day)
  return {
    company,
    person,
    day,
    life,
    devices: devicesOn(company, person, day),
    chance,
    midnight: localMidnight(life.zone, day),
    home: homeLine(person, day),
    usesVpn: person.vpn === 'always' || (person.vpn === 'sometimes' && chance.chance(0.25)),
    acts: [],
  }
}

/** The country a person is in. */
function whereabouts(scene: Scene): string {
  return scene.life.stay?.country ?? scene.person.country
}

function mobilePlace(scene: Scene, minute: number): Place {
  const { person, life, chance } = scene
  const part = Math.floor(minute / 200)
  const draw = random(person.seed, 'cell', scene.day, part)
  const stay = life.stay
  if (stay && !stay.roamsHome)
    return { address: v4Address(stay.carrier, draw.whole(0, 60)), pool: stay.carrier }
  if (person.carrierV6 && chance.chance(0.6)) {
    return { address: v6Address(person.carrierV6, draw.word(), draw.word()), pool: person.carrierV6 }
  }
  // Carrier-grade NAT: a few gateways for everybody, often in another city than the phone's.
  const siblings = poolsFor('mobile', person.country).filter(
    each => each.asn === person.carrier.asn && !each.isV6,
  )
  const gateway = draw.chance(0.7) ? person.carrier : draw.pick(siblings)
  return { address: v4Address(gateway, draw.whole(0, 120)), pool: gateway }
}

const exits = ['NL', 'CH', 'DE', 'US', 'GB', 'SE', 'FR', 'CA', 'ES']

function vpnPlace(scene: Scene, device: Device): Place {
  const draw = random(scene.person.seed, 'vpn', scene.day, device.key)
  // One provider for each customer; its exits change with the day and the mood.
  const provider = random(scene.person.seed, 'vpn').word()
  const country = draw.chance(0.65) ? scene.person.country : draw.pick(exits)
  const offered = poolsFor('vpn', country).filter(each => !each.isV6)
  const asns = [...new Set(offered.map(each => each.asn))]
  const mine = offered.filter(each => each.asn === asns[provider % Math.max(1, asns.length)])
  const pool = mine.length > 0 ? draw.pick(mine) : (pickPool(draw, 'vpn', 'NL') as Pool)
  return { address: v4Address(pool, draw.whole(2, 240)), pool }
}

function relayPlace(scene: Scene, minute: number): Place {
  const draw = random(scene.person.seed, 'relay', scene.day, Math.floor(minute / 60))
  const pool = draw.pick(poolsFor('relay', whereabouts(scene)))
  if (!pool) return v4Of(scene.home)
  return pool.isV6
    ? { address: v6Address(pool, draw.word(), draw.word()), pool }
    : { address: v4Address(pool, draw.whole(1, 200)), pool }
}

function proxyPlace(scene: Scene, minute: number): Place | null {
  const { company, person } = scene
  const country = whereabouts(scene)
  const offered = poolsFor('proxy', country).filter(each => !each.isV6)
  const nodes = offered.length > 0 ? offered : poolsFor('proxy', 'DE').filter(each => !each.isV6)
  if (nodes.length === 0) return null
  const draw = random(company.seed, 'proxy', person.site.index, scene.day, Math.floor(minute / 240))
  const pool = draw.pick(nodes)
  return { address: v4Address(pool, draw.whole(1, 40)), pool }
}

function lineAt(scene: Scene, spot: Spot): Line {
  const { person, life } = scene
  if (spot === 'home') return scene.home
  if (spot === 'office') {
    const isDown =
      person.site.spare !== null &&
      random(scene.company.seed, 'outage', person.site.index, scene.day).chance(0.03)
    return isDown ? person.site.spare! : person.site.line
  }
  return spot === 'hotel' ? life.stay!.hotel : life.stay!.airport
}

/** The address a device is seen from. */
export function placeAt(scene: Scene, device: Device, spot: Spot, program: Program, minute: number): Place {
  const { company, person, chance } = scene
  const isLaptop = device === scene.devices.laptop
  if (isLaptop && company.hasProxy && spot !== 'inflight') {
    const place = proxyPlace(scene, minute)
    if (place) return place
  }
  if (isLaptop && scene.usesVpn && (spot !== 'office' || person.vpn === 'always'))
    return vpnPlace(scene, device)
  if (!isLaptop && person.phoneVpn && device.key.startsWith('phone')) return vpnPlace(scene, device)
  if (program === 'browser' && device.browser === 'safari' && person.usesRelay && spot !== 'office') {
    return relayPlace(scene, minute)
  }
  if (spot === 'mobile') return mobilePlace(scene, minute)
  if (spot === 'inflight') {
    const draw = random(person.seed, 'flight', scene.day)
    const pool = draw.pick(poolsFor('inflight').filter(each => !each.isV6))
    return { address: v4Address(pool, draw.whole(1, 90)), pool }
  }
  const line = lineAt(scene, spot)
  const hasV6 = line.v6 !== null && (spot !== 'office' || person.site.hasV6)
  if (!hasV6 || chance.chance(0.5)) return v4Of(line)
  return v6On(line, random(device.seed, 'host', scene.day).word())
}

/** A program on a device at a place, in its session, with a token that it asks for now. */
export function arrive(
  scene: Scene,
  device: Device,
  spot: Spot,
  program: Program,
  minute: number,
  app: App,
  resource: App,
): Origin {
  const at = scene.midnight + Math.round(minute * minuteMs) + scene.chance.whole(0, 59_000)
  const place = placeAt(scene, device, spot, program, minute)
  const isSystem = program !== 'browser' && program !== 'owa'
  const family = isSystem || (device.browser === 'edge' && device.id !== null) ? 'system' : 'browser'
  const origin: Origin = {
    address: place.address,
    pool: place.pool,
    client: clientOf(device, program, scene.day),
    session: sessionOn(scene.person, device, family, scene.day).id,
    token: '',
    issuedAt: at,
  }
  signIn(scene, { at, from: origin, app, resource, isInteractive: false, mfa: 'earlier' })
  return origin
}

export interface SignInOrder {
  at: number
  from: Origin
  app?: App
  resource?: App
  isInteractive?: boolean
  error?: number
  mfa?: SignInAct['mfa']
  method?: string
  flow?: SignInAct['flow']
  isAudited?: boolean
  who?: Account
}

/** Writes down a sign-in; the first success on an origin is the token its later acts name. */
export function signIn(
  stage: { acts: Act[]; chance: Random; person: Account; company: Company },
  order: SignInOrder,
): SignInAct {
  const { chance } = stage
  const isInteractive = order.isInteractive ?? true
  const error = order.error ?? 0
  const act: SignInAct = {
    what: 'sign-in',
    at: order.at,
    who: order.who ?? stage.person,
    from: order.from,
    a: chance.word(),
    b: chance.word(),
    app: order.app ?? apps.officeHome,
    resource: order.resource ?? apps.graph,
    isInteractive,
    error,
    mfa: order.mfa ?? 'earlier',
    method: order.method ?? 'Mobile app notification',
    flow: order.flow ?? null,
    id: chance.guid(),
    isAudited: order.isAudited ?? (isInteractive || chance.chance(0.22)),
    isPolicyApplied: stage.company.hasPolicies,
  }
  stage.acts.push(act)
  if (error === 0 && order.from.token === '') {
    order.from.token = tokenName(act.id)
    order.from.issuedAt = order.at
  }
  return act
}
