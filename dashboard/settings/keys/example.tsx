// How a key is used, ready to be pasted into a terminal.
import { Anchor, Box, Code, Group, Text, UnstyledButton } from '@mantine/core'
import { useMe } from '../../api/me.ts'
import { Copy } from '../../parts/copy.tsx'

export function Example() {
  const { apiUrl } = useMe()
  const command = `curl -H "Authorization: Bearer $VEDETTE_API_KEY" "${apiUrl}/beta/incidents?limit=3"`
  return (
    <Box>
      <Group justify="space-between" mb={6}>
        <Text size="sm">
          To try a key, put it into <Code>VEDETTE_API_KEY</Code> and run this. All there is to ask is in the{' '}
          <Anchor href={`${apiUrl}/docs`} inherit underline="always">
            API reference
          </Anchor>
          .
        </Text>
        <Copy value={command}>
          {({ copied, copy }) => (
            <UnstyledButton fz="sm" c="var(--mantine-primary-color-light-color)" onClick={copy}>
              {copied ? 'Copied' : 'Copy the command'}
            </UnstyledButton>
          )}
        </Copy>
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {command}
      </Code>
    </Box>
  )
}
