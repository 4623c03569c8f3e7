// What this installation offers to whoever is not signed in.
import { queryOptions } from '@tanstack/react-query'
import type { readSignInOptions } from '../../src/console/public-routes.ts'
import type { Answer } from '../../src/console/route.ts'
import { read } from '../api/call.ts'

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: () => read<Answer<typeof readSignInOptions>>('/sign-in-options'),
  staleTime: Number.POSITIVE_INFINITY,
})
