// Recovery codes, shown once: to be copied or saved before they are gone.
import { Alert, Button, Code, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { Copy } from '../parts/copy.tsx'

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    link.download = 'vedette-recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Stack gap="sm">
      <Alert title="Keep these recovery codes">
        Each lets you in once when your authenticator app is not at hand. They are shown this once.
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} aria-label="Recovery codes">
        {codes.map(code => (
          <li key={code} style={{ listStyle: 'none' }}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Copy value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy codes'}
            </Button>
          )}
        </Copy>
        <Button variant="default" size="xs" leftSection={<IconDownload size={16} />} onClick={save}>
          Download codes
        </Button>
      </Group>
    </Stack>
  )
}
