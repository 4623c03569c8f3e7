// Short words at the edge of the screen: what was done, and what was refused. What shows them is fetched on the side
// (notices.tsx): no page needs it to begin with.
import type { NotificationData } from '@mantine/notifications'

const closeButtonProps = { 'aria-label': 'Dismiss' }

export const loadNotices = () => import('./notices.tsx')

const show = (notice: NotificationData) =>
  void loadNotices().then(
    ({ notifications }) => notifications.show({ closeButtonProps, ...notice }),
    // It was fetched with the first page; where that failed, so does whatever else the page asks for, and says so.
    () => undefined,
  )

export const showDone = (message: string) => show({ message, color: 'teal' })

/** Done, and perhaps not what was meant: it stays until it is dismissed. */
export const showWarning = (message: string) =>
  show({ title: 'Look at it again', message, color: 'yellow', autoClose: false })

/** Once, until it is dismissed. */
export const showEnded = () =>
  show({
    id: 'session ended',
    title: 'Your session has ended',
    message: 'What you typed is still here. Sign in again in another tab, then go on with it.',
    color: 'yellow',
    autoClose: false,
  })

export const showRefusal = (error: unknown) =>
  show({
    title: 'That did not work',
    message: error instanceof Error ? error.message : String(error),
    color: 'red',
    autoClose: 10_000,
  })
