// The frame of Settings: a tab for each of its pages, absent for whoever may not see it.
import { Box, Group, Stack, UnstyledButton } from '@mantine/core'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import type { Permission } from '../../src/members/permissions.ts'
import { useMay } from '../api/me.ts'

const TABS = [
  { to: '/settings/api-keys', label: 'API Keys', permission: 'read keys' },
  { to: '/settings/members', label: 'Members', permission: 'read members' },
  { to: '/settings/security', label: 'Security', permission: 'read members' },
  { to: '/settings/rules', label: 'Detection rules', permission: 'read rules' },
  { to: '/settings/travel', label: 'Travel and networks', permission: 'read rules' },
  { to: '/settings/audit-log', label: 'Audit log', permission: 'read audit log' },
] as const satisfies { to: string; label: string; permission: Permission }[]

export function SettingsLayout() {
  const may = useMay()
  const path = useRouterState({ select: state => state.location.pathname })
  return (
    <Stack gap="lg">
      {/* Links and not ARIA tabs: each page has its address, and can be opened in a window of its own. */}
      <Box
        component="nav"
        aria-label="Settings"
        className="no-print"
        style={{ overflowX: 'auto', borderBottom: '1px solid var(--mantine-color-default-border)' }}
      >
        <Group gap={4} wrap="nowrap">
          {TABS.filter(({ permission }) => may(permission)).map(({ to, label }) => (
            <Tab key={to} to={to} label={label} isCurrent={path.startsWith(to)} />
          ))}
        </Group>
      </Box>
      <Outlet />
    </Stack>
  )
}

/**
 * On a narrow screen the row of tabs scrolls: the current one is brought into sight. Not by scrollIntoView, after which
 * browsers have the keyboard go on from there, past the way to the content.
 */
function bringIntoSight(tab: HTMLElement | null): void {
  const row = tab?.closest('nav')
  if (!tab || !row) return
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
}

function Tab({
  to,
  label,
  isCurrent,
}: {
  to: (typeof TABS)[number]['to']
  label: string
  isCurrent: boolean
}) {
  return (
    <UnstyledButton
      component={Link}
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      ref={isCurrent ? bringIntoSight : undefined}
      px="md"
      py="xs"
      fz="sm"
      fw={isCurrent ? 600 : 400}
      style={{
        whiteSpace: 'nowrap',
        borderBottom: `2px solid ${isCurrent ? 'var(--mantine-primary-color-filled)' : 'transparent'}`,
      }}
    >
      {label}
    </UnstyledButton>
  )
}
