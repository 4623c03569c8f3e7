// What was refused, beside the form that asked for it; read out when it appears.
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

export const RefusalNote = ({ children }: { children: string | undefined }) =>
  children ? (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />} role="alert">
      {children}
    </Alert>
  ) : null
