// Removing a member, after asking once more.
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/call.ts'
import { useMe } from '../../api/me.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { showDone } from '../../parts/notify.ts'
import type { Member } from './members.ts'

export function RemoveMember({ member, close }: { member: Member | undefined; close(): void }) {
  const { organization, person } = useMe()
  const queries = useQueryClient()
  const isSelf = ({ id }: Member) => id === person.id
  return (
    <Confirm
      subject={member}
      close={close}
      title={one => (isSelf(one) ? `Leave ${organization.name}?` : `Remove ${one.name}?`)}
      action={one => (isSelf(one) ? 'Leave' : 'Remove member')}
      work={async ({ id, name }) => {
        await change('DELETE', `/members/${id}`)
        showDone(`${name} is removed.`)
        void queries.invalidateQueries()
      }}
    >
      {one => (
        <Text size="sm">
          {isSelf(one) ? 'You lose' : `${one.name} loses`} access to {organization.name} at once. What was
          done stays in the history, and API keys stay valid.
        </Text>
      )}
    </Confirm>
  )
}
