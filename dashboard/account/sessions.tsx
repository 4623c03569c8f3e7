// Where one is signed in, and a way to end it.
import { Badge, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { change } from '../api/call.ts'
import { Moment } from '../parts/moment.tsx'
import { showDone } from '../parts/notify.ts'
import { WideTable } from '../parts/wide-table.tsx'
import { type Account, accountQuery } from './account.ts'
import { browserOf } from './browser.ts'

export function Sessions({ sessions }: Pick<Account, 'sessions'>) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (id?: string) => change('DELETE', id ? `/account/sessions/${id}` : '/account/sessions'),
    async onSuccess(_answer, id) {
      await queries.invalidateQueries({ queryKey: accountQuery.queryKey })
      showDone(id ? 'That session is ended.' : 'You are signed out everywhere else.')
    },
  })
  return (
    <Stack gap="sm">
      <WideTable label="Sessions" needs={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Browser</Table.Th>
            <Table.Th>Address</Table.Th>
            <Table.Th>Signed in</Table.Th>
            <Table.Th pos="relative">
              <VisuallyHidden>Sign out</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map(({ id, browser, address, signedInAt, isThis }) => (
            <Table.Tr key={id}>
              <Table.Td>{browserOf(browser)}</Table.Td>
              <Table.Td>{address ?? 'unknown'}</Table.Td>
              <Table.Td>
                <Moment at={signedInAt} />
              </Table.Td>
              <Table.Td ta="right">
                {isThis ? (
                  <Badge variant="light">This one</Badge>
                ) : (
                  <Button
                    variant="subtle"
                    size="xs"
                    aria-label={`Sign out ${browserOf(browser)}`}
                    loading={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  >
                    Sign out
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Group gap="sm">
        <Button
          variant="default"
          onClick={() => end.mutate(undefined)}
          loading={end.isPending && end.variables === undefined}
          disabled={sessions.length < 2}
        >
          Sign out everywhere else
        </Button>
        <Text size="sm" c="dimmed">
          A session ends by itself seven days after signing in.
        </Text>
      </Group>
    </Stack>
  )
}
