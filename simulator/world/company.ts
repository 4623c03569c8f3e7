// A tenant from the inside: its sites, its seats and who has sat on them, its machines and services.

import { abroad, addGuests, addServices, addShared, fillSeats } from './accounts.ts'
import type { Company, Occupant, Person, Site } from './cast.ts'
import type { SkuName } from './licences.ts'
import { makeLine } from './line.ts'
import { companyName } from './names.ts'
import { pickPool } from './networks.ts'
import { makePerson } from './person.ts'
import { random, type Seed, seedOf } from './random.ts'

export interface CompanyOrder {
  people: number
  name?: string
  domain?: string
  directoryTenantId?: string
  hasP1?: boolean
  country?: string
  hasProxy?: boolean
}

const headquarters: readonly (readonly [string, number])[] = [
  ['US', 34],
  ['GB', 12],
  ['DE', 12],
  ['AT', 5],
  ['CH', 5],
  ['FR', 6],
  ['NL', 5],
  ['CA', 5],
  ['AU', 4],
  ['SE', 3],
  ['IT', 3],
  ['ES', 2],
  ['DK', 2],
  ['NO', 1],
  ['BE', 1],
  ['IE', 1],
  ['PL', 1],
]

function makeSites(seed: Seed, people: number, country: string): Site[] {
  const chance = random(seed, 'sites')
  const count =
    people < 40
      ? 1
      : people < 200
        ? chance.whole(1, 3)
        : people < 1000
          ? chance.whole(2, 5)
          : chance.whole(3, 8)
  return Array.from({ length: count }, (_, index) => {
    const where = index === 0 || chance.chance(people > 300 ? 0.5 : 0.8) ? country : chance.pick(abroad)
    const pool = pickPool(chance, 'office', where) ?? pickPool(chance, 'access', where)!
    const second = pickPool(chance, 'office', where)
    return {
      index,
      country: where,
      weight: index === 0 ? 3 : chance.between(0.5, 1.5),
      line: makeLine(chance, pool),
      spare: second && chance.chance(0.4) ? makeLine(chance, second) : null,
      hasV6: chance.chance(0.2),
    }
  })
}

export function makeCompany(worldSeed: Seed, index: number, order: CompanyOrder): Company {
  const seed = seedOf(worldSeed, 'company', index)
  const chance = random(seed, 'company')
  const name = order.name ?? companyName(chance)
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || `tenant-${index}`
  const country = order.country ?? chance.weighted(headquarters)
  const people = order.people
  const domain = order.domain ?? `${slug}.example`
  const host = slug.replaceAll('-', '')
  const isLarge = people >= 300
  const licence = isLarge
    ? chance.weighted<SkuName | 'mixed'>([
        ['e3', 40],
        ['e5', 20],
        ['mixed', 40],
      ])
    : chance.weighted<SkuName | 'mixed'>([
        ['businessPremium', 45],
        ['businessStandard', 35],
        ['businessBasic', 8],
        ['officeE3', 12],
      ])
  const impliesP1 =
    licence === 'e3' || licence === 'e5' || licence === 'mixed' || licence === 'businessPremium'
  const people_ = new Map<Occupant, Person>()
  const itSeats = Math.max(1, Math.round(people * 0.035))

  const company: Company = {
    seed,
    directoryTenantId: order.directoryTenantId ?? chance.guid(),
    name,
    domain,
    initialDomain: `${host}.onmicrosoft.com`,
    country,
    people,
    hasP1: order.hasP1 ?? impliesP1,
    hasProxy: order.hasProxy ?? (people > 80 && chance.chance(0.18)),
    allowsImap: chance.chance(0.4),
    logsSearches: (licence === 'e5' || licence === 'mixed') && chance.chance(0.5),
    hasPolicies: impliesP1,
    macShare: chance.chance(0.2) ? chance.between(0.3, 0.8) : chance.between(0.02, 0.15),
    licence,
    itSeats,
    adminSeats: Math.max(1, Math.min(itSeats, Math.round(people * 0.012))),
    sites: makeSites(seed, people, country),
    services: [],
    guests: [],
    shared: [],
    joins: isLarge && chance.chance(0.6) ? 'Hybrid Azure AD joined' : 'Azure AD joined',
    machinePrefix: chance.pick(['LAPTOP', 'NB', 'DESKTOP', host.slice(0, 3).toUpperCase(), 'WS']),
    sharePointHost: `https://${host}.sharepoint.com`,
    teamSites: [],
    exchangeServer: `${chance.pick(['AM', 'DB', 'CO', 'BN', 'SN', 'PR', 'SY', 'VI'])}${chance.whole(1, 9)}PR${chance.whole(10, 99)}MB${chance.whole(1000, 9999)}`,
    forest: chance.pick([
      'EURPR05A003',
      'NAMPR14A001',
      'EURPR01A005',
      'NAMPR10A006',
      'GBRP265A001',
      'AUSPR01A001',
    ]),
    seats: fillSeats(seed, people, country),
    personOf(occupant) {
      let person = people_.get(occupant)
      if (!person) {
        person = makePerson(company, occupant)
        people_.set(occupant, person)
      }
      return person
    },
  }
  const siteNames = [
    'Intranet',
    'Projects',
    'Finance',
    'Sales',
    'Operations',
    'Human Resources',
    'Engineering',
    'Marketing',
    'Board',
  ]
  company.teamSites = siteNames.slice(0, Math.max(3, Math.min(9, Math.round(Math.log2(people)))))
  addServices(company)
  addGuests(company)
  addShared(company)
  return company
}

/** Who sits on each seat on a day. */
export function staffOn(company: Company, day: number): Person[] {
  const out: Person[] = []
  for (const line of company.seats) {
    const occupant = line.find(each => day >= each.hiredOn && day <= each.leavesOn)
    if (occupant) out.push(company.personOf(occupant))
  }
  return out
}
