// Which licences the accounts of a tenant held from when to when: people come, people go, plans change.
import { addDays, type Day } from '../days.ts'
import type { UserLicence } from '../directory/licences.ts'
import type { Random } from './random.ts'

/** What a company buys: one plan for most, others for some. */
interface Plan {
  main: string
  others: string[]
  /** What some companies move up to. */
  next?: string
}

const SMALL_PLANS: Plan[] = [
  { main: 'SPB', others: ['O365_BUSINESS_ESSENTIALS', 'EXCHANGESTANDARD'] },
  { main: 'O365_BUSINESS_PREMIUM', others: ['O365_BUSINESS_ESSENTIALS', 'EXCHANGESTANDARD'], next: 'SPB' },
]
const LARGE_PLANS: Plan[] = [
  { main: 'SPE_E3', others: ['SPE_E5', 'SPE_F1', 'EXCHANGESTANDARD'], next: 'SPE_E5' },
  { main: 'ENTERPRISEPACK', others: ['STANDARDPACK', 'DESKLESSPACK'], next: 'SPE_E3' },
]
const LARGE = 90

const FREE = ['FLOW_FREE', 'POWER_BI_STANDARD', 'TEAMS_EXPLORATORY', 'RIGHTSMANAGEMENT_ADHOC']
const EXTRAS: [sku: string, share: number][] = [
  ['FLOW_FREE', 0.3],
  ['POWER_BI_STANDARD', 0.22],
  ['POWER_BI_PRO', 0.06],
  ['MCOEV', 0.06],
  ['VISIOCLIENT', 0.03],
  ['STREAM', 0.02],
]
const PRODUCT_TRIAL_DAYS = 30

/** How a company hires and buys, over the days it was watched. */
export interface Habits {
  from: Day
  through: Day
  plan: Plan
  movesUpOn: Day | null
  /** Of all who are there today, who came since. */
  joinedShare: number
  /** How many have gone since. */
  gone: number
  /** Of all, who have nothing but free products. */
  unpaidShare: number
}

export function habitsOf(
  random: Random,
  { from, through, seats }: { from: Day; through: Day; seats: number },
): Habits {
  // Most tenants grow, some shrink; all have people come and go.
  const turnoverPerYear = 0.15 + 0.25 * random.fraction()
  const growthPerYear = -0.2 + 0.55 * random.fraction()
  const years = daysBetween(from, through) / 365
  const unpaidShare = 0.03 + 0.09 * random.fraction()
  const plan = random.pick(seats < LARGE ? SMALL_PLANS : LARGE_PLANS)
  return {
    from,
    through,
    plan,
    movesUpOn: plan.next && random.chance(0.5) ? addDays(through, -random.between(20, 200)) : null,
    joinedShare: Math.min(0.6, (turnoverPerYear + Math.max(0, growthPerYear)) * years),
    gone: Math.round(seats * (turnoverPerYear - Math.min(0, growthPerYear)) * years),
    unpaidShare,
  }
}

/** When somebody who is still there came. */
export const joinedOn = (random: Random, { from, through, joinedShare }: Habits): Day =>
  random.chance(joinedShare) ? workday(random, from, through) : beforeTheWatch(random, from)

/** When somebody who is gone came and went; never on the latest day, which is not over. */
export function cameAndWent(random: Random, { from, through }: Habits): { cameOn: Day; leftOn: Day } {
  const leftOn = workday(random, addDays(from, 1), addDays(through, -1))
  const cameOn = random.chance(0.7)
    ? beforeTheWatch(random, from)
    : workday(random, from, addDays(leftOn, -1))
  return { cameOn, leftOn }
}

export const beforeTheWatch = (random: Random, from: Day): Day =>
  addDays(from, -Math.floor(random.lopsided(10, 1500)))

/** What one person held from the day they came to the day they left, if they did. */
export function licencesOf(
  random: Random,
  { through, plan, movesUpOn, unpaidShare }: Habits,
  { userId, cameOn, leftOn }: { userId: string; cameOn: Day; leftOn: Day | null },
): UserLicence[] {
  const end = leftOn ?? addDays(through, 1)
  const licence = (sku: string, assignedOn: Day, until?: Day): UserLicence => ({
    userId,
    sku,
    assignedOn,
    removedOn: until !== undefined && until < end ? until : leftOn,
  })
  if (random.chance(unpaidShare)) return [licence(random.pick(FREE), cameOn)]
  // Some begin with a trial of a product.
  const paidOn = random.chance(0.04) ? addDays(cameOn, PRODUCT_TRIAL_DAYS) : cameOn
  const trial = paidOn > cameOn ? [licence('TEAMS_EXPLORATORY', cameOn, paidOn)] : []
  if (paidOn >= end) return trial
  const sku = random.chance(0.75) ? plan.main : random.pick(plan.others)
  const movesUp = sku === plan.main && random.chance(0.7) && movesUpOn !== null
  const main =
    movesUp && movesUpOn > paidOn && movesUpOn < end
      ? [licence(sku, paidOn, movesUpOn), licence(plan.next!, movesUpOn)]
      : [licence(sku, paidOn)]
  const extras = EXTRAS.filter(([, share]) => random.chance(share)).map(([extra]) => licence(extra, paidOn))
  return [...trial, ...main, ...extras]
}

function workday(random: Random, earliest: Day, latest: Day): Day {
  const day = addDays(earliest, random.below(Math.max(0, daysBetween(earliest, latest)) + 1))
  const weekday = new Date(day).getUTCDay()
  const friday = addDays(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0)
  return friday < earliest ? earliest : friday
}

const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
