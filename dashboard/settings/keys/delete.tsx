// Asks once more before a key is deleted, because it cannot be undone (spec §5.4).
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { formatMoment } from '../../parts/moment.tsx'
import { showDone } from '../../parts/notify.ts'
import { type Key, nameOf, useDeleteKey } from './keys.ts'

export function DeleteKey({ doomed, close }: { doomed: Key | undefined; close: () => void }) {
  const { mutate, isPending } = useDeleteKey()
  // Still named while the dialog fades away.
  const last = useRef(doomed)
  if (doomed) last.current = doomed
  const key = last.current
  if (!key) return null
  return (
    <Modal
      opened={doomed !== undefined}
      onClose={close}
      title="Delete this API key?"
      closeButtonProps={{ 'aria-label': 'Close' }}
      onExitTransitionEnd={keepPlace}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>
          You are about to delete {key.description ? nameOf(key) : 'the key without description'}, made{' '}
          {key.createdBy && `by ${key.createdBy} `}on {formatMoment(key.createdAt)}.{' '}
          {key.lastUsedAt
            ? `It was last used on ${formatMoment(key.lastUsedAt)}.`
            : 'It has never been used.'}
        </Text>
        <Text>Whatever uses it is refused from its next request on. This cannot be undone.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            Keep it
          </Button>
          <Button
            color="red"
            loading={isPending}
            onClick={() =>
              mutate(key, {
                onSuccess: () => showDone(`Deleted ${nameOf(key)}. It is refused from now on.`),
                onSettled: close,
              })
            }
          >
            Delete the key
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The button that had the focus may be gone with its row; the keyboard goes on in the page and not at its top. */
function keepPlace() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus()
}
