// The directory's objects as Graph shows them.
import type { Account } from './act.ts'
import { dayMs } from './calendar.ts'
import type { Company, Person } from './cast.ts'
import { staffOn } from './company.ts'
import { skus } from './licences.ts'
import { passwordSetOn } from './life.ts'
import { random } from './random.ts'

interface AssignedLicense {
  skuId: string
  disabledPlans: string[]
}

/** Graph's `user`, the properties that a reader of the directory selects. */
export interface GraphUser {
  id: string
  userPrincipalName: string
  mail: string | null
  displayName: string
  givenName: string | null
  surname: string | null
  accountEnabled: boolean
  createdDateTime: string
  lastPasswordChangeDateTime: string | null
  userType: 'Member' | 'Guest'
  assignedLicenses: AssignedLicense[]
  department: string | null
  jobTitle: string | null
  officeLocation: string | null
  city: string | null
  country: string | null
  usageLocation: string | null
  mobilePhone: string | null
  preferredLanguage: string | null
  proxyAddresses: string[]
}

interface ServicePlan {
  servicePlanId: string
  servicePlanName: string
  provisioningStatus: string
  appliesTo: string
}

/** Graph's `subscribedSku`. */
export interface SubscribedSku {
  id: string
  accountId: string
  accountName: string
  appliesTo: string
  capabilityStatus: string
  consumedUnits: number
  skuId: string
  skuPartNumber: string
  subscriptionIds: string[]
  prepaidUnits: { enabled: number; suspended: number; warning: number; lockedOut: number }
  servicePlans: ServicePlan[]
}

/** One change to a user. `set` holds the properties that change; a hire holds the whole user. */
export type DirectoryChange =
  | { at: number; kind: 'hired'; userId: string; user: GraphUser }
  | { at: number; kind: 'left'; userId: string }
  | { at: number; kind: 'changed'; userId: string; set: Partial<GraphUser> }

const graphDate = (day: number, minutes = 0) =>
  new Date(day * dayMs + minutes * 60_000).toISOString().replace('.000Z', 'Z')

/** Hired in the morning, gone in the evening. */
const hiringMs = 8 * 3_600_000
const leavingMs = 16 * 3_600_000

function hiredAt(person: Person): number {
  return person.hiredOn * dayMs + hiringMs + (person.seed.a % 3_600_000)
}

function leavesAt(person: Person): number {
  return person.leavesOn * dayMs + leavingMs + (person.seed.b % 3_600_000)
}

/** Minutes after midnight at which somebody changes a password. */
function passwordMinute(person: Person): number {
  return 540 + (person.seed.a % 400)
}

function userOf(person: Person, day: number): GraphUser {
  const changed = passwordSetOn(person, day)
  return {
    id: person.id,
    userPrincipalName: person.upn,
    mail: person.mail,
    displayName: person.displayName,
    givenName: person.given,
    surname: person.family,
    accountEnabled: true,
    createdDateTime: graphDate(person.hiredOn, 480),
    lastPasswordChangeDateTime: graphDate(changed, passwordMinute(person)),
    userType: 'Member',
    assignedLicenses: person.licences.map(name => ({ skuId: skus[name].skuId, disabledPlans: [] })),
    department: person.department,
    jobTitle: person.title,
    officeLocation: person.site.line.v4.city,
    city: person.site.line.v4.city,
    country: person.country,
    usageLocation: person.country,
    mobilePhone: null,
    preferredLanguage: null,
    proxyAddresses: [`SMTP:${person.mail}`],
  }
}

function plainUser(account: Account, day: number, order: Partial<GraphUser>): GraphUser {
  return {
    id: account.id,
    userPrincipalName: account.upn,
    mail: account.upn,
    displayName: account.displayName,
    givenName: null,
    surname: null,
    accountEnabled: true,
    createdDateTime: graphDate(day, 600),
    lastPasswordChangeDateTime: graphDate(day, 600),
    userType: 'Member',
    assignedLicenses: [],
    department: null,
    jobTitle: null,
    officeLocation: null,
    city: null,
    country: null,
    usageLocation: null,
    mobilePhone: null,
    preferredLanguage: null,
    proxyAddresses: [],
    ...order,
  }
}

