// What the account page shows, and how it is asked for.
import { queryOptions } from '@tanstack/react-query'
import type { readOwnAccount } from '../../src/console/members/account.ts'
import type { Answer } from '../../src/console/route.ts'
import { read } from '../api/call.ts'

export type Account = Answer<typeof readOwnAccount>

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => read<Account>('/account'),
})
