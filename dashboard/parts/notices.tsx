// Where short words appear, at the edge of the screen.
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export { notifications } from '@mantine/notifications'

export const Notices = () => <Notifications position="top-right" />
