// Asks once more before something that cannot simply be taken back. What was refused stays beside the question.
import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { RefusalNote } from './refusal.tsx'
import { useSubmit } from './use-submit.ts'

interface ConfirmProps<T> {
  /** What it is about; undefined while nothing is asked. */
  subject: T | undefined
  close(): void
  title(subject: T): string
  /** What will happen. */
  children(subject: T): ReactNode
  keep?: string
  action(subject: T): string
  colour?: string
  /** The dialog closes when it is done. */
  work(subject: T): Promise<void>
}

export function Confirm<T>(props: ConfirmProps<T>) {
  const { subject, close, title } = props
  // Still named while the dialog fades away.
  const last = useRef(subject)
  if (subject !== undefined) last.current = subject
  const shown = last.current
  // Also while nothing is asked: a dialog that comes with its first question does not know where the focus was.
  return (
    <Modal
      opened={subject !== undefined}
      onClose={close}
      title={shown !== undefined && title(shown)}
      onExitTransitionEnd={keepPlace}
    >
      {shown !== undefined && <Question {...props} subject={shown} />}
    </Modal>
  )
}

/** Apart from the dialog, so that an earlier refusal is gone when it opens again. */
function Question<T>(props: ConfirmProps<T> & { subject: T }) {
  const { subject, close, children, keep = 'Cancel', action, colour = 'red', work } = props
  const { isBusy, refusal, submit } = useSubmit()
  const go = () =>
    submit(async () => {
      await work(subject)
      close()
    })
  return (
    <Stack style={{ overflowWrap: 'anywhere' }}>
      {children(subject)}
      <RefusalNote>{refusal}</RefusalNote>
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          {keep}
        </Button>
        <Button color={colour} loading={isBusy} onClick={go}>
          {action(subject)}
        </Button>
      </Group>
    </Stack>
  )
}

/** The button that had the focus may be gone with its row; the keyboard goes on in the page and not at its top. */
export function keepPlace() {
  // Mantine gives it back ten milliseconds after closing.
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus()
  }, 30)
}
