// What a day is to a person: work, leave or travel, from which home, with which machines. Each a function of the day alone.
import { isPublicHoliday, isWeekend, type Zone, zoneOf } from './calendar.ts'
import type { Company, Person } from './cast.ts'
import { type Device, makeDevice } from './devices.ts'
import { type Line, makeLine } from './line.ts'
import { type Pool, pickPool } from './networks.ts'
import { random } from './random.ts'

interface Stay {
  kind: 'trip' | 'holiday'
  from: number
  to: number
  country: string
  zone: Zone
  hotel: Line
  airport: Line
  /** Foreign carrier, when the phone does not roam home. */
  carrier: Pool
  roamsHome: boolean
  hasLaptop: boolean
  hasInflight: boolean
}

const neighbours: Record<string, string[]> = {
  US: ['CA', 'MX', 'GB', 'US', 'US'],
  CA: ['US', 'US', 'CA', 'MX'],
  GB: ['FR', 'ES', 'DE', 'IE', 'PT', 'GB'],
  IE: ['GB', 'ES', 'FR'],
  DE: ['AT', 'CH', 'NL', 'FR', 'IT', 'ES', 'DE', 'DE'],
  AT: ['DE', 'IT', 'HR', 'CZ', 'DE'],
  CH: ['DE', 'IT', 'FR', 'AT'],
  FR: ['ES', 'IT', 'BE', 'DE', 'FR'],
  NL: ['DE', 'BE', 'GB', 'ES'],
  AU: ['NZ', 'SG', 'AU', 'AU', 'JP'],
  SE: ['DK', 'NO', 'FI', 'DE', 'ES'],
}
const far = ['US', 'GB', 'DE', 'SG', 'JP', 'AE', 'IN', 'BR', 'ZA', 'AU', 'MX']
const beaches = ['ES', 'IT', 'GR', 'HR', 'PT', 'TH', 'EG', 'MX', 'FR', 'TR', 'AE', 'US']

const spanDays = 28

/** The journey of a span of four weeks, if there is one. It always ends within its span. */
function stayIn(person: Person, span: number): Stay | null {
  const chance = random(person.seed, 'span', span)
  const isTrip = chance.chance(person.travels)
  const isHoliday = !isTrip && chance.chance(0.1)
  if (!isTrip && !isHoliday) return null
  const length = isTrip ? chance.whole(1, 5) : chance.whole(5, 15)
  const from = span * spanDays + chance.whole(0, spanDays - 1 - length)
  const near = neighbours[person.country] ?? ['DE', 'FR', 'GB', 'IT']
  const country = isTrip ? (chance.chance(0.78) ? chance.pick(near) : chance.pick(far)) : chance.pick(beaches)
  const hotelPool =
    pickPool(chance, chance.chance(0.4) ? 'office' : 'access', country) ??
    pickPool(chance, 'access', country)!
  const airportPool = pickPool(chance, 'office', country) ?? hotelPool
  return {
    kind: isTrip ? 'trip' : 'holiday',
    from,
    to: from + length - 1,
    country,
    zone: zoneOf(country, hotelPool.longitude),
    hotel: makeLine(chance, hotelPool),
    airport: makeLine(chance, airportPool),
    carrier: pickPool(chance, 'mobile', country) ?? hotelPool,
    roamsHome: chance.chance(0.75),
    hasLaptop: isTrip || chance.chance(0.15),
    hasInflight: country !== person.country && chance.chance(0.12),
  }
}

const kept = new WeakMap<Person, Map<number, Stay | null>>()

function stayOn(person: Person, day: number): Stay | null {
  const span = Math.floor(day / spanDays)
  let spans = kept.get(person)
  if (!spans) {
    spans = new Map()
    kept.set(person, spans)
  }
  let stay = spans.get(span)
  if (stay === undefined) {
    if (spans.size > 8) spans.clear()
    stay = stayIn(person, span)
    spans.set(span, stay)
  }
  return stay && day >= stay.from && day <= stay.to ? stay : null
}

/** How long each of a run of things lasts for a person, and where in it day 0 lies. */
function rhythm(
  person: Person,
  what: string,
  shortest: number,
  longest: number,
): { length: number; phase: number } {
  const chance = random(person.seed, 'era', what)
  const length = chance.whole(shortest, longest)
  return { length, phase: chance.whole(0, length) }
}

/** Which of a run of things is in use. */
function eraOf(person: Person, what: string, shortest: number, longest: number, day: number): number {
  const { length, phase } = rhythm(person, what, shortest, longest)
  return Math.floor((day + phase) / length)
}

type DayKind = 'office' | 'home' | 'trip' | 'off'

export interface Day {
  day: number
  kind: DayKind
  zone: Zone
  stay: Stay | null
  /** Weekend or public holiday. */
  isFree: boolean
  /** Off, but reads mail for a while. */
  peeks: boolean
}

