// Removing a member, after asking once more.
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/call.ts'
import { useMe } from '../../api/me.ts'
import { showDone } from '../../parts/notify.ts'
import type { Member } from './members.ts'

export function RemoveMember({ member, close }: { member: Member | undefined; close(): void }) {
  const { organization, person } = useMe()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: ({ id }: Member) => change('DELETE', `/members/${id}`),
    onSuccess: (_answer, { name }) => showDone(`${name} is removed.`),
    onSettled() {
      close()
      return queries.invalidateQueries()
    },
  })
  const isSelf = member?.id === person.id
  return (
    <Modal
      opened={member !== undefined}
      onClose={close}
      title={isSelf ? `Leave ${organization.name}?` : `Remove ${member?.name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          {isSelf ? 'You lose' : `${member?.name} loses`} access to {organization.name} at once. What was done
          stays in the history, and API keys stay valid.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => member && remove.mutate(member)}>
            {isSelf ? 'Leave' : 'Remove member'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
