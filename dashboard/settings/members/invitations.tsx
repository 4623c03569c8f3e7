// Invitations that nobody has used yet.
import { Table, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { change } from '../../api/call.ts'
import { Moment } from '../../parts/moment.tsx'
import { showDone } from '../../parts/notify.ts'
import { RowButton } from '../../parts/row-button.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { type Invitation, membersQuery } from './members.ts'

export function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  const queries = useQueryClient()
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) => change('DELETE', `/invitations/${id}`),
    onSuccess: (_answer, { email }) => showDone(`The invitation of ${email} is withdrawn.`),
    onSettled: () => queries.invalidateQueries({ queryKey: membersQuery.queryKey }),
  })
  return (
    <WideTable label="Pending invitations" needs={680} verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Invited by</Table.Th>
          <Table.Th>Good until</Table.Th>
          <Table.Th pos="relative">
            <VisuallyHidden>Withdraw</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invitations.map(invitation => (
          <Table.Tr key={invitation.id}>
            <Table.Td>{invitation.email}</Table.Td>
            <Table.Td>{invitation.role}</Table.Td>
            <Table.Td>{invitation.invitedBy ?? 'Somebody who left'}</Table.Td>
            <Table.Td>
              <Moment at={invitation.expiresAt} />
            </Table.Td>
            <Table.Td ta="right">
              <RowButton
                verb="Withdraw"
                what={`the invitation of ${invitation.email}`}
                isRed
                isBusy={withdraw.isPending && withdraw.variables.id === invitation.id}
                act={() => withdraw.mutate(invitation)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