export function dayOfLife(person: Person, day: number): Day {
  const chance = random(person.seed, 'kind', day)
  const stay = stayOn(person, day)
  const zone = stay?.zone ?? person.zone
  const isFree = isWeekend(person.country, day) || isPublicHoliday(person.country, day)
  const is = (kind: DayKind, peeks: boolean): Day => ({ day, kind, zone, stay, isFree, peeks })
  if (stay?.kind === 'holiday')
    return is(stay.hasLaptop && chance.chance(0.3) ? 'trip' : 'off', chance.chance(0.45))
  if (stay) return is(isFree ? 'off' : 'trip', true)
  if (isFree) return is(chance.chance(person.weekendShare) ? 'home' : 'off', chance.chance(0.4))
  const isLeave = random(person.seed, 'leave', Math.floor(day / 5)).chance(0.06)
  if (isLeave || chance.chance(0.02)) return is('off', chance.chance(0.3))
  return is(chance.chance(person.homeShare) ? 'home' : 'office', true)
}

/** The last day before this one on which the laptop was used; looked for a month back. */
export function previousWorkday(person: Person, day: number): number | null {
  for (let back = day - 1; back > day - 35 && back >= person.hiredOn; back--) {
    const life = dayOfLife(person, back)
    if (life.kind !== 'off') return back
  }
  return null
}

interface Home {
  era: number
  pool: Pool
  hasV6: boolean
  leaseDays: number
}

const homes = new WeakMap<Person, Home>()

export function homeLine(person: Person, day: number): Line {
  const era = eraOf(person, 'home', 600, 3200, day)
  let home = homes.get(person)
  if (home?.era !== era) {
    const chance = random(person.seed, 'home', era)
    home = {
      era,
      pool: pickPool(chance, 'access', person.country, person.site.line.v4) ?? person.site.line.v4,
      hasV6: chance.chance(0.5),
      // Some providers give a new address every night, most keep it for weeks or months.
      leaseDays: chance.weighted([
        [1, 12],
        [14, 28],
        [60, 40],
        [400, 20],
      ]),
    }
    homes.set(person, home)
  }
  const lease = Math.floor(day / home.leaseDays)
  const line = makeLine(random(person.seed, 'lease', era, lease), home.pool)
  return home.hasV6 ? line : { ...line, v6: null }
}

export interface Devices {
  laptop: Device | null
  phone: Device | null
  tablet: Device | null
  privatePc: Device | null
  laptopEra: number
  phoneEra: number
}

const owned = new WeakMap<Person, Devices>()

export function devicesOn(company: Company, person: Person, day: number): Devices {
  const laptopEra = eraOf(person, 'laptop', 900, 1600, day)
  const phoneEra = eraOf(person, 'phone', 650, 1300, day)
  const known = owned.get(person)
  if (known?.laptopEra === laptopEra && known.phoneEra === phoneEra) return known
  const trust = company.joins
  const prefix = company.machinePrefix
  const devices: Devices = {
    laptop: person.laptop
      ? makeDevice(person.seed, 'laptop', laptopEra, person.laptop, person.browser, trust, prefix)
      : null,
    phone: person.phone
      ? makeDevice(
          person.seed,
          'phone',
          phoneEra,
          person.phone,
          'safari',
          person.isPhoneRegistered ? 'Azure AD registered' : '',
          prefix,
        )
      : null,
    tablet: person.hasTablet ? makeDevice(person.seed, 'tablet', 0, 'ipad', 'safari', '', prefix) : null,
    privatePc: person.hasPrivatePc
      ? makeDevice(person.seed, 'pc', 0, 'windows', 'chrome', '', 'DESKTOP')
      : null,
    laptopEra,
    phoneEra,
  }
  owned.set(person, devices)
  return devices
}

const passwordDays = ['password', 180, 1500] as const

/** Which password it is; every session ends with it. */
export function passwordEra(person: Person, day: number): number {
  return eraOf(person, ...passwordDays, day)
}

/** The day on which the password of a day was set. */
export function passwordSetOn(person: Person, day: number): number {
  const { length, phase } = rhythm(person, ...passwordDays)
  return Math.max(person.hiredOn, Math.floor((day + phase) / length) * length - phase)
}

/** Name of the session of a program family on a device, and whether this day opens it. */
export function sessionOn(
  person: Person,
  device: Device,
  family: 'system' | 'browser',
  day: number,
): { id: string; number: number } {
  const chance = random(person.seed, 'sessions', device.key, family)
  const life = family === 'system' ? chance.whole(30, 120) : chance.whole(4, 28)
  const number = Math.floor((day + chance.whole(0, life)) / life)
  const id = random(person.seed, 'session', device.key, family, number, passwordEra(person, day)).guid()
  return { id, number }
}
