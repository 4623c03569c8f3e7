// A dialog for what is never shown again: while it is on its way or to be read, no stray key or click closes it, and leaving
// the page asks first.
import { Modal, type ModalProps } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface ShownOnceProps extends ModalProps {
  isHeld: boolean
  /** Asked of whoever leaves the page. */
  question: string
}

export function ShownOnce({ isHeld, question, ...dialog }: ShownOnceProps) {
  useBlocker({
    shouldBlockFn: () => !window.confirm(question),
    enableBeforeUnload: true,
    disabled: !isHeld,
  })
  return <Modal withCloseButton={!isHeld} closeOnEscape={!isHeld} closeOnClickOutside={!isHeld} {...dialog} />
}
