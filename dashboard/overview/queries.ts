// What the first page asks: once.
import { queryOptions } from '@tanstack/react-query'
import type { readOverview } from '../../src/console/incidents/overview.ts'
import type { Answer } from '../../src/console/route.ts'
import { read } from '../api/call.ts'

export type Overview = Answer<typeof readOverview>

export const overviewQuery = queryOptions({
  // Under 'incidents', so that whatever refreshes them refreshes this.
  queryKey: ['incidents', 'overview'],
  queryFn: () => read<Overview>('/overview'),
  refetchInterval: 60_000,
})
