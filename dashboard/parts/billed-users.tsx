// Users with their licences, and which of these makes them billable; searched and paged by the server.
import { Badge, Group, NativeSelect, Pagination, Stack, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserPage, Whom } from '../../src/usage/users.ts'
import { Asked } from './asked.tsx'
import { countOf, formatCount } from './numbers.ts'
import { WideTable } from './wide-table.tsx'

export interface AskUsers {
  search: string
  whom: Whom
  page: number
}

interface BilledUsersProps<T extends UserPage> {
  label: string
  // biome-ignore lint/suspicious/noExplicitAny: the key is the asker's own affair.
  query: (ask: AskUsers) => UseQueryOptions<T, Error, T, any>
  firstWhom?: Whom
  /** Said above the table, from the whole answer. */
  note?: (answer: T) => React.ReactNode
}

const WHOM = [
  { value: 'all', label: 'All' },
  { value: 'billable', label: 'Billable' },
  { value: 'not billable', label: 'Not billable' },
]

export function BilledUsers<T extends UserPage>({
  label,
  query,
  firstWhom = 'all',
  note,
}: BilledUsersProps<T>) {
  const [search, setSearch] = useState('')
  const [whom, setWhom] = useState<Whom>(firstWhom)
  const [page, setPage] = useState(1)
  const [settled] = useDebouncedValue(search, 200)
  const question = useQuery(query({ search: settled, whom, page }))
  // What was asked for stays to be changed, also where asking for it failed.
  return (
    <Stack gap="sm">
      {question.data && note?.(question.data)}
      <Group align="flex-end">
        <TextInput
          label="Search users"
          placeholder="Name or address"
          type="search"
          maxLength={200}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={event => {
            setSearch(event.currentTarget.value)
            setPage(1)
          }}
          style={{ flex: '1 1 200px', maxWidth: 360 }}
        />
        <NativeSelect
          label="Show"
          data={WHOM}
          value={whom}
          onChange={({ currentTarget }) => {
            setWhom(currentTarget.value as Whom)
            setPage(1)
          }}
          style={{ flex: '0 1 160px' }}
        />
        <Text size="sm" c="dimmed" role="status" pb={8}>
          {question.data && countOf(question.data.found, 'user')}
        </Text>
      </Group>
      <Asked question={question}>
        {data => (
          <>
            <UserTable label={label} users={data.users} />
            {data.pages > 1 && (
              <Group justify="space-between">
                <Pagination
                  total={data.pages}
                  value={data.page}
                  onChange={setPage}
                  getControlProps={control => ({ 'aria-label': `${control} page` })}
                  getItemProps={item => ({ 'aria-label': `Page ${item}` })}
                />
                <Text size="sm" c="dimmed">
                  Page {formatCount(data.page)} of {formatCount(data.pages)}
                </Text>
              </Group>
            )}
          </>
        )}
      </Asked>
    </Stack>
  )
}

function UserTable({ label, users }: { label: string; users: UserPage['users'] }) {
  if (!users.length)
    return (
      <Text c="dimmed" ta="center" py="md">
        No user is like that.
      </Text>
    )
  return (
    <WideTable label={label} needs={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>User</Table.Th>
          <Table.Th>Licences</Table.Th>
          <Table.Th>Billable</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {users.map(user => (
          <UserRow key={user.id} user={user} />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

/** Many free products say so themselves. */
const withKind = (name: string, kind: UserPage['users'][number]['licences'][number]['kind']) =>
  kind === 'paid' || (kind === 'free' && /free|trial/i.test(name)) ? name : `${name} (${kind})`

function UserRow({ user }: { user: UserPage['users'][number] }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500}>
          {user.displayName ?? user.userPrincipalName}
          {user.accountEnabled === false && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              (sign-in blocked)
            </Text>
          )}
        </Text>
        {user.displayName !== null && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.userPrincipalName}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {user.licences.length ? (
          <Group gap={6}>
            {user.licences.map(({ sku, name, kind }) => (
              <Badge key={sku} variant={kind === 'paid' ? 'outline' : 'default'} fw={500} title={sku}>
                {withKind(name, kind)}
              </Badge>
            ))}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {user.isBillable ? (
          <Group gap={4} wrap="nowrap">
            <IconCheck size={16} color="var(--mantine-color-teal-filled)" aria-hidden />
            <Text size="sm">Yes</Text>
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            No
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
