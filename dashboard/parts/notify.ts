// Short words at the edge of the screen: what was done, and what was refused.
import { notifications } from '@mantine/notifications'

const closeButtonProps = { 'aria-label': 'Dismiss' }

export const showDone = (message: string) => notifications.show({ message, color: 'teal', closeButtonProps })

export const showRefusal = (error: unknown) =>
  notifications.show({
    title: 'That did not work',
    message: error instanceof Error ? error.message : String(error),
    color: 'red',
    autoClose: 10_000,
    closeButtonProps,
  })
