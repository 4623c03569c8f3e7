// What surrounds every page of somebody signed in: navigation, organization, account.
import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconBuilding,
  IconChartBar,
  IconCheck,
  IconChevronDown,
  IconHome,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { auth } from '../api/auth.ts'
import { change } from '../api/call.ts'
import { hangUp, LiveContext, pickUp, useLive } from '../api/live.ts'
import { useMe } from '../api/me.ts'
import { ClockItem, ClockProvider } from '../parts/clock.tsx'
import { showRefusal } from '../parts/notify.ts'
import mark from '../vedette.svg'

const PLACES = [
  { to: '/', label: 'Overview', icon: IconHome },
  { to: '/incidents', label: 'Incidents', icon: IconAlertTriangle },
  { to: '/tenants', label: 'Tenants', icon: IconBuilding },
  { to: '/usage', label: 'Usage', icon: IconChartBar },
  { to: '/settings', label: 'Settings', icon: IconSettings },
] as const

/** Where the navigation is a menu that opens; the same as `breakpoint` below. */
const NARROW = '(max-width: 47.99em)'

export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure()
  const isLive = useLive()
  const path = useRouterState({ select: state => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes because the path has changed.
  useEffect(close, [path])
  const burger = useRef<HTMLButtonElement>(null)
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false })
  const leaveByEscape = ({ key }: React.KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    close()
    burger.current?.focus()
  }
  const isCurrent = (to: string) =>
    to === '/'
      ? path === '/'
      : path.startsWith(to) ||
        (to === '/incidents' && path.includes('/incidents/')) ||
        (to === '/tenants' && /^\/tenant\/[^/]+$/.test(path))
  return (
    <ClockProvider>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        <a href="#content" className="skip">
          Skip to the content
        </a>
        <AppShell.Header className="no-print">
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={isOpen}
                onClick={toggle}
                onKeyDown={leaveByEscape}
                ref={burger}
                aria-expanded={isOpen}
                hiddenFrom="sm"
                size="sm"
                aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
              />
              <img src={mark} alt="" width={28} height={28} />
              <Text fw={700} size="lg" visibleFrom="xs">
                Vedette
              </Text>
            </Group>
            <Group gap="xs" wrap="nowrap">
              <OrganizationMenu />
              <ColourSwitch />
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        {/* Closed it is only out of sight: the keyboard is not to go there either. */}
        <AppShell.Navbar p="xs" className="no-print" inert={isNarrow && !isOpen} onKeyDown={leaveByEscape}>
          <ScrollArea>
            <Box component="nav" aria-label="Main">
              {PLACES.map(({ to, label, icon: Icon }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={label}
                  leftSection={<Icon size={18} stroke={1.6} />}
                  active={isCurrent(to)}
                  aria-current={isCurrent(to) ? 'page' : undefined}
                />
              ))}
            </Box>
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <Box maw={1280} mx="auto">
            <LiveContext value={isLive}>
              <Outlet />
            </LiveContext>
          </Box>
        </AppShell.Main>
      </AppShell>
    </ClockProvider>
  )
}

function OrganizationMenu() {
  const { organization, memberships } = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  if (memberships.length < 2)
    return (
      <Text size="sm" c="dimmed" truncate maw={240} visibleFrom="sm">
        {organization.name}
      </Text>
    )
  const work = async (organizationId: string) => {
    try {
      await change('POST', '/me/organization', { organizationId })
      queries.clear()
      await navigate({ to: '/' })
    } catch (error) {
      showRefusal(error)
    }
  }
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton aria-label={`Organization: ${organization.name}. Switch`}>
          <Group gap={4} wrap="nowrap">
            <Text size="sm" truncate maw={200}>
              {organization.name}
            </Text>
            <IconChevronDown size={16} />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Work in</Menu.Label>
        {memberships.map(({ organizationId, organizationName, role }) => (
          <Menu.Item
            key={organizationId}
            onClick={() => work(organizationId)}
            rightSection={
              organizationId === organization.id ? <IconCheck size={16} /> : <Text size="xs">{role}</Text>
            }
          >
            {organizationName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ColourSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const label = isDark ? 'Use light colours' : 'Use dark colours'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  )
}

function AccountMenu() {
  const { person, role } = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const signOut = async () => {
    hangUp()
    try {
      await auth.signOut()
      queries.clear()
      await navigate({ to: '/sign-in' })
    } catch (error) {
      pickUp()
      showRefusal(error)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="light" size="lg" radius="xl" aria-label={`Account of ${person.name}`}>
          <IconUser size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.name} · {role}
          <br />
          {person.email}
        </Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
          Your account
        </Menu.Item>
        <ClockItem />
        <Menu.Item onClick={signOut} leftSection={<IconLogout size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
