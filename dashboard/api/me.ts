// Who is signed in, and what they may do.
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { readSession } from '../../src/console/me.ts'
import type { Answer } from '../../src/console/route.ts'
import type { Permission } from '../../src/members/permissions.ts'
import { Refusal, read } from './call.ts'

export type Me = NonNullable<Answer<typeof readSession>['me']>

export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn() {
    const session = await read<Answer<typeof readSession>>('/session')
    if (session.me) return session.me
    throw new Refusal(session.refused.status, session.refused.detail)
  },
  staleTime: 60_000,
  retry: false,
})

/** Whether the organization one works in asks for more than a password, and has not seen it. */
export const needsFactor = ({ organization, memberships, hasShownFactor }: Me): boolean =>
  !hasShownFactor &&
  memberships.some(
    ({ organizationId, requiresSecondFactor }) => organizationId === organization.id && requiresSecondFactor,
  )

export const useMe = () => useSuspenseQuery(meQuery).data
export const mayOf =
  ({ permissions }: Me) =>
  (permission: Permission) =>
    permissions.includes(permission)
export const useMay = () => mayOf(useMe())
