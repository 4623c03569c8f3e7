// Who is in the story: organizations and their tenants, all made up, and the turns their watch has taken.
import type { Service } from '../database/types.ts'
import { addDays, type Day } from '../days.ts'
import type { Pause } from '../usage/billing.ts'
import type { Calendar } from './calendar.ts'

export interface Life {
  onboardedOn: Day
  pauses: Pause[]
  offboardedOn: Day | null
}

interface TenantRole {
  name: string
  /** Licensed accounts today, or on its last day; a seed moves it a little. */
  seats: number
  life: (calendar: Calendar) => Life
  service?: Service
  isInternal?: boolean
}

export interface OrganizationRole {
  name: string
  domain: string
  admin: string
  fullMember: string
  /** The first one has been watched from the start, and is where the latest days are told in detail. */
  tenants: TenantRole[]
}

const since = (onboardedOn: Day, later: Partial<Life> = {}): Life => ({
  onboardedOn,
  pauses: [],
  offboardedOn: null,
  ...later,
})

// Each is a case that billing has to get right.
const fromTheStart = (calendar: Calendar) => since(calendar.start)
const weekAfterTheStart = (calendar: Calendar) => since(addDays(calendar.start, 7))
const joined = (months: number, day: number) => (calendar: Calendar) => since(calendar.monthsAgo(months, day))
const onTrial = (calendar: Calendar) => since(calendar.daysAgo(5))
const trialJustOver = (calendar: Calendar) => since(calendar.daysAgo(20))
const trialEndedMidMonth = (calendar: Calendar) => since(addDays(calendar.monthsAgo(4, 16), -14))
const pausedNow = (calendar: Calendar) =>
  since(calendar.start, { pauses: [{ pausedOn: calendar.daysAgo(9), resumedOn: null }] })
const pausedInsideAMonth = (calendar: Calendar) =>
  since(calendar.start, {
    pauses: [{ pausedOn: calendar.monthsAgo(3, 8), resumedOn: calendar.monthsAgo(3, 19) }],
  })
const pausedAcrossMonths = (calendar: Calendar) =>
  since(addDays(calendar.start, 10), {
    pauses: [{ pausedOn: calendar.monthsAgo(6, 22), resumedOn: calendar.monthsAgo(5, 6) }],
  })
const left = (calendar: Calendar) => since(calendar.start, { offboardedOn: calendar.monthsAgo(4, 12) })

export const CAST: OrganizationRole[] = [
  {
    name: 'Lanternfield Managed IT',
    domain: 'lanternfield.example',
    admin: 'Priya Raghunathan',
    fullMember: 'Tomás Echeverría',
    tenants: [
      { name: 'Alderbrook Timber', seats: 118, life: fromTheStart },
      { name: 'Bellweather Freight', seats: 96, life: pausedInsideAMonth },
      { name: 'Copperlane Bakeries', seats: 41, life: fromTheStart },
      { name: 'Dunmarsh Veterinary', seats: 23, life: weekAfterTheStart },
      { name: 'Eastgate Surveyors', seats: 34, life: pausedNow },
      { name: 'Fennimore Legal', seats: 62, life: fromTheStart },
      { name: 'Glasswing Optics', seats: 77, life: trialEndedMidMonth },
      { name: 'Hollowell Accountancy', seats: 29, life: fromTheStart },
      { name: 'Inchcolm Ferries', seats: 88, life: pausedAcrossMonths },
      { name: 'Juniper Row Housing', seats: 54, life: weekAfterTheStart },
      { name: 'Kestrelmoor Academy', seats: 164, life: fromTheStart },
      { name: 'Lanternfield', seats: 37, life: fromTheStart, isInternal: true },
      { name: 'Marrowdale Farms', seats: 18, life: joined(9, 3) },
      { name: 'Nettlecombe Care Homes', seats: 131, life: weekAfterTheStart },
      { name: 'Oxbow Printing', seats: 26, life: left },
      { name: 'Pennyroyal Pharmacy', seats: 45, life: joined(7, 21) },
      { name: 'Quillfeather Press', seats: 31, life: onTrial },
      { name: 'Rookery Architects', seats: 22, life: trialJustOver },
      { name: 'Saltmarsh Brewing', seats: 38, life: joined(5, 11) },
      { name: 'Thistledown Travel', seats: 49, life: joined(2, 9), service: 'Scan' },
      { name: 'Umberleigh Pottery', seats: 12, life: joined(11, 17) },
      { name: 'Wrenfield Parish Council', seats: 16, life: fromTheStart },
    ],
  },
  {
    name: 'Okonjo Lindholm Group',
    domain: 'okonjo-lindholm.example',
    admin: 'Adaeze Okonjo',
    fullMember: 'Sander Lindholm',
    tenants: [
      { name: 'Okonjo Lindholm Shipping', seats: 342, life: fromTheStart },
      { name: 'Okonjo Lindholm Insurance', seats: 187, life: fromTheStart },
      { name: 'Okonjo Lindholm Energy', seats: 226, life: joined(8, 2) },
      { name: 'Vantreight Cold Storage', seats: 74, life: trialJustOver },
      { name: 'Zuiderhaven Logistics', seats: 58, life: joined(1, 12), service: 'Scan' },
    ],
  },
  {
    name: 'Petrel Street Dental',
    domain: 'petrel-street-dental.example',
    admin: 'Mei-Ling Tsai',
    fullMember: 'Oisín Gallagher',
    tenants: [{ name: 'Petrel Street Dental', seats: 14, life: fromTheStart }],
  },
]
