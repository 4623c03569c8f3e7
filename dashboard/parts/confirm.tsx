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
  if (shown === undefined) return null
  return (
    <Modal
      opened={subject !== undefined}
      onClose={close}
      title={title(shown)}
      onExitTransitionEnd={keepPlace}
    >
      <Question {...props} subject={shown} />
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
function keepPlace() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus()
}
