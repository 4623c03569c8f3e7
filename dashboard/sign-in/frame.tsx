// The frame of pages for whoever is not signed in.
import { Box, Card, Center, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import mark from '../vedette.svg'

export function Frame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Vedette`
  }, [title])
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={420}>
        <Group gap="sm" justify="center" mb="lg">
          <img src={mark} alt="" width={36} height={36} />
          <Text fw={700} size="xl">
            Vedette
          </Text>
        </Group>
        <Card withBorder padding="xl">
          <Stack gap="md">
            <Box>
              <Title order={1} size="h3">
                {title}
              </Title>
              {lead && (
                <Text c="dimmed" size="sm" mt={4} component="div">
                  {lead}
                </Text>
              )}
            </Box>
            {children}
          </Stack>
        </Card>
      </Box>
    </Center>
  )
}
