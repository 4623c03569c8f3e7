// The people behind a count: who is billable and by which licence. Pure; a page of them at a time.
import type { LicensedUser } from '../directory/users.ts'
import { type Licence, licenceOf } from './skus.ts'

const USERS_PER_PAGE = 50

export type Whom = 'all' | 'billable' | 'not billable'

interface BilledUser extends Omit<LicensedUser, 'skus'> {
  /** Paid ones first: they are what makes the account billable. */
  licences: Licence[]
  isBillable: boolean
}

export interface UserPage {
  users: BilledUser[]
  /** How many there are to page through, after search and filter. */
  found: number
  page: number
  pages: number
  /** Of all, whatever was searched for. */
  counts: { all: number; licensed: number; billable: number }
}

export function pageOfUsers(
  all: LicensedUser[],
  { search, whom, page }: { search: string; whom: Whom; page: number },
): UserPage {
  const billed = all.map(withLicences)
  const words = fold(search).split(/\s+/).filter(Boolean)
  const found = billed.filter(
    user =>
      (whom === 'all' || user.isBillable === (whom === 'billable')) &&
      words.every(word => fold(`${user.displayName ?? ''} ${user.userPrincipalName}`).includes(word)),
  )
  const pages = Math.max(1, Math.ceil(found.length / USERS_PER_PAGE))
  // Beyond the end is the end: people may have left since the link was made.
  const shown = Math.min(page, pages)
  return {
    users: found.slice((shown - 1) * USERS_PER_PAGE, shown * USERS_PER_PAGE),
    found: found.length,
    page: shown,
    pages,
    counts: {
      all: billed.length,
      licensed: billed.filter(({ licences }) => licences.length > 0).length,
      billable: billed.filter(({ isBillable }) => isBillable).length,
    },
  }
}

/** Accents and case do not matter to whoever types a name. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function withLicences({ skus, ...user }: LicensedUser): BilledUser {
  const licences = skus
    .map(licenceOf)
    .sort((a, b) => Number(b.kind === 'paid') - Number(a.kind === 'paid') || (a.name < b.name ? -1 : 1))
  return { ...user, licences, isBillable: licences.some(({ kind }) => kind === 'paid') }
}
