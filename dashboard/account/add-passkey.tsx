// Adds a passkey: a name for it, then the browser asks.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { addPasskey } from '../api/auth.ts'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'

interface AddPasskeyProps {
  isOpen: boolean
  close(): void
  added(): Promise<void>
}

export const AddPasskey = ({ isOpen, close, added }: AddPasskeyProps) => (
  <Modal opened={isOpen} onClose={close} title="Add a passkey">
    <AddForm added={added} />
  </Modal>
)

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
