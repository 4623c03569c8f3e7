// The button that pauses a tenant, or resumes it.
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { DialogButton } from '../parts/dialog-button.tsx'
import type { TenantPage } from './queries.ts'

export const PauseButton = ({ tenant }: Pick<TenantPage, 'tenant'>) => (
  <DialogButton
    variant={tenant.isPaused ? 'filled' : 'default'}
    leftSection={tenant.isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
    load={async () => (await import('./pause-dialog.tsx')).PauseDialog}
    about={{ tenant }}
  >
    {tenant.isPaused ? 'Resume' : 'Pause'}
  </DialogButton>
)
