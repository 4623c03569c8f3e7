// What the members page shows, and how it is asked for.
import { queryOptions } from '@tanstack/react-query'
import type { readMembers } from '../../../src/console/members/members.ts'
import type { Answer } from '../../../src/console/route.ts'
import { read } from '../../api/call.ts'

type Members = Answer<typeof readMembers>
export type Member = Members['members'][number]
export type Invitation = Members['invitations'][number]

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: () => read<Members>('/members'),
})

export const ROLES = ['Admin', 'Full Member'] as const
