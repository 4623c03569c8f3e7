// What the check of a connection found, one line for each thing that is read.
import { Alert, Badge, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Findings as Found } from '../../src/sources/microsoft/check.ts'

const STATES = {
  ok: { color: 'teal', word: 'In order' },
  missing: { color: 'red', word: 'Missing' },
  failed: { color: 'red', word: 'Failed' },
  unlicensed: { color: 'gray', word: 'Not licensed' },
  optional: { color: 'gray', word: 'Optional' },
} as const

export function Findings({ findings }: { findings: Found }) {
  return (
    <Stack gap="sm">
      <List listStyleType="none" spacing="xs" aria-label="What was checked">
        {together(findings.items).map(({ names, state, says }) => (
          <List.Item key={names[0]}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {names.join(', ')}
              </Text>
              <Badge variant="light" color={STATES[state].color}>
                {STATES[state].word}
              </Badge>
            </Group>
            <Text size="sm" c="dimmed">
              {says}
            </Text>
          </List.Item>
        ))}
      </List>
      {findings.excess.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title="The application may do more than read">
          Vedette does not need {findings.excess.join(', ')}. Take{' '}
          {findings.excess.length > 1 ? 'them' : 'it'} away in Entra unless something else uses the
          application.
        </Alert>
      )}
    </Stack>
  )
}

/** What is said of several alike, as when the application is unknown, is said once. */
function together(items: Found['items']) {
  const said = new Map<string, Pick<Found['items'][number], 'state' | 'says'> & { names: string[] }>()
  for (const { name, state, says } of items) {
    const same = said.get(`${state} ${says}`)
    if (same) same.names.push(name)
    else said.set(`${state} ${says}`, { names: [name], state, says })
  }
  return [...said.values()]
}
