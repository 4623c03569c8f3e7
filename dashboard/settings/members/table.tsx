// The members, and for Admins their roles to change and a way to remove them.
import { Badge, Group, NativeSelect, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/call.ts'
import { useMe } from '../../api/me.ts'
import { Moment } from '../../parts/moment.tsx'
import { showDone } from '../../parts/notify.ts'
import { RowButton } from '../../parts/row-button.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { type Member, ROLES } from './members.ts'

const SECOND_FACTORS = {
  passkey: 'Passkey',
  'authenticator app': 'Authenticator app',
  'single sign-on': 'Single sign-on',
} satisfies Record<NonNullable<Member['secondFactor']>, string>

interface MemberTableProps {
  members: Member[]
  mayManage: boolean
  remove(member: Member): void
}

export function MemberTable({ members, mayManage, remove }: MemberTableProps) {
  const isLastAdmin = ({ role }: Member) =>
    role === 'Admin' && members.filter(other => other.role === 'Admin').length === 1
  return (
    <WideTable label="Members" needs={680} verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Email</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Second factor</Table.Th>
          <Table.Th>Joined</Table.Th>
          {mayManage && (
            <Table.Th pos="relative">
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map(member => (
          <Row
            key={member.id}
            member={member}
            isLastAdmin={isLastAdmin(member)}
            mayManage={mayManage}
            remove={() => remove(member)}
          />
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

interface RowProps {
  member: Member
  isLastAdmin: boolean
  mayManage: boolean
  remove(): void
}

function Row({ member, isLastAdmin, mayManage, remove }: RowProps) {
  const me = useMe()
  const { name, email, role, joinedAt, secondFactor } = member
  return (
    <Table.Tr>
      <Table.Td miw={140} style={{ overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <span>{name}</span>
          {member.id === me.person.id && (
            <Badge variant="light" flex="none">
              You
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td miw={220} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Table.Td>
      <Table.Td>{mayManage && !isLastAdmin ? <RoleChoice member={member} /> : role}</Table.Td>
      <Table.Td>
        {secondFactor ? (
          SECOND_FACTORS[secondFactor]
        ) : (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Moment at={joinedAt} />
      </Table.Td>
      {mayManage && (
        <Table.Td ta="right">
          {isLastAdmin ? (
            <Text size="xs" c="dimmed">
              The last Admin stays
            </Text>
          ) : (
            <RowButton verb="Remove" what={name} isRed act={remove} />
          )}
        </Table.Td>
      )}
    </Table.Tr>
  )
}

function RoleChoice({ member: { id, name, role } }: { member: Member }) {
  const queries = useQueryClient()
  const choose = useMutation({
    mutationFn: (chosen: string) => change('PATCH', `/members/${id}`, { role: chosen }),
    onSuccess: (_answer, chosen) => showDone(`${name} is now ${chosen}.`),
    // One's own role decides what one may see, so everything is asked anew.
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <NativeSelect
      aria-label={`Role of ${name}`}
      size="xs"
      w={140}
      data={[...ROLES]}
      value={choose.isPending ? choose.variables : role}
      aria-busy={choose.isPending}
      onChange={({ currentTarget }) => !choose.isPending && choose.mutate(currentTarget.value)}
    />
  )
}
