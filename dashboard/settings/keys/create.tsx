// Makes a key and shows it, the only time it is ever shown.
import { Alert, Button, CopyButton, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { type MadeKey, useMakeKey } from './keys.ts'

export function CreateKey({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [made, setMade] = useState<MadeKey>()
  const isShown = made !== undefined
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      // What cannot be seen again is not lost by a stray key or click.
      withCloseButton={!isShown}
      closeOnEscape={!isShown}
      closeOnClickOutside={!isShown}
      onExitTransitionEnd={() => setMade(undefined)}
      title={isShown ? 'Your new API key' : 'Create an API key'}
      size="lg"
    >
      {made ? <Reveal made={made} close={close} /> : <Describe cancel={close} done={setMade} />}
    </Modal>
  )
}

function Describe({ cancel, done }: { cancel: () => void; done: (made: MadeKey) => void }) {
  const [description, setDescription] = useState('')
  const { mutate, isPending } = useMakeKey()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        mutate(description, { onSuccess: done })
      }}
    >
      <Stack>
        <TextInput
          label="Description (optional)"
          description="What will use it: it tells you later which key to delete."
          placeholder="Ticketing system"
          maxLength={200}
          value={description}
          onChange={event => setDescription(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Reveal({ made, close }: { made: MadeKey; close: () => void }) {
  useBlocker({
    shouldBlockFn: () =>
      !window.confirm('The key will never be shown again. Leave without having stored it?'),
    enableBeforeUnload: true,
  })
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle />} title="Copy it now: it will never be shown again">
        Vedette does not keep the key and cannot show it to anybody later. If it is lost, delete it and create
        another. Whoever has it can read your incidents and usage.
      </Alert>
      <Textarea
        label={made.description ? `API key for “${made.description}”` : 'API key'}
        value={made.key}
        readOnly
        autosize
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        onFocus={event => event.currentTarget.select()}
        data-autofocus
      />
      <Group justify="space-between">
        <CopyButton value={made.key}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              aria-live="polite"
            >
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={close}>
          I have stored the key
        </Button>
      </Group>
    </Stack>
  )
}
