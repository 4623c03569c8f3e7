// Days, zones and holidays: when people work where they are.

export const dayMs = 86_400_000
export const hourMs = 3_600_000
export const minuteMs = 60_000

/** Days since 1970, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

type SummerTime = 'EU' | 'US' | 'AU' | 'NZ' | null

export interface Zone {
  /** Minutes ahead of UTC in winter. */
  offset: number
  summer: SummerTime
}

const zones: Record<string, Zone> = {
  GB: { offset: 0, summer: 'EU' },
  IE: { offset: 0, summer: 'EU' },
  PT: { offset: 0, summer: 'EU' },
  FI: { offset: 120, summer: 'EU' },
  GR: { offset: 120, summer: 'EU' },
  RO: { offset: 120, summer: 'EU' },
  EG: { offset: 120, summer: null },
  ZA: { offset: 120, summer: null },
  TR: { offset: 180, summer: null },
  RU: { offset: 180, summer: null },
  AE: { offset: 240, summer: null },
  IN: { offset: 330, summer: null },
  TH: { offset: 420, summer: null },
  SG: { offset: 480, summer: null },
  JP: { offset: 540, summer: null },
  NZ: { offset: 720, summer: 'NZ' },
  NG: { offset: 60, summer: null },
  BR: { offset: -180, summer: null },
  MX: { offset: -360, summer: null },
}

const middleEurope: Zone = { offset: 60, summer: 'EU' }

/** Wide countries are split by longitude. */
export function zoneOf(country: string, longitude: number): Zone {
  if (country === 'US' || country === 'CA') {
    const hours = longitude > -85 ? -5 : longitude > -102 ? -6 : longitude > -114 ? -7 : -8
    return { offset: hours * 60, summer: 'US' }
  }
  if (country === 'AU') {
    return longitude < 130 ? { offset: 480, summer: null } : { offset: 600, summer: 'AU' }
  }
  return zones[country] ?? middleEurope
}

function weekday(day: number): number {
  return (day + 4) % 7 // 1 January 1970 was a Thursday; 0 is Sunday
}

function dayNumber(year: number, month: number, date: number): number {
  return Math.floor(Date.UTC(year, month - 1, date) / dayMs)
}

/** The nth Sunday of a month, or the last with n = -1. */
function sunday(year: number, month: number, n: number): number {
  if (n < 0) {
    const last = dayNumber(year, month + 1, 1) - 1
    return last - weekday(last)
  }
  const first = dayNumber(year, month, 1)
  return first + ((7 - weekday(first)) % 7) + (n - 1) * 7
}

const years = new Map<string, [number, number]>()

function summerOf(rule: Exclude<SummerTime, null>, year: number): [number, number] {
  const key = `${rule}${year}`
  let span = years.get(key)
  if (!span) {
    if (rule === 'EU') span = [sunday(year, 3, -1), sunday(year, 10, -1)]
    else if (rule === 'US') span = [sunday(year, 3, 2), sunday(year, 11, 1)]
    else if (rule === 'AU') span = [sunday(year, 10, 1), sunday(year, 4, 1)]
    else span = [sunday(year, 9, -1), sunday(year, 4, 1)]
    years.set(key, span)
  }
  return span
}

/** Minutes ahead of UTC on a day. */
function offsetOn(zone: Zone, day: number): number {
  if (!zone.summer) return zone.offset
  const [from, to] = summerOf(zone.summer, new Date(day * dayMs).getUTCFullYear())
  const isSummer = from < to ? day >= from && day < to : day >= from || day < to
  return zone.offset + (isSummer ? 60 : 0)
}

/** The moment at which a local day begins. */
export function localMidnight(zone: Zone, day: number): number {
  return day * dayMs - offsetOn(zone, day) * minuteMs
}

const everywhere = ['01-01', '12-25']
const national: Record<string, string[]> = {
  US: ['07-04', '11-26', '11-27', '05-25', '09-07'],
  CA: ['07-01', '12-26', '09-07'],
  GB: ['12-26', '05-25', '08-31'],
  IE: ['03-17', '12-26'],
  DE: ['05-01', '10-03', '12-26'],
  AT: ['05-01', '10-26', '12-26', '11-01'],
  CH: ['08-01', '12-26'],
  FR: ['05-01', '05-08', '07-14', '08-15', '11-11'],
  BE: ['05-01', '07-21', '08-15', '11-11'],
  NL: ['04-27', '12-26'],
  ES: ['01-06', '05-01', '08-15', '10-12', '12-08'],
  PT: ['04-25', '05-01', '06-10', '08-15'],
  IT: ['04-25', '05-01', '06-02', '08-15', '12-26'],
  SE: ['06-06', '06-19', '12-24', '12-26'],
  NO: ['05-01', '05-17', '12-26'],
  DK: ['06-05', '12-24', '12-26'],
  FI: ['12-06', '12-26', '06-19'],
  PL: ['05-01', '05-03', '08-15', '11-11'],
  CZ: ['05-01', '05-08', '07-06', '10-28', '11-17'],
  AU: ['01-26', '04-25', '12-26'],
  NZ: ['02-06', '04-25', '12-26'],
  JP: ['05-03', '05-04', '05-05', '01-02', '01-03'],
  IN: ['01-26', '08-15', '10-02'],
  SG: ['08-09', '05-01'],
  BR: ['04-21', '05-01', '09-07', '11-15'],
  MX: ['05-01', '09-16'],
  AE: ['12-02', '12-03'],
  ZA: ['04-27', '05-01', '12-16', '12-26'],
}
const holidays = new Map(
  Object.entries(national).map(([country, dates]) => [country, new Set([...everywhere, ...dates])]),
)
const plain = new Set(everywhere)

export function isPublicHoliday(country: string, day: number): boolean {
  const date = new Date(day * dayMs).toISOString().slice(5, 10)
  return (holidays.get(country) ?? plain).has(date)
}

/** Saturday and Sunday, but for countries whose weekend is another. */
export function isWeekend(_country: string, day: number): boolean {
  const which = weekday(day)
  return which === 0 || which === 6
}
