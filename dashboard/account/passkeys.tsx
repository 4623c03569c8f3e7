// Passkeys: signing in with a fingerprint, a face or a security key instead of a password.
import { Button, Group, Modal, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { addPasskey, canUsePasskeys } from '../api/auth.ts'
import { change } from '../api/call.ts'
import { Moment } from '../parts/moment.tsx'
import { showDone } from '../parts/notify.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { type Account, accountQuery } from './account.ts'

export function Passkeys({ passkeys }: Pick<Account, 'passkeys'>) {
  const [isAdding, setAdding] = useState(false)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: accountQuery.queryKey })
  const remove = useMutation({
    mutationFn: (id: string) => change('DELETE', `/account/passkeys/${id}`),
    async onSuccess() {
      await refresh()
      showDone('The passkey is removed.')
    },
  })
  const added = async () => {
    setAdding(false)
    await refresh()
    showDone('The passkey is added.')
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Sign in with your fingerprint, face or security key. A passkey cannot be phished.
      </Text>
      {passkeys.length > 0 && (
        <Table.ScrollContainer minWidth={420} type="native">
          <Table aria-label="Passkeys">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Added</Table.Th>
                <Table.Th pos="relative">
                  <VisuallyHidden>Remove</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {passkeys.map(({ id, name, addedAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name ?? 'Passkey'}</Table.Td>
                  <Table.Td>{addedAt && <Moment at={addedAt} />}</Table.Td>
                  <Table.Td ta="right">
                    <Button
                      variant="subtle"
                      color="red"
                      size="xs"
                      aria-label={`Remove the passkey ${name ?? ''}`}
                      onClick={() => remove.mutate(id)}
                    >
                      Remove
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {canUsePasskeys ? (
        <Group>
          <Button variant="default" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        </Group>
      ) : (
        <Text size="sm">
          This browser cannot make passkeys here. They need https, a name instead of an address of numbers,
          and a current browser.
        </Text>
      )}
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <AddForm added={added} />
      </Modal>
    </Stack>
  )
}

function AddForm({ added }: { added(): Promise<void> }) {
  const [name, setName] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(async () => {
      await addPasskey(name.trim())
      await added()
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <RefusalNote>{refusal}</RefusalNote>
        <TextInput
          label="Passkey name"
          description="So that you know it again, such as “Work laptop”."
          required
          withAsterisk={false}
          maxLength={60}
          data-autofocus
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
