// Asks for the password once more before something that weighs.
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RefusalNote } from '../parts/refusal.tsx'
import { useSubmit } from '../parts/use-submit.ts'

interface AskPasswordProps {
  title: string
  children: ReactNode
  action: string
  colour?: string
  isOpen: boolean
  close(): void
  work(password: string): Promise<void>
}

export function AskPassword({ title, children, action, colour, isOpen, close, work }: AskPasswordProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={title}>
      <Form action={action} colour={colour} close={close} work={work}>
        {children}
      </Form>
    </Modal>
  )
}

/** Apart from the dialog, so that it is empty each time the dialog opens. */
function Form({
  children,
  action,
  colour,
  close,
  work,
}: Pick<AskPasswordProps, 'children' | 'action' | 'close' | 'work'> & { colour: string | undefined }) {
  const [password, setPassword] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const send = (event: FormEvent) => {
    event.preventDefault()
    void submit(() => work(password))
  }
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        <RefusalNote>{refusal}</RefusalNote>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show what you typed' }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} {...(colour && { color: colour })}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