const foundedOn = 17_900

/** The directory as it stood at a moment. */
export function usersAt(company: Company, at: number): GraphUser[] {
  const day = Math.floor(at / dayMs)
  const people = [...staffOn(company, day)].filter(person => hiredAt(person) <= at && leavesAt(person) > at)
  return [
    ...people.map(person => userOf(person, day)),
    ...company.shared.map(each => plainUser(each.account, foundedOn, { accountEnabled: false })),
    ...company.services.map(each =>
      plainUser(each.account, foundedOn, {
        assignedLicenses:
          each.purpose === 'scanner' ? [{ skuId: skus.exchangeOnly.skuId, disabledPlans: [] }] : [],
      }),
    ),
    ...company.guests
      .filter(each => each.invitedOn * dayMs <= at)
      .map(each => plainUser(each.account, each.invitedOn, { userType: 'Guest', mail: each.mail })),
  ]
}

export function skusAt(company: Company, at: number): SubscribedSku[] {
  const used = new Map<string, number>()
  for (const user of usersAt(company, at)) {
    for (const licence of user.assignedLicenses) used.set(licence.skuId, (used.get(licence.skuId) ?? 0) + 1)
  }
  return Object.values(skus)
    .filter(sku => used.has(sku.skuId))
    .map(sku => {
      const consumed = used.get(sku.skuId)!
      const isFree = sku.partNumber === 'FLOW_FREE' || sku.partNumber === 'POWER_BI_STANDARD'
      return {
        id: `${company.directoryTenantId}_${sku.skuId}`,
        accountId: company.directoryTenantId,
        accountName: company.initialDomain.split('.')[0]!,
        appliesTo: 'User',
        capabilityStatus: 'Enabled',
        consumedUnits: consumed,
        skuId: sku.skuId,
        skuPartNumber: sku.partNumber,
        subscriptionIds: [random(company.seed, 'subscription', sku.partNumber).guid()],
        prepaidUnits: {
          enabled: isFree ? 10_000 : Math.ceil(consumed * 1.08),
          suspended: 0,
          warning: 0,
          lockedOut: 0,
        },
        servicePlans: sku.plans.map(([servicePlanId, servicePlanName]) => ({
          servicePlanId,
          servicePlanName,
          provisioningStatus: 'Success',
          appliesTo: 'User',
        })),
      }
    })
}

/** Who came, who went, and whose password changed in [from, to). */
export function changesOf(company: Company, from: number, to: number): DirectoryChange[] {
  const changes: DirectoryChange[] = []
  const firstDay = Math.floor(from / dayMs)
  const lastDay = Math.floor(to / dayMs)
  for (const line of company.seats) {
    for (const occupant of line) {
      if (occupant.leavesOn < firstDay || occupant.hiredOn > lastDay) continue
      const person = company.personOf(occupant)
      const hired = hiredAt(person)
      const left = leavesAt(person)
      if (hired >= from && hired < to)
        changes.push({
          at: hired,
          kind: 'hired',
          userId: person.id,
          user: userOf(person, person.hiredOn),
        })
      if (left >= from && left < to) changes.push({ at: left, kind: 'left', userId: person.id })
      for (let day = Math.min(lastDay, person.leavesOn - 1); ; day--) {
        day = passwordSetOn(person, day)
        if (day <= Math.max(firstDay - 1, person.hiredOn)) break
        const set = { lastPasswordChangeDateTime: graphDate(day, passwordMinute(person)) }
        const at = Date.parse(set.lastPasswordChangeDateTime)
        if (at >= from && at < to) changes.push({ at, kind: 'changed', userId: person.id, set })
      }
    }
  }
  for (const guest of company.guests) {
    const at = guest.invitedOn * dayMs
    if (at >= from && at < to)
      changes.push({
        at,
        kind: 'hired',
        userId: guest.account.id,
        user: plainUser(guest.account, guest.invitedOn, { userType: 'Guest', mail: guest.mail }),
      })
  }
  return changes.sort((a, b) => a.at - b.at)
}
