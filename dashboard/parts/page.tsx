// The frame of every page: its title (also the window's), what one can do on it, and its states.
import { Alert, Box, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useHeadingFocus } from '../shell/focus.ts'

interface PageProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, description, actions, children }: PageProps) {
  const heading = useHeadingFocus()
  useEffect(() => {
    document.title = `${title} · Vedette`
  }, [title])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box style={{ overflowWrap: 'anywhere' }}>
          <Title order={1} size="h2" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mt={4}>
              {description}
            </Text>
          )}
        </Box>
        {actions && (
          <Group gap="xs" className="no-print">
            {actions}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  )
}

export const Loading = () => (
  <Center mih={240}>
    <Loader role="status" aria-label="Loading" />
  </Center>
)

export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <Center mih={260}>
      <Stack align="center" gap="xs" maw={440} ta="center">
        {icon}
        <Text fw={600}>{title}</Text>
        <Text c="dimmed" size="sm" component="div">
          {children}
        </Text>
      </Stack>
    </Center>
  )
}

interface FailureProps {
  error: unknown
  retry?: () => void
  isRetrying?: boolean
  /** What was known before is still shown. */
  isKnown?: boolean
}

export function Failure({ error, retry, isRetrying = false, isKnown = false }: FailureProps) {
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={isKnown ? 'This may be out of date' : 'This could not be shown'}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
        {retry && (
          <Button size="xs" variant="outline" color="red" onClick={retry} loading={isRetrying}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
