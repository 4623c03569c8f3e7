// One person of a company: who they are, where they live, which machines they have, how they work.

import type { Account } from './act.ts'
import { zoneOf } from './calendar.ts'
import type { Company, Department, Occupant, Person } from './cast.ts'
import type { Browser, Make } from './devices.ts'
import type { SkuName } from './licences.ts'
import { pickPool, v6Of } from './networks.ts'
import { type Random, random, type Seed, seedOf } from './random.ts'

const departments: readonly (readonly [Department, number])[] = [
  ['Sales', 18],
  ['Finance', 8],
  ['Operations', 24],
  ['Engineering', 20],
  ['Human Resources', 5],
  ['Marketing', 7],
  ['Management', 4],
  ['Customer Service', 12],
]

const titles: Record<Department, string[]> = {
  Sales: ['Account Manager', 'Sales Representative', 'Regional Sales Manager'],
  Finance: ['Accountant', 'Controller', 'Accounts Payable Clerk', 'Chief Financial Officer'],
  Operations: ['Planner', 'Buyer', 'Warehouse Lead', 'Operations Manager'],
  Engineering: ['Engineer', 'Senior Engineer', 'Designer', 'Project Lead'],
  'Human Resources': ['HR Manager', 'Recruiter', 'Payroll Specialist'],
  Marketing: ['Marketing Manager', 'Content Editor', 'Event Manager'],
  IT: ['System Administrator', 'Support Engineer', 'IT Manager'],
  Management: ['Managing Director', 'Head of Division', 'Chief Operating Officer'],
  'Customer Service': ['Service Agent', 'Team Lead', 'Support Specialist'],
}

const travelShare: Record<Department, number> = {
  Sales: 0.3,
  Finance: 0.05,
  Operations: 0.06,
  Engineering: 0.08,
  'Human Resources': 0.05,
  Marketing: 0.15,
  IT: 0.06,
  Management: 0.45,
  'Customer Service': 0.02,
}

export function accountOf(seed: Seed, upn: string, displayName: string, isGuest = false): Account {
  const chance = random(seed, 'account')
  return {
    id: chance.guid(),
    upn,
    displayName,
    puid: `1003200${chance.hex(2).slice(0, 9).toUpperCase()}`,
    sid: `S-1-5-21-${chance.whole(1e8, 4e9)}-${chance.whole(1e8, 4e9)}-${chance.whole(1e8, 4e9)}-${chance.whole(1e6, 6e7)}`,
    mailboxGuid: chance.guid(),
    isGuest,
    folderKey: chance.hex(4),
  }
}

function licencesOf(chance: Random, company: Company, isFrontline: boolean): SkuName[] {
  const main: SkuName = isFrontline
    ? 'frontline'
    : company.licence === 'mixed'
      ? chance.weighted([
          ['e3', 70],
          ['e5', 30],
        ])
      : company.licence
  const out: SkuName[] = [main]
  if (chance.chance(0.25)) out.push('flowFree')
  if (chance.chance(0.12)) out.push('powerBiFree')
  if (chance.chance(0.04)) out.push('visio')
  return out
}

export function makePerson(company: Company, occupant: Occupant): Person {
  const seed = seedOf(company.seed, 'person', occupant.seat, occupant.era)
  const chance = random(seed, 'traits')
  const isIt = occupant.seat < company.itSeats
  const department: Department = isIt ? 'IT' : chance.weighted(departments)
  const site = chance.weighted(company.sites.map(each => [each, each.weight] as const))
  const isFrontline =
    company.people > 100 && ['Operations', 'Customer Service'].includes(department) && chance.chance(0.3)
  const isMac = chance.chance(company.macShare)
  const browser: Browser = isMac
    ? chance.weighted([
        ['safari', 45],
        ['chrome', 40],
        ['edge', 15],
      ])
    : chance.weighted([
        ['edge', 62],
        ['chrome', 33],
        ['firefox', 5],
      ])
  const phone: Make | null = chance.chance(0.88) ? (chance.chance(0.55) ? 'iphone' : 'android') : null
  const carrier = pickPool(chance, 'mobile', site.country) ?? site.line.v4
  const upn = `${occupant.local}@${company.domain}`
  const account = accountOf(seed, upn, `${occupant.given} ${occupant.family}`)
  const way = chance.next()
  return {
    ...account,
    seed,
    seat: occupant.seat,
    hiredOn: occupant.hiredOn,
    leavesOn: occupant.leavesOn,
    given: occupant.given,
    family: occupant.family,
    mail: upn,
    department,
    title: chance.pick(titles[department]),
    isAdmin: occupant.seat < company.adminSeats,
    site,
    country: site.country,
    zone: zoneOf(site.country, site.line.v4.longitude),
    licences: licencesOf(chance, company, isFrontline),
    homeShare: isFrontline
      ? 0
      : way < 0.14
        ? 1
        : way < 0.66
          ? chance.between(0.2, 0.7)
          : chance.between(0, 0.1),
    startsAt: chance.normal(8.5 * 60, 45),
    works: chance.normal(8.3 * 60, 35),
    activity: Math.exp(chance.normal(0, 0.42)) * (isFrontline ? 0.3 : 1),
    eveningShare: chance.between(0, 0.35),
    weekendShare: chance.chance(0.25) ? chance.between(0.1, 0.4) : chance.between(0, 0.06),
    laptop: isFrontline && chance.chance(0.7) ? null : isMac ? 'mac' : 'windows',
    browser,
    phone: isFrontline ? (phone ?? 'android') : phone,
    phoneApp: phone === 'iphone' && chance.chance(0.25) ? 'ios-mail' : 'outlook-mobile',
    isPhoneRegistered: chance.chance(0.7),
    hasTablet: chance.chance(0.1),
    hasPrivatePc: chance.chance(0.16),
    vpn: chance.weighted([
      ['never', 92],
      ['sometimes', 5],
      ['always', 3],
    ]),
    phoneVpn: chance.chance(0.025),
    usesRelay: (browser === 'safari' || phone === 'iphone') && chance.chance(0.22),
    usesImap: company.allowsImap && chance.chance(0.03),
    travels: travelShare[department],
    carrier,
    carrierV6: chance.chance(0.75) ? v6Of(carrier) : null,
    isFrontline,
    forgetful: chance.chance(0.15) ? 0.06 : 0.015,
    method: chance.weighted([
      ['Mobile app notification', 68],
      ['OATH verification code', 8],
      ['Text message', 18],
      ['Passkey', 6],
    ]),
  }
}
