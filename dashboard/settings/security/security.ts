// What the Security tab reads and changes.
import { queryOptions } from '@tanstack/react-query'
import type { readSecurity } from '../../../src/console/members/security.ts'
import type { Answer } from '../../../src/console/route.ts'
import { change, read } from '../../api/call.ts'

export type Security = Answer<typeof readSecurity>

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: () => read<Security>('/security'),
})

export const requireFactor = (requiresSecondFactor: boolean) =>
  change('PATCH', '/security', { requiresSecondFactor })
