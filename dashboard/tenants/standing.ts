// What is true of a tenant just now, in a line below its name.
import type { TenantPage } from './queries.ts'

type State = TenantPage['collecting'][number]['state']

export interface Standing {
  tenant: Pick<TenantPage['tenant'], 'service' | 'isPaused' | 'offboardedOn'>
  collecting: Pick<TenantPage['collecting'][number], 'source' | 'state' | 'isProblem'>[]
  judging: Pick<TenantPage['judging'], 'state'>
}

export const sayStanding = (page: Standing) => `${page.tenant.service}: ${standingOf(page)}`

/** What a tenant does without says nothing of the others. */
const isWanted = (state: State) => state !== 'left out' && state !== 'not licensed'

function standingOf({ tenant, collecting, judging }: Standing): string {
  if (tenant.offboardedOn !== null) return 'no longer watched'
  if (tenant.isPaused) return 'paused, nothing is collected'
  if (!collecting.length) return 'not connected, nothing is collected'
  // Accounts are read all along, also of a scan.
  const logs = collecting.filter(({ source, state }) => source !== 'directory' && isWanted(state))
  const areAll = (...states: State[]) => logs.every(({ state }) => states.includes(state))
  if (!logs.length) return 'none of its logs can be read'
  if (areAll('waiting')) return 'about to be read for the first time'
  if (areAll('failing')) return 'none of its logs can be read at the moment'
  if (tenant.service === 'Scan')
    return areAll('finished') ? 'its history was looked through once' : 'its history is being read'
  if (areAll('history', 'waiting')) return 'its history is being read'
  if (judging.state === 'behind') return 'watched live, but what comes in is not judged'
  if (judging.state === 'failing') return 'watched live, but not everybody can be judged'
  return logs.some(({ isProblem }) => isProblem)
    ? 'watched live, but not all of its logs are in order'
    : 'watched live'
}
