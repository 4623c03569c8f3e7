// What stands on a page while the organization has no tenant: how to get the first one.
import { Button, Text } from '@mantine/core'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/me.ts'
import { EmptyState } from './page.tsx'

/** Once there is one, what this page will show. */
export function NothingWatched({ children }: { children: string }) {
  const mayConnect = useMay()('connect tenants')
  return (
    <EmptyState icon={<IconBuilding size={40} stroke={1.4} />} title="Nothing is being watched yet">
      <Text size="sm" mb="md">
        {children}
        {!mayConnect && ' Ask an Admin of your organization to connect a tenant.'}
      </Text>
      {mayConnect && (
        <Button component={Link} to="/tenants/connect" leftSection={<IconPlus size={18} />}>
          Connect a tenant
        </Button>
      )}
    </EmptyState>
  )
}
