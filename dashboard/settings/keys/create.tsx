// Makes a key and shows it, the only time it is ever shown.
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Copy } from '../../parts/copy.tsx'
import { RefusalNote } from '../../parts/refusal.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { type MadeKey, useMakeKey } from './keys.ts'

export function CreateKey({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [made, setMade] = useState<MadeKey>()
  const [isOnItsWay, setOnItsWay] = useState(false)
  return (
    <ShownOnce
      opened={isOpen}
      onClose={close}
      isHeld={isOpen && (isOnItsWay || made !== undefined)}
      question="The key will never be shown again. Leave without having stored it?"
      onExitTransitionEnd={() => setMade(undefined)}
      title={made ? 'Your new API key' : 'Create an API key'}
      size="lg"
    >
      {made ? (
        <Reveal made={made} close={close} />
      ) : (
        <Describe cancel={close} onAsked={setOnItsWay} done={setMade} />
      )}
    </ShownOnce>
  )
}

interface DescribeProps {
  cancel(): void
  /** Whether a key is being made. */
  onAsked(isOnItsWay: boolean): void
  done(made: MadeKey): void
}

function Describe({ cancel, onAsked, done }: DescribeProps) {
  const [description, setDescription] = useState('')
  const { isBusy, refusal, submit } = useSubmit()
  const makeKey = useMakeKey()
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void submit(async () => {
          onAsked(true)
          try {
            done(await makeKey(description))
          } finally {
            onAsked(false)
          }
        })
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
        <RefusalNote>{refusal}</RefusalNote>
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Reveal({ made, close }: { made: MadeKey; close: () => void }) {
  const shown = useRef<HTMLTextAreaElement>(null)
  // The dialog was open before: where its focus was is gone.
  useEffect(() => shown.current?.focus(), [])
  return (
    <Stack style={{ overflowWrap: 'anywhere' }}>
      <Alert color="yellow" icon={<IconAlertTriangle />} title="Copy it now: it will never be shown again">
        Vedette does not keep the key and cannot show it to anybody later. If it is lost, delete it and create
        another. Whoever has it can read your incidents and usage.
      </Alert>
      <Textarea
        ref={shown}
        label={made.description ? `API key for “${made.description}”` : 'API key'}
        value={made.key}
        readOnly
        autosize
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        onFocus={event => event.currentTarget.select()}
      />
      <Group justify="space-between">
        <Copy value={made.key}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              aria-live="polite"
            >
              {copied ? 'Copied' : 'Copy the key'}
            </Button>
          )}
        </Copy>
        <Button variant="default" onClick={close}>
          I have stored the key
        </Button>
      </Group>
    </Stack>
  )
}
