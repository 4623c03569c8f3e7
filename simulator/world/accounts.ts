// The accounts of a company: who has sat on its seats, and those that nobody sits at.
import type { Company, Occupant } from './cast.ts'
import { makeLine } from './line.ts'
import { companyName, personName } from './names.ts'
import { pickPool } from './networks.ts'
import { accountOf } from './person.ts'
import { random, type Seed, seedOf } from './random.ts'

/** Where companies have branches and partners. */
export const abroad: readonly string[] = 'US GB DE FR NL ES IT PL CZ IN SG AU CA BR MX JP SE PT AE ZA'.split(
  ' ',
)

/** Two decades, so that who sits where does not depend on which days are looked at. */
const firstDay = 15_000
const lastDay = 24_000

export function fillSeats(seed: Seed, people: number, country: string): Occupant[][] {
  const seats: Occupant[][] = []
  const all: Occupant[] = []
  for (let seat = 0; seat < people; seat++) {
    const chance = random(seed, 'seat', seat)
    const line: Occupant[] = []
    let hiredOn = firstDay + chance.whole(-2000, 1500)
    for (let era = 0; hiredOn < lastDay; era++) {
      const leavesOn = hiredOn + chance.whole(250, 4200)
      const { given, family } = personName(chance, country)
      line.push({ seat, era, hiredOn, leavesOn, given, family, local: '' })
      hiredOn = leavesOn + chance.whole(3, 60)
    }
    seats.push(line)
    all.push(...line)
  }
  const taken = new Map<string, number>()
  for (const each of all.sort((a, b) => a.hiredOn - b.hiredOn || a.seat - b.seat)) {
    const plain = `${each.given}.${each.family}`.toLowerCase()
    const times = (taken.get(plain) ?? 0) + 1
    taken.set(plain, times)
    each.local = times === 1 ? plain : `${plain}${times}`
  }
  return seats
}

export function addServices(company: Company): void {
  const chance = random(company.seed, 'services')
  const purposes = ['scanner', 'backup', 'reporting', 'sync'] as const
  const count =
    company.people < 20 ? chance.whole(0, 1) : Math.min(4, 1 + Math.round(Math.log10(company.people)))
  for (const purpose of purposes.slice(0, count)) {
    const seed = seedOf(company.seed, 'service', purpose)
    const name = purpose === 'sync' ? 'On-Premises Directory Synchronization' : `svc-${purpose}`
    const upn =
      purpose === 'sync'
        ? `sync_dc01_${chance.hex(2).slice(0, 12)}@${company.initialDomain}`
        : `svc-${purpose}@${company.domain}`
    // The office's scanner sends from the office; the others run in a data centre.
    const pool =
      purpose === 'scanner' || purpose === 'sync'
        ? null
        : pickPool(chance, 'hosting', chance.pick(['US', 'DE', 'NL', company.country]))
    company.services.push({
      account: accountOf(seed, upn, name),
      line: pool ? makeLine(chance, pool) : company.sites[0]!.line,
      purpose,
      seed,
    })
  }
}

export function addGuests(company: Company): void {
  const chance = random(company.seed, 'guests')
  const count = Math.round(company.people * chance.between(0.03, 0.18))
  for (let i = 0; i < count; i++) {
    const country = chance.chance(0.75) ? company.country : chance.pick(abroad)
    const { given, family } = personName(chance, country)
    const homeDomain = `${companyName(chance).toLowerCase().replaceAll(' ', '-')}-partner.example`
    const mail = `${given}.${family}@${homeDomain}`.toLowerCase()
    const upn = `${mail.replace('@', '_')}#EXT#@${company.initialDomain}`
    const seed = seedOf(company.seed, 'guest', i)
    const pool = pickPool(chance, 'access', country) ?? company.sites[0]!.line.v4
    company.guests.push({
      account: accountOf(seed, upn, `${given} ${family}`, true),
      homeDomain,
      mail,
      line: makeLine(chance, pool),
      seed,
      country,
      invitedOn: chance.whole(18_500, 21_500),
    })
  }
}

export function addShared(company: Company): void {
  const chance = random(company.seed, 'shared')
  const names = ['Info', 'Accounts Payable', 'Support', 'Recruiting', 'Orders', 'Reception']
  const count = company.people < 8 ? 1 : Math.min(names.length, 1 + Math.round(Math.log2(company.people / 8)))
  for (const name of names.slice(0, count)) {
    const upn = `${name.toLowerCase().replaceAll(' ', '.')}@${company.domain}`
    const seats = Array.from({ length: chance.whole(2, 6) }, () => chance.whole(0, company.people - 1))
    company.shared.push({
      account: accountOf(seedOf(company.seed, 'shared', name), upn, name),
      seats: [...new Set(seats)],
    })
  }
}
