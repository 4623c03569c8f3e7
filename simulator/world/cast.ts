// Who and what a company consists of: its people, its offices, and the accounts that nobody sits at.
import type { Account } from './act.ts'
import type { Zone } from './calendar.ts'
import type { Browser, Make } from './devices.ts'
import type { SkuName } from './licences.ts'
import type { Line } from './line.ts'
import type { Pool } from './networks.ts'
import type { Seed } from './random.ts'

export interface Site {
  index: number
  country: string
  weight: number
  /** The office's own lines to the internet; most have one, some a second for when it fails. */
  line: Line
  spare: Line | null
  hasV6: boolean
}

/** An account that no person sits at: a script, from one machine in a data centre. */
export interface ServiceAccount {
  account: Account
  line: Line
  purpose: 'sync' | 'backup' | 'scanner' | 'reporting'
  seed: Seed
}

export interface Guest {
  account: Account
  homeDomain: string
  mail: string
  line: Line
  seed: Seed
  country: string
  invitedOn: number
}

interface SharedMailbox {
  account: Account
  /** Seats of those who work in it. */
  seats: number[]
}

export interface Company {
  seed: Seed
  directoryTenantId: string
  name: string
  domain: string
  initialDomain: string
  country: string
  people: number
  hasP1: boolean
  hasProxy: boolean
  allowsImap: boolean
  /** Searches are logged only where somebody has switched that on. */
  logsSearches: boolean
  /** Conditional access that asks for a second factor; without it, security defaults do. */
  hasPolicies: boolean
  macShare: number
  licence: SkuName | 'mixed'
  itSeats: number
  adminSeats: number
  sites: Site[]
  services: ServiceAccount[]
  guests: Guest[]
  shared: SharedMailbox[]
  joins: 'Azure AD joined' | 'Hybrid Azure AD joined'
  machinePrefix: string
  /** SharePoint's host, and its team sites. */
  sharePointHost: string
  teamSites: string[]
  exchangeServer: string
  forest: string
  seats: Occupant[][]
  personOf(occupant: Occupant): Person
}

export type Department =
  | 'Sales'
  | 'Finance'
  | 'Operations'
  | 'Engineering'
  | 'Human Resources'
  | 'Marketing'
  | 'IT'
  | 'Management'
  | 'Customer Service'

export interface Person extends Account {
  seed: Seed
  seat: number
  /** First and last day of employment. */
  hiredOn: number
  leavesOn: number
  given: string
  family: string
  mail: string
  department: Department
  title: string
  isAdmin: boolean
  site: Site
  country: string
  zone: Zone
  licences: readonly SkuName[]
  /** Share of working days spent at home. */
  homeShare: number
  /** Minutes after local midnight at which work begins, and how long it lasts. */
  startsAt: number
  works: number
  /** Their own measure of busyness; 1 is ordinary. */
  activity: number
  eveningShare: number
  weekendShare: number
  laptop: Make | null
  browser: Browser
  phone: Make | null
  phoneApp: 'outlook-mobile' | 'ios-mail'
  isPhoneRegistered: boolean
  hasTablet: boolean
  hasPrivatePc: boolean
  vpn: 'never' | 'sometimes' | 'always'
  phoneVpn: boolean
  usesRelay: boolean
  usesImap: boolean
  /** Share of four-week spans with a business trip. */
  travels: number
  carrier: Pool
  carrierV6: Pool | null
  isFrontline: boolean
  forgetful: number
  method: string
}

export interface Occupant {
  seat: number
  era: number
  hiredOn: number
  leavesOn: number
  given: string
  family: string
  local: string
}
