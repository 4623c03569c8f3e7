// The organization's API keys, as the page reads and changes them.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { makeKey, readKeys } from '../../../src/console/keys.ts'
import type { Answer } from '../../../src/console/route.ts'
import { change, read } from '../../api/call.ts'

export type Keys = Answer<typeof readKeys>
export type Key = Keys['keys'][number]
export type MadeKey = Answer<typeof makeKey>

export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: () => read<Keys>('/keys') })

export function useMakeKey() {
  const queries = useQueryClient()
  // The answer holds the key: nothing but its dialog keeps it.
  return async (description: string): Promise<MadeKey> => {
    const made = await change<MadeKey>('POST', '/keys', { description })
    void queries.invalidateQueries(keysQuery)
    return made
  }
}

export function useDeleteKey() {
  const queries = useQueryClient()
  return async ({ id }: Key): Promise<void> => {
    try {
      await change('DELETE', `/keys/${id}`)
    } finally {
      // Also when it was refused: somebody else may have been first.
      await queries.invalidateQueries(keysQuery)
    }
  }
}
